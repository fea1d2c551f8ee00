import type { Random } from '../../models/random-tree.ts';
import { mutateBytes, pick, removeBlock, repeatBlock, splice, truncate } from './byte-mutations.ts';

const LONG = 100_000;

/** What a number is replaced by. */
const NUMBERS = ['0', '-0', '-1', '1', '0.5', '7', '100', '1e-300', '1e300', '1e999', '-1e38', 'nan', 'inf', '-inf', '2147483647', '2147483648', '-2147483649', '4294967297', '999999999', '1e9', '0x10', '1e', '.', '-', '', '1 0 0', '1 2 3 4 5 6 7 8 9 10', '0,1', '9'.repeat(400), `0.${'3'.repeat(LONG)}`, `${'9'.repeat(LONG)}x`, `1e${'0'.repeat(LONG)}y`, '0x'.repeat(LONG), '-'.repeat(LONG), '.'.repeat(LONG), ','.repeat(LONG)]; // biome-ignore format: a list

/** What is inserted anywhere. */
const SCRAPS = ['<', '>', '"', "'", '/', '=', '&', '&lt;', '&#0;', '&#x110000;', '&bomb;', '<!--', '-->', '<![CDATA[', ']]>', '<?xml version="9"?>', '<!DOCTYPE x [<!ENTITY a "b">]>', '\0', '\ufeff', '\ud800', '\r', '\n', '\t', ' ', '<body>', '</body>', '<include file="model.xml"/>', '<replicate count="99">', '</mujoco>', '</robot>']; // biome-ignore format: a list

/** What an attribute is given. */
const VALUES = ['', ' ', 'true', 'false', 'auto', 'main', 'world', '../../x', '/etc/passwd', 'a'.repeat(LONG), '1 '.repeat(LONG), 'mesh', 'sdf', 'hfield', 'box', 'plane', 'free', 'ball', 'user', 'PGS', 'discrete', 'constructor', '__proto__', 'toString']; // biome-ignore format: a list

const encoder = new TextEncoder();
const decoder = new TextDecoder();

type TextMutation = (random: Random, text: string) => string;

/** Where one of the matches of a pattern is. */
function find(random: Random, text: string, pattern: RegExp): RegExpMatchArray | undefined {
  const found = [...text.matchAll(pattern)];
  return found.length === 0 ? undefined : pick(random, found);
}

function replaceAt(text: string, match: RegExpMatchArray, by: string): string {
  const at = match.index ?? 0;
  return text.slice(0, at) + by + text.slice(at + match[0].length);
}

/** A change of one match of a pattern; without a match the text stays. */
const change =
  (pattern: RegExp, by: (random: Random, match: RegExpMatchArray, text: string) => string): TextMutation =>
  (random, text) => {
    const match = find(random, text, pattern);
    return match === undefined ? text : replaceAt(text, match, by(random, match, text));
  };

const NUMBER = /(?<=["\s/])-?[\d.]{1,30}(e[-+]?\d+)?(?=["\s/])/g;
const ATTRIBUTE = /\s([\w:]+)\s*=\s*"([^"]*)"/g;
const LEAF = /<[\w:]+(\s[^<>]*)?\/>/g;
const TAG = /<(\w+)[^<>]*>/g;

