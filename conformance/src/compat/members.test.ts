import { MujocoError } from 'qpos/compat';
import { beforeAll, describe, expect, test } from 'vitest';
import { unavailable } from '../../../packages/qpos/src/compat/unavailable.ts';
import { readField, relativeError } from '../oracle/transfer.ts';
import { type AnyModule, type Both, loadBoth } from './both-modules.ts';

let both: Both;
beforeAll(async () => {
  both = await loadBoth();
  for (const { mj, model, data } of sides()) mj['mj_forward']?.(model, data);
});

interface Side {
  readonly mj: AnyModule;
  readonly model: object;
  readonly data: object;
}
const sides = (): Side[] => [both.ours, both.theirs] as unknown as Side[];

/** Members of the official classes that have no meaning here, or none yet. */
const ABSENT: Readonly<Record<'model' | 'data', readonly string[]>> = {
  model: ['buffer', 'nbuffer', 'signature'],
  data: [
    'arena',
    'buffer',
    'nbuffer',
    'narena',
    'maxuse_arena',
    'maxuse_stack',
    'parena',
    'pbase',
    'pstack',
    'signature',
    'threadlock',
    'threadpool',
    'maxuse_threadstack',
    'plugin',
    'plugin_data',
  ],
};

function memberNames(object: object): string[] {
  const names: string[] = [];
  for (
    let p = Object.getPrototypeOf(object) as object | null;
    p !== null && p !== Object.prototype;
    p = Object.getPrototypeOf(p) as object | null
  )
    for (const name of Object.getOwnPropertyNames(p)) if (!names.includes(name)) names.push(name);
  return names;
}

const TOLERANCE = 1e-9;

/** Compares one member of two objects; what its name is for the message. */
function compare(a: unknown, b: unknown, name: string): void {
  if (ArrayBuffer.isView(b)) {
    expect(ArrayBuffer.isView(a), name).toBe(true);
    expect(relativeError(a as Float64Array, (b as Float64Array).slice()), name).toBeLessThan(TOLERANCE);
  } else if (typeof b === 'number') expect(Math.abs(Number(a) - b), name).toBeLessThan(TOLERANCE);
  else if (typeof b === 'bigint') expect(BigInt(a as number), name).toBe(b);
  else if (typeof b === 'function') expect(typeof a, name).toBe('function');
  else if (typeof b === 'boolean' || typeof b === 'string') expect(a, name).toBe(b);
  else expect(typeof a, name).toBe(typeof b);
}

/** Values of solved forces and of the solver's course differ in the last bits. */
const NOT_COMPARED =
  /^(constructor|solver_\w+|efc_.*|qacc.*|qfrc_(constraint|inverse)|iefc_.*|sensordata|cacc|cfrc_\w+|island_.*|map_.*|maxuse_\w+|dof_island|tree_island|iM.*|idof.*|nA|nY|nefm\w*|efm_\w*|Y_.*|A_.*|qLU|qDeriv|qH\w*|iacc\w*|ifrc\w*|flg_\w+)$/;

const OBJECTS = {
  body: 'hand',
  jnt: 'free',
  geom: 'box',
  cam: 'front',
  light: 'sun',
  site: 'tip',
  mat: 'floor',
  tex: 'grid',
  mesh: 'tetra',
  hfield: 'hill',
  tendon: 'rope',
  eq: 'couple',
  actuator: 'turn',
  sensor: 'gyro',
  numeric: 'numbers',
  tuple: 'pairs',
  key: 'home',
};

/** What this test's own loader gives the official module. */
const GIVEN = new Set(['print', 'printErr', 'wasmBinary', 'locateFile', 'quit', 'onAbort']);

/** Names that programs cannot use here. */
const REFUSED = 14;

