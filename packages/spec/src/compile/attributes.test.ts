import { loadOracle } from '@qpos/conformance';
import type { Model } from '@qpos/core';
import { expect, test } from 'vitest';
import { ModelError } from '../errors.ts';
import type { Attribute } from '../mjcf/attributes.ts';
import { ELEMENTS, row } from '../mjcf/schema.ts';
import { loadModel } from './load.ts';
import { differences, FEATURE_MODELS, inOracle } from './testing.ts';

const SEED = 20261116;
const TEXTS = 300;

/** Where the oracle is not followed, and why. */
const EXCEPTIONS: readonly (readonly [RegExp, string])[] = [
  [/ (memory|nstack)="/, 'there is no arena to be too small'],
  [/ nchannel="/, 'the oracle writes builtin textures of one channel out of bounds'],
  [/<(freejoint|mesh|size|contact)[^>]*="\s*"/, 'some whole numbers may not be empty'],
  [/ uselimit="true"/, 'the oracle takes the limit of another joint'],
  [/discardvisual="true"[\s\S]*<mesh[^>]* material=/, 'the oracle discards the material and looks for it'],
  [/ armature="-/, 'an indefinite inertia has no inverse'],
];

const NUMBERS = [
  '',
  '0',
  '1',
  '-1',
  '.5',
  '3',
  '1 1',
  '1 2 3',
  '.1 .2 .3 .4',
  '1 0 0 0 1 0',
  '0 0 0',
  '1e10',
  '2 1',
  '1x',
];

/** Numbers from 0 to 1, the same in every run. */
function* sequence(state: number): Generator<number, never> {
  let x = state;
  for (;;) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    yield x / 2 ** 32;
  }
}
const numbers = sequence(SEED);
const pick = <T>(list: readonly T[]): T => list[Math.floor(numbers.next().value * list.length)] as T;

function anyValue(attribute: Attribute): string {
  if (attribute.keywords !== undefined) return pick([...attribute.keywords.map(String), '', 'other']);
  return pick(['int', 'real', 'float'].includes(attribute.type) ? NUMBERS : ['', 'other']);
}

/** The text with one attribute of one element added or changed. */
function change(text: string): string {
  const tags = [...text.matchAll(/<([a-z_]+)(?=[ >/])/g)].filter(([, tag]) => Object.hasOwn(ELEMENTS, tag as string));
  const { 0: start, 1: tag = '', index } = pick(tags);
  const [key, attribute] = pick(Object.entries(row(tag).attributes)) ?? ['name', row('body').attributes['name']];
  const at = index + start.length;
  const end = text.indexOf('>', at);
  const others = text.slice(at, end).replace(new RegExp(` ${key}="[^"]*"`), '');
  return `${text.slice(0, at)} ${key}="${anyValue(attribute as Attribute)}"${others}${text.slice(end)}`;
}

/** The Model, or why there is none. */
function load(text: string): Model | string {
  try {
    return loadModel(text);
  } catch (error) {
    expect(error, text).toBeInstanceOf(ModelError);
    return (error as ModelError).message;
  }
}

test('a model with one attribute changed is refused by both or equal in both', async () => {
  let oracle = await loadOracle();
  const models = Object.values(FEATURE_MODELS).filter((text) => text.length < 3000);
  let compiled = 0;
  for (let n = 0; n < TEXTS; n++) {
    const text = change(pick(models));
    if (EXCEPTIONS.some(([pattern]) => pattern.test(text))) continue;
    const ours = load(text);
    const theirs = inOracle(oracle, text);
    if (oracle.dead) oracle = await loadOracle();
    if (typeof ours === 'string') expect(theirs, `${ours}\n${text}`).toBeUndefined();
    else {
      expect(theirs, text).toBeDefined();
      expect(differences(ours, theirs as Model), text).toEqual([]);
      compiled++;
    }
  }
  expect(compiled).toBeGreaterThan(TEXTS / 4);
});