const otherNumber = change(NUMBER, (random) => pick(random, NUMBERS));
const dropAttribute = change(ATTRIBUTE, () => '');
const repeatAttribute = change(ATTRIBUTE, (_, match) => match[0] + match[0]);
const otherValue = change(ATTRIBUTE, (random, match) => ` ${match[1]}="${pick(random, VALUES)}"`);
/** The value of another attribute: names of things of another kind, too many numbers, words for numbers. */
const swapValue = change(
  ATTRIBUTE,
  (random, match, text) => ` ${match[1]}="${find(random, text, ATTRIBUTE)?.[2] ?? ''}"`,
);
const renameAttribute = change(
  ATTRIBUTE,
  (random, match, text) => ` ${find(random, text, ATTRIBUTE)?.[1] ?? 'name'}="${match[2]}"`,
);
const dropLeaf = change(LEAF, () => '');
const repeatLeaf = change(LEAF, (random, match) => match[0].repeat(random.chance(0.1) ? 500 : 2));
const dropTag = change(TAG, () => '');
/** Thousands of the same mistake. */
const unknownTags = change(LEAF, (random, match) => {
  const name = pick(random, ['gemo', 'x'.repeat(100), match[0].slice(1, 4)]);
  return `<${name} ${name}="1"/>`.repeat(pick(random, [10, 1000, 8000]));
});
/** Thousands of references to what is called almost the same. */
const misspeltNames: TextMutation = (random, text) => {
  const count = pick(random, [10, 1000, 5000]);
  const each = (make: (k: number) => string): string => Array.from({ length: count }, (_, k) => make(k)).join('');
  const bodies = each((k) => `<body name="a_long_name_of_number_${k}"/>`);
  const excludes = each((k) => `<exclude body1="a_long_nmae_of_number_${k}" body2="world"/>`);
  return text.replace(/<\/mujoco>\s*$/, `<worldbody>${bodies}</worldbody><contact>${excludes}</contact></mujoco>`);
};
const renameTag = change(TAG, (random, match, text) =>
  match[0].replace(match[1] as string, find(random, text, TAG)?.[1] ?? 'geom'),
);

/** An element copied to another place. */
const moveLeaf: TextMutation = (random, text) => {
  const leaf = find(random, text, LEAF)?.[0] ?? '';
  const target = find(random, text, TAG);
  return target === undefined
    ? text
    : replaceAt(text, target, random.chance(0.5) ? leaf + target[0] : target[0] + leaf);
};

/** A leaf inside many elements of its own kind, or of another. */
const nest: TextMutation = (random, text) => {
  const leaf = find(random, text, LEAF);
  if (leaf === undefined) return text;
  const tag = pick(random, ['body', 'frame', 'default', 'replicate count="2"', 'link']);
  const depth = pick(random, [2, 10, 300, 3000]);
  const end = `</${tag.split(' ')[0]}>`;
  return replaceAt(text, leaf, `<${tag}>`.repeat(depth) + leaf[0] + end.repeat(depth));
};

const insert: TextMutation = (random, text) => {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + pick(random, SCRAPS) + text.slice(at + (random.chance(0.5) ? 0 : random.below(30)));
};

/** Weighted towards what the reader lets pass, so that the compiler and the engine see it. */
const XML_MUTATIONS = [
  ...[otherNumber, otherNumber, otherNumber, otherNumber],
  ...[swapValue, swapValue, otherValue, renameAttribute, dropAttribute, repeatAttribute],
  ...[dropLeaf, repeatLeaf, moveLeaf, moveLeaf, renameTag, dropTag, unknownTags, misspeltNames, nest],
  insert,
];

/** One change of an XML text that knows elements, attributes and numbers; now and then one of its bytes. */
export function mutateXml(random: Random, bytes: Uint8Array, other: Uint8Array): Uint8Array {
  if (random.chance(0.1)) return mutateBytes(random, bytes, other);
  return encoder.encode(pick(random, XML_MUTATIONS)(random, decoder.decode(bytes)));
}

/** One change of a text of lines with numbers. */
export function mutateLines(random: Random, bytes: Uint8Array, other: Uint8Array): Uint8Array {
  if (random.chance(0.3))
    return pick(random, [truncate, removeBlock, repeatBlock, splice, mutateBytes])(random, bytes, other);
  const lines = decoder.decode(bytes).split('\n');
  const at = random.below(lines.length);
  const line = lines[at] ?? '';
  switch (random.below(4)) {
    case 0:
      lines.splice(at, 1);
      break;
    case 1:
      lines.splice(at, 0, pick(random, lines));
      break;
    case 2:
      lines[at] = `${line} ${line}`;
      break;
    default: {
      const words = line.split(/(?<=[ /])/);
      words[random.below(words.length)] = `${pick(random, NUMBERS)}${random.chance(0.5) ? '/' : ' '}`;
      lines[at] = words.join('');
    }
  }
  return encoder.encode(lines.join('\n'));
}
