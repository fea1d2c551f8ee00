/** The version of this command, of the engine and of everything else here. */
export const VERSION = '0.1.0';
