import type { Model } from '@qpos/core';
import type { Size } from '../../spec/types.ts';

const MEGABYTE = 2 ** 20;
const REAL = 8;
const INT = 4;
const CONTACT = 584;

/** Powers of 1024 that a letter after a number of bytes stands for. */
const SUFFIXES = 'KMGTPE';

/**
 * Bytes that MuJoCo sets aside for contacts, constraint rows and the stack of a model, which its binary files keep: what `size` asks for,
 * or an estimate in whole megabytes. Our own memory grows with its use.
 */
export function arenaBytes(m: Model, size: Size): number {
  const asked = memoryBytes(size.memory);
  if (asked >= 0) return asked;
  const rows = m.njmax === -1 ? 500 : m.njmax;
  const contacts = m.nconmax === -1 ? 100 : m.nconmax;
  const { nv } = m;
  const objects = m.nq + nv + m.nu + m.na + m.nbody + m.njnt + m.ngeom + m.nsite + m.neq + m.ntendon + m.nwrap;
  const { nstack = -1 } = size;
  const stack = nstack === -1 ? Math.max(1000, 5 * (rows + m.neq + nv) ** 2 + 20 * objects) : nstack;
  const arena =
    contacts * CONTACT +
    rows * (8 * INT + 14 * REAL) +
    nv * 3 * INT +
    rows * nv * (2 * INT + 2 * REAL) +
    rows * rows * (INT + REAL);
  return Math.ceil((stack * REAL + arena) / MEGABYTE) * MEGABYTE;
}

/** The bytes of an attribute such as `5M`; -1 if there is none. */
function memoryBytes(text = '-1'): number {
  const [, number = '-1', suffix = ''] = text.trim().match(/^([-+]?\d+)([a-z]?)$/i) ?? [];
  return Number(number) * (suffix === '' ? 1 : 1024 ** (SUFFIXES.indexOf(suffix.toUpperCase()) + 1));
}
