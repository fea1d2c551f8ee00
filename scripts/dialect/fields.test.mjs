import { describe, expect, test } from 'vitest';
import { takeFields } from './fields.mjs';

describe('takeFields', () => {
  test('each field becomes a declaration, under its own name or another one', () => {
    expect(takeFields('  const { nv, M_rowadr: adr } = m;\n')).toBe('  const nv = m.nv, adr = m.M_rowadr;\n');
  });

  test('a list may go over several lines', () => {
    expect(takeFields('const {\n  qpos,\n  qvel,\n} = d;')).toBe('const qpos = d.qpos, qvel = d.qvel;');
  });

  test('everything else stays as it is', () => {
    const text = 'const nv = m.nv;\nfor (let i = 0; i < nv; i++) { const x = v[i]; }\n';
    expect(takeFields(text)).toBe(text);
  });
});
