/** The version of this package. Machines that share work must agree on it, because results are compared to the bit. */
export const VERSION = '0.1.0';
