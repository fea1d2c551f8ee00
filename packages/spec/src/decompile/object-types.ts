import { enums } from '@qpos/core';
import { OBJECT_TYPES } from '../compile/context.ts';

/** Words for object types in MJCF, by type. */
export const OBJECT_WORDS: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(OBJECT_TYPES).map(([word, type]) => [type, word]),
);

/** Kinds of elements, by type: a body is named as a body whichever of its frames is meant. */
export const OBJECT_KINDS: Readonly<Record<number, string>> = { ...OBJECT_WORDS, [enums.ObjType.XBODY]: 'body' };
