/** One value of an enumeration: its name, its number, and what it means. */
export interface Member {
  readonly name: string;
  readonly value: number;
  readonly doc: string;
}

/** An enumeration. Values are MuJoCo's; what MuJoCo does not have comes after them. */
export interface Enumeration {
  /** Name of the public object and of the type of its values. */
  readonly name: string;
  readonly doc: string;
  readonly members: readonly Member[];
  /** Prefix of the kernel's constants, for an enumeration that the kernel reads. */
  readonly prefix?: string;
  /** Only the kernel and its host know it. */
  readonly internal?: boolean;
}

type Details = Pick<Enumeration, 'prefix' | 'internal'>;

/** Values 0, 1, 2, ..., or from `first` on. */
export function enumeration(
  name: string,
  doc: string,
  members: Readonly<Record<string, string>>,
  { first = 0, ...details }: Details & { first?: number } = {},
): Enumeration {
  const list = Object.entries(members).map(([key, text], k) => ({ name: key, value: first + k, doc: text }));
  return { name, doc, members: list, ...details };
}

/** Bits that can be combined: 1, 2, 4, ...; then named combinations of them. */
export function bits(
  name: string,
  doc: string,
  members: Readonly<Record<string, string>>,
  { sets = {}, ...details }: Details & { sets?: Readonly<Record<string, readonly [of: string, doc: string]>> } = {},
): Enumeration {
  const list: Member[] = Object.entries(members).map(([key, text], k) => ({ name: key, value: 1 << k, doc: text }));
  const bitOf = (key: string): number => list.find((m) => m.name === key)?.value ?? 0;
  for (const [key, [of, text]] of Object.entries(sets)) {
    const value = of.split(' ').reduce((sum, part) => sum | bitOf(part), 0);
    list.push({ name: key, value, doc: text });
  }
  return { name, doc, members: list, ...details };
}
