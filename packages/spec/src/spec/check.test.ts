import { describe, expect, test } from 'vitest';
import { compile } from '../compile/compile.ts';
import { ModelError } from '../errors.ts';
import { thrownBy } from '../testing.ts';
import { addBody, addGeom, addJoint } from './add.ts';
import { createSpec } from './create.ts';
import type { Body, Spec } from './types.ts';

function pendulum(): { spec: Spec; body: Body } {
  const spec = createSpec();
  const body = addBody(spec.worldbody, { name: 'link', pos: [0, 0, 1] });
  addJoint(body, { axis: [0, 1, 0] });
  addGeom(body, { name: 'rod', type: 'capsule', size: [0.02, 0.2] });
  return { spec, body };
}

function problem(edit: (body: Record<string, unknown>, geom: Record<string, unknown>) => void): string {
  const { spec, body } = pendulum();
  const geom = body.children[1];
  edit(body as never, geom as never);
  return thrownBy(ModelError, () => compile(spec))?.message ?? '';
}

describe('a Spec that code has made', () => {
  test('compiles, with typed arrays too', () => {
    const { spec, body } = pendulum();
    body.pos = new Float64Array([0, 0, 2]) as never;
    expect(compile(spec).body_pos.subarray(3, 6)).toEqual(new Float64Array([0, 0, 2]));
  });

  test.each<[string, Parameters<typeof problem>[0], RegExp]>([
    ['a misspelt keyword', (_, geom) => Object.assign(geom, { type: 'capsul' }), /geom 'rod'.*'type' must be one of/s],
    ['text for numbers', (_, geom) => Object.assign(geom, { size: '1' }), /'size' must be a list of 1 to 3 numbers/],
    [
      'too few numbers',
      (body) => Object.assign(body, { pos: [0, 0] }),
      /body 'link'.*'pos' must be a list of 3 numbers/s,
    ],
    ['text among numbers', (body) => Object.assign(body, { pos: [0, 0, '1'] }), /'pos' must be a list of 3 numbers/],
    ['a list for one number', (_, geom) => Object.assign(geom, { mass: [1] }), /'mass' must be a number/],
    ['half a number', (_, geom) => Object.assign(geom, { condim: 3.5 }), /'condim' must be a whole number/],
    ['a number for a name', (body) => Object.assign(body, { name: 7 }), /'name' must be a string/],
    ['a kind that is none', (_, geom) => Object.assign(geom, { kind: 'gem' }), /there is no element of kind 'gem'/],
    ['a body in itself', (body) => (body['children'] as unknown[]).push(body), /the element contains itself/],
  ])('%s is refused', (_, edit, message) => {
    expect(problem(edit)).toMatch(message);
  });
});