describe('members', () => {
  test.each(['model', 'data'] as const)('every member of the class of %s', (kind) => {
    const [ours, theirs] = sides().map((side) => side[kind]) as [object, object];
    const missing: string[] = [];
    for (const name of memberNames(theirs)) {
      if (ABSENT[kind].includes(name)) continue;
      if (!(name in ours)) missing.push(name);
      else if (!NOT_COMPARED.test(name)) {
        const value = readField(theirs, name);
        if (value !== undefined) compare((ours as Record<string, unknown>)[name], value, name);
      }
    }
    expect(missing).toEqual([]);
  });

  test('options, statistics and settings of the picture', () => {
    const [ours, theirs] = sides().map(({ model }) => model as Record<string, Record<string, unknown>>);
    for (const part of ['opt', 'stat'])
      for (const name of memberNames(theirs?.[part] as object)) {
        const value = theirs?.[part]?.[name];
        if (typeof value === 'number' || ArrayBuffer.isView(value))
          compare(ours?.[part]?.[name], value, `${part}.${name}`);
      }
  });

  /** The official accessor gives one column of two, or reads beyond its row; names that start with `_` are a mistake of it. */
  const NARROW = new Set(['jnt.dampingpoly', 'tendon.J_colind']);

  test.each(Object.entries(OBJECTS))('model.%s: every field, by name and by number', (kind, name) => {
    const [ours, theirs] = sides().map(
      ({ model }) => (model as unknown as AnyModule)[kind]?.call(model, name) as Record<string, unknown>,
    );
    for (const member of memberNames(theirs as object)) {
      const value = readField(theirs as object, member);
      if (
        typeof value === 'function' ||
        value === undefined ||
        member.startsWith('_') ||
        NARROW.has(`${kind}.${member}`)
      )
        continue;
      compare(ours?.[member], value, `${kind}.${member}`);
    }
    const byNumber = ((sides()[0] as Side).model as AnyModule)[kind]?.(ours?.['id']) as { name: string };
    expect(byNumber.name).toBe(name);
  });

  test.each(['body', 'jnt', 'geom', 'site', 'cam', 'light', 'tendon', 'actuator', 'sensor'] as const)(
    'data.%s: every field',
    (kind) => {
      const [ours, theirs] = sides().map(
        ({ data }) => (data as unknown as AnyModule)[kind]?.(OBJECTS[kind]) as Record<string, unknown>,
      );
      for (const member of memberNames(theirs as object)) {
        const value = readField(theirs as object, member);
        if (
          typeof value === 'function' ||
          value === undefined ||
          /^(data|moment|qacc\w*|qfrc_(constraint|inverse)|cacc|cfrc.*)$/.test(member)
        )
          continue;
        compare(ours?.[member], value, `${kind}.${member}`);
      }
    },
  );

  test('fields of an object are views that can be written', () => {
    const side = sides()[0] as Side;
    const hinge = (side.data as unknown as AnyModule)['jnt']?.('hinge') as { qpos: ArrayLike<number> };
    hinge.qpos = [0.25];
    expect((side.data as { qpos: Float64Array }).qpos[7]).toBe(0.25);
    hinge.qpos = [0];
  });

  test.each(['no such thing', 99, -1])('an object that is not there: %s', (key) => {
    const errors = sides().map(({ model }) => {
      try {
        (model as unknown as AnyModule)['geom']?.(key);
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(errors[0]).toContain('Invalid');
    expect(errors[0]).toBe(errors[1]);
  });

  test('contacts', () => {
    const [ours, theirs] = sides().map(
      ({ data }) => (data as { contact: { size(): number; get(k: number): Record<string, unknown> } }).contact,
    );
    expect(ours?.size()).toBeGreaterThan(0);
    expect(ours?.size()).toBe(theirs?.size());
    for (let k = 0; k < (theirs?.size() ?? 0); k++)
      for (const name of memberNames(theirs?.get(k) as object)) {
        const value = theirs?.get(k)[name];
        if ((typeof value === 'number' || ArrayBuffer.isView(value)) && !/^(mu|H)$/.test(name))
          compare(ours?.get(k)[name], value, name);
      }
    expect(ours?.get(1000)).toBeUndefined();
    const copy = (ours as { get(k: number): unknown } as { get(k: number): { copy(): { dist: number } } })
      .get(0)
      .copy();
    expect(copy.dist).toBe(ours?.get(0)['dist']);
  });
});

describe('names', () => {
  test('every enumeration and value', () => {
    const [ours, theirs] = sides().map(({ mj }) => mj as unknown as Record<string, Record<string, { value: number }>>);
    const names = Object.keys(theirs as object).filter((n) => /^mj[rt][A-Z]/.test(n));
    expect(names.length).toBe(77);
    for (const name of names)
      for (const member of Object.getOwnPropertyNames(theirs?.[name]))
        if (typeof theirs?.[name]?.[member]?.value === 'number')
          expect(ours?.[name]?.[member]?.value, `${name}.${member}`).toBe(theirs[name][member]?.value);
  });

  test('constants and tables of texts', () => {
    const [ours, theirs] = sides().map(({ mj }) => mj as unknown as Record<string, unknown>);
    for (const name of Object.keys(theirs as object))
      if (/^mj[A-Z]\w*$/.test(name) && (typeof theirs?.[name] === 'number' || Array.isArray(theirs?.[name])))
        expect(ours?.[name], name).toEqual(theirs?.[name]);
  });

  test('every official name exists, with the same kind of value', () => {
    const [ours, theirs] = sides().map(({ mj }) => mj as unknown as Record<string, unknown>);
    const names = Object.keys(theirs as object).filter((name) => !GIVEN.has(name));
    expect(names.length).toBe(636);
    const kindOf = (x: unknown): string => (typeof x === 'function' ? 'object' : typeof x); // enumerations are functions there
    expect(
      names.filter((name) => !(name in (ours as object)) || kindOf(ours?.[name]) !== kindOf(theirs?.[name])),
    ).toEqual([]);
  });

  test.each(Object.keys(unavailable))('%s says why it is not there and what to use', (name) => {
    const { [name]: refused } = (sides()[0] as Side).mj;
    expect((sides()[1] as Side).mj).toHaveProperty(name);
    expect(() => refused?.()).toThrow(MujocoError);
    expect(() => refused?.()).toThrow(
      expect.objectContaining({ code: 'unavailable', hint: expect.stringMatching(/\w{3}/) }),
    );
  });

  test('names that are refused are these alone', () => {
    const { length } = Object.keys(unavailable);
    expect(length).toBe(REFUSED);
  });

  test('tables of texts as functions, and what throws', () => {
    const results = sides().map(({ mj }) => {
      const { error: fail, ...rest } = mj;
      let message = '';
      try {
        fail?.('a reason');
      } catch (error) {
        message = (error as Error).message.trim();
      }
      const tables = Object.keys(rest).filter((name) => name.startsWith('get_'));
      return [message, tables.sort().map((name) => [name, mj[name]?.()])];
    });
    expect(results[0]).toEqual(results[1]);
  });

  test.each([
    ...['MjPreContact', 'MjSolverStat', 'MjTimerStat', 'MjWarningStat'],
    ...['Global', 'Headlight', 'Map', 'Quality', 'Rgba', 'Scale'].map((group) => `MjVisual${group}`),
  ])('%s: every member of a new one', (name) => {
    const [ours, theirs] = sides().map(
      ({ mj }) => new (mj[name] as unknown as new () => Record<string, unknown>)(),
    ) as [Record<string, unknown>, Record<string, unknown>];
    const members = memberNames(theirs).filter((member) => typeof theirs[member] !== 'function');
    expect(members.length).toBeGreaterThan(0);
    for (const member of members) compare(ours[member], theirs[member], `${name}.${member}`);
  });

  test.each([
    ['mjDoubleVec', 0.1, 2],
    ['mjFloatVec', 0.1, 2],
    ['mjIntVec', 3, 2],
    ['mjByteVec', 200, 2],
    ['mjStringVec', 'a', 'b'],
  ])('%s', (name, first, second) => {
    const results = sides().map(({ mj }) => {
      const vector = new (mj[name] as unknown as new () => AnyModule)();
      vector['push_back']?.(first);
      vector['resize']?.(3, second);
      vector['set']?.(1, first);
      return [vector['size']?.(), ...[0, 1, 2, 3].map((k) => vector['get']?.(k))];
    });
    expect(results[0]).toEqual(results[1]);
  });

  test.each([
    ...['mjIntVecVec', 'mjFloatVecVec', 'mjStringVecVec', 'MjSolverStatVec', 'MjTimerStatVec', 'MjWarningStatVec'],
    ...['MjvGLCameraVec', 'MjvGeomVec', 'MjvLightVec'],
  ])('%s of objects', (name) => {
    const results = sides().map(({ mj }) => {
      const make = (type: string) => new (mj[type] as unknown as new () => AnyModule)();
      const vector = make(name);
      vector['push_back']?.(make(name.slice(0, -3)));
      return [vector['size']?.(), typeof vector['get']?.(0), vector['get']?.(1)];
    });
    expect(results[0]).toEqual(results[1]);
  });

  test('accessors are objects of their classes, which have no constructor', () => {
    const results = sides().map(({ mj, model, data }) => {
      const objects = [
        ...[...Object.entries(OBJECTS)].map(([kind, name]) => (model as unknown as AnyModule)[kind]?.call(model, name)),
        (data as unknown as AnyModule)['jnt']?.('free'),
      ] as object[];
      const Class = mj['MjModelBodyAccessor'] as unknown as new () => object;
      expect(() => new Class()).toThrow('MjModelBodyAccessor has no accessible constructor');
      return objects.map((object) => {
        const { name } = object.constructor;
        return [name, object instanceof (mj[name] as unknown as new () => object)];
      });
    });
    expect(results[0]).toEqual(results[1]);
  });
});
