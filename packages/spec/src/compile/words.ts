/** Values of an enumeration by the words of MJCF, which are its names in lower case. */
export const byWord = (values: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
