import type { Data, Model } from 'qpos';
import { MujocoError } from 'qpos/compat';
import { beforeAll, describe, expect, test } from 'vitest';
import { tables } from '../../../packages/qpos/src/compat/module.ts';
import { makeRandom, type Random } from '../models/random-tree.ts';
import { oracleMessage } from '../oracle/oracle.ts';
import { copyState, relativeError } from '../oracle/transfer.ts';
import { type AnyModule, type Both, loadBoth } from './both-modules.ts';
import { type Call, randomCall } from './random-arguments.ts';

const CALLS = 6;
/** Both engines compute with the same formulas; a few sum in another order or have other elementary functions. */
const TOLERANCE = 1e-9;
/** Differences amplify the last bits of a step by the inverse of their size. */
const DIFFERENCE_TOLERANCE = 1e-4;

/** Not compared, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  mju_standardNormal: 'random',
  mju_writeNumBytes: 'traps in the official build',
  mj_readCtrl: 'the official build does not bind it',
  mj_version: 'has no arguments: compared below',
  mj_versionString: 'has no arguments: compared below',
  mj_setTotalmass: 'changes the model: compared below',
  mj_resetDataDebug: 'leaves everything but the state to chance',
  mj_initCtrlHistory: 'the scene has no delays: refused by both',
  mj_initSensorHistory: 'the scene has no delays: refused by both',
  mj_extractState: 'its sizes follow from signatures: compared below',
  mj_getState: 'its size follows from the signature: compared below',
  mj_setState: 'its size follows from the signature: compared below',
  mj_copyState: 'takes two Data: compared below',
  mj_rayFlex: 'the scene has no flex',
  mj_addContact: 'takes a contact: compared below',
  mj_implicit: 'needs another integrator: compared below',
  mj_setConst: 'takes the Data as working memory there: models are compared below',
  mju_n2f: 'writes single precision: compared below',
  mju_dense2sparse: 'the list it needs depends on the matrix: compared below',
};

/** Functions that no table has, and where they are compared. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  mj_compile: 'spec.test.ts',
  mj_copyBack: 'spec.test.ts',
  mj_defaultLROpt: 'below',
  mj_defaultOption: 'below',
  mj_defaultVisual: 'below',
  mj_setLengthRange: 'below',
  mj_saveModel: 'files.test.ts',
  mj_saveLastXML: 'files.test.ts',
  mj_printModel: 'below: the texts are our own',
  mj_printData: 'below: the texts are our own',
  mj_printFormattedModel: 'below: the texts are our own',
  mj_printFormattedData: 'below: the texts are our own',
  mju_printMat: 'files.test.ts: prints',
  mju_printMatSparse: 'files.test.ts: prints',
  mju_info: 'log.test.ts',
  mju_message: 'log.test.ts',
  mju_writeLog: 'log.test.ts',
  mju_getLogConfig: 'log.test.ts',
  mju_setLogConfig: 'log.test.ts',
  mj_resetCallbacks: 'below: nothing sets callbacks through these names',
  mj_printScene: 'refused: members.test.ts',
  mj_printFormattedScene: 'refused: members.test.ts',
  mju_threadpool: 'refused: members.test.ts',
};

/** What the official package makes of a text that is not there. */
const GARBAGE = 'emsc';

let both: Both;

beforeAll(async () => {
  both = await loadBoth();
});

type Simulation = { readonly model: unknown; readonly data: unknown };

/** The same state in both engines: after a few steps from a keyframe, under the same controls. */
function settle(): void {
  for (const { mj, model, data } of [both.theirs, both.ours] as { mj: unknown; model: object; data: object }[]) {
    const m = mj as AnyModule;
    m['mj_resetDataKeyframe']?.(model, data, 0);
    (data as { ctrl: Float64Array }).ctrl.set([0.3, -0.2]);
    for (let k = 0; k < 5; k++) m['mj_step']?.(model, data);
  }
  // steps may differ in the last bits, which contacts amplify: the comparison starts from one state
  copyState(both.theirs.data, inner(both.ours.data));
  for (const { mj, model, data } of [both.theirs, both.ours] as { mj: unknown; model: object; data: object }[])
    (mj as AnyModule)['mj_forward']?.(model, data);
}

/** Arguments for one engine: what is written to gets memory of its own. */
function argumentsFor(mj: AnyModule, { model, data }: Simulation, { parameters, values }: Call): unknown[] {
  const { DoubleBuffer, IntBuffer } = mj as unknown as Record<string, { FromArray(x: ArrayLike<number>): unknown }>;
  return parameters.map(({ kind }, k) => {
    const value = values[k];
    if (kind === 'm') return model;
    if (kind === 'd') return data;
    if (kind === '>' && value !== null)
      return (value instanceof Int32Array ? IntBuffer : DoubleBuffer)?.FromArray(value as Float64Array);
    return kind === '<' && value !== null ? Array.from(value as Float64Array) : value;
  });
}

const viewOf = (x: unknown): Float64Array => (x as { GetView(): Float64Array }).GetView().slice();

interface Outcome {
  readonly error: string;
  readonly returned: unknown;
  readonly written: Float64Array[];
}

function run(mj: AnyModule, simulation: Simulation, name: string, call: Call): Outcome {
  const given = argumentsFor(mj, simulation, call);
  let error = '';
  let returned: unknown;
  try {
    returned = mj[name]?.(...given);
  } catch (e) {
    error = e instanceof Error ? e.message : oracleMessage(both.oracle, e);
  }
  const written = call.parameters.flatMap(({ kind }, k) =>
    kind === '>' && given[k] !== null ? [viewOf(given[k])] : [],
  );
  return { error, returned, written };
}

const FIELDS =
  'qpos qvel qacc act time xpos xmat qfrc_bias qfrc_passive qfrc_actuator qfrc_constraint qfrc_smooth qfrc_inverse sensordata energy subtree_com subtree_linvel cvel cacc cfrc_int M qLD efc_force efc_aref efc_vel ten_length actuator_length cdof crb cinert light_xpos cam_xpos'.split(
    ' ',
  );

function compareData(): void {
  for (const field of FIELDS) {
    const [a, b] = [both.ours.data, both.theirs.data].map((d) => (d as Record<string, unknown>)[field]);
    if (typeof b === 'number') expect(Math.abs((a as number) - b), field).toBeLessThan(TOLERANCE);
    else expect(relativeError(a as Float64Array, (b as Float64Array).slice()), field).toBeLessThan(TOLERANCE);
  }
}

type Timers = { readonly timer: { size(): number; get(k: number): { readonly number: number } } };
/** How often each part of a step ran. */
const timerCounts = (data: object): number[] => {
  const { timer } = data as Timers;
  return Array.from({ length: timer.size() }, (_, k) => timer.get(k).number);
};

const rows = Object.entries(tables as Record<string, readonly [string, unknown]>).filter(
  ([name]) => !(name in EXCEPTIONS),
);
const onData = rows.filter(([, [signature]]) => signature === 'm d');
const others = rows.filter(([, [signature]]) => signature !== 'm d');

const inner = (x: object): Model & Data => (x as { inner: Model & Data }).inner;

function compareCalls(random: Random, name: string, signature: string): void {
  const { ours, theirs } = both;
  const call = randomCall(random, name, signature, inner(ours.model), inner(ours.data));
  const a = run(ours.mj as unknown as AnyModule, ours, name, call);
  const b = run(theirs.mj as unknown as AnyModule, theirs, name, call);
  const label = `${name} ${JSON.stringify(call.values.map((v) => (ArrayBuffer.isView(v) ? Array.from(v as Float64Array) : typeof v === 'object' ? null : v)))}`;
  expect(a.error, label).toBe(b.error);
  const tolerance = /FD$/.test(name) ? DIFFERENCE_TOLERANCE : TOLERANCE;
  if (typeof b.returned === 'number') expect(Math.abs(Number(a.returned) - b.returned), label).toBeLessThan(tolerance);
  else expect(a.returned, label).toEqual(b.returned === GARBAGE ? '' : b.returned);
  b.written.slice(0, name === 'mju_boxQP' ? 1 : undefined).forEach((values, k) => {
    // the rest of boxQP is working memory
    expect(relativeError(a.written[k] as Float64Array, values), `${label} output ${k}`).toBeLessThan(tolerance);
  });
}

describe('the tables', () => {
  test('have every official function, but for those that are compared elsewhere', () => {
    const official = Object.keys(both.theirs.mj as unknown as AnyModule).filter((name) => /^mj[ud]?_/.test(name));
    const missing = official.filter((name) => !(name in tables) && !(name in ELSEWHERE));
    expect(missing).toEqual([]);
    const known = new Set([...Object.keys(tables), ...official]);
    expect([...Object.keys(EXCEPTIONS), ...Object.keys(ELSEWHERE)].filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('functions of a model and its Data', () => {
  test.each(onData)('%s', (name) => {
    settle();
    for (const { mj, model, data } of [both.theirs, both.ours] as { mj: unknown; model: object; data: object }[])
      (mj as AnyModule)[name]?.(model, data);
    compareData();
    const counts = [both.ours, both.theirs].map(({ data }) => timerCounts(data));
    expect(counts[0]).toEqual(counts[1]);
  });
});

describe('functions with other arguments', () => {
  test.each(others)('%s', (name, [signature]) => {
    settle();
    const random = makeRandom(name.length);
    for (let k = 0; k < CALLS; k++) compareCalls(random, name, signature);
  });
});

describe('wrong arguments', () => {
  test.each(others.filter(([, [signature]]) => /[<>]\w+\[(?!~)/.test(signature)))(
    '%s refuses an array of another length in the same words',
    (name, [signature]) => {
      const { ours, theirs } = both;
      const call = randomCall(makeRandom(3), name, signature, inner(ours.model), inner(ours.data));
      const k = call.parameters.findIndex(
        ({ size }, i) => size !== undefined && !size.startsWith('~') && call.values[i] !== null,
      );
      if (k < 0) return;
      const values = [...call.values];
      values[k] = new Float64Array((values[k] as Float64Array).length + 1);
      const wrong = { ...call, values };
      const a = run(ours.mj as unknown as AnyModule, ours, name, wrong);
      const b = run(theirs.mj as unknown as AnyModule, theirs, name, wrong);
      expect(a.error.replace(/mju?_\w+_wrapper: /, '')).toBe(b.error.replace(/mju?_\w+_wrapper: /, ''));
    },
  );

  test('objects and numbers of arguments', () => {
    const { mj, model, data } = both.ours;
    const { mj_step: step } = mj as unknown as AnyModule;
    expect(() => step?.(model)).toThrow('function mj_step called with 1 arguments, expected 2');
    expect(() => step?.(null, data)).toThrow('null is not a valid MjModel');
    expect(() => step?.(data, data)).toThrow('Expected null or instance of MjModel, got an instance of MjData');
    expect(() => step?.(model)).toThrow(MujocoError);
  });
});

describe('functions whose arguments depend on each other', () => {
  const pairs = (): { mj: AnyModule; model: unknown; data: unknown }[] =>
    [both.ours, both.theirs] as unknown as { mj: AnyModule; model: unknown; data: unknown }[];

  test('states', () => {
    settle();
    for (const signature of [1, 15, 4095, 8191]) {
      const [a, b] = pairs().map(({ mj, model, data }) => {
        const { DoubleBuffer } = mj as unknown as { DoubleBuffer: new (n: number) => { GetView(): Float64Array } };
        const state = new DoubleBuffer(Number(mj['mj_stateSize']?.(model, signature)));
        mj['mj_getState']?.(model, data, state, signature);
        mj['mj_setState']?.(model, data, Array.from(state.GetView()), signature);
        return state.GetView().slice();
      });
      expect(relativeError(a as Float64Array, b as Float64Array)).toBeLessThan(TOLERANCE);
    }
    const errors = pairs().map(({ mj, model }) => {
      try {
        mj['mj_stateSize']?.(model, 2 ** 14);
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(errors[0]).toBe(errors[1]);
  });

  test('a sparse matrix of a dense one, and back', () => {
    const dense = [1, 0, 2, 0, 0, 3];
    const [a, b] = pairs().map(({ mj }) => {
      const { DoubleBuffer, IntBuffer } = mj as unknown as Record<
        string,
        new (
          n: number,
        ) => { GetView(): Float64Array }
      >;
      const make = (type: typeof DoubleBuffer, n: number) => new (type as NonNullable<typeof DoubleBuffer>)(n);
      const [res, nnz, adr, ind] = [make(DoubleBuffer, 4), make(IntBuffer, 2), make(IntBuffer, 2), make(IntBuffer, 4)];
      const status = mj['mju_dense2sparse']?.(res, dense, 2, 3, nnz, adr, ind);
      return { status, lists: [res, nnz, adr].map((x) => Array.from(x.GetView())) };
    });
    expect(a).toEqual(b);
  });

  test('single precision', () => {
    const [a, b] = pairs().map(({ mj }) => {
      const { FloatBuffer } = mj as unknown as { FloatBuffer: new (n: number) => { GetView(): Float32Array } };
      const res = new FloatBuffer(2);
      mj['mju_n2f']?.(res, [0.1, 1 / 3]);
      return Array.from(res.GetView());
    });
    expect(a).toEqual(b);
  });

  test('a step that is implicit in velocity', () => {
    for (const integrator of [2, 3]) {
      settle();
      for (const { mj, model, data } of pairs()) {
        (model as { opt: { integrator: number } }).opt.integrator = integrator;
        mj['mj_implicit']?.(model, data);
      }
      compareData();
    }
    const errors = pairs().map(({ mj, model, data }) => {
      (model as { opt: { integrator: number } }).opt.integrator = 0;
      try {
        mj['mj_implicit']?.(model, data);
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(errors[0]).toBe(errors[1]);
  });

  test('constants after a change of mass', () => {
    const results = pairs().map(({ mj, model, data }) => {
      const m = model as Record<string, Float64Array>;
      (m['body_mass'] as Float64Array)[1] = 2;
      mj['mj_setConst']?.(model, data);
      return ['body_subtreemass', 'dof_invweight0', 'body_invweight0', 'actuator_acc0'].map((f) =>
        (m[f] as Float64Array).slice(),
      );
    });
    results[0]?.forEach((values, k) => {
      expect(relativeError(values, results[1]?.[k] as Float64Array)).toBeLessThan(TOLERANCE);
    });
  });

  test('a contact that a program adds', () => {
    settle();
    const results = pairs().map(({ mj, model, data }) => {
      const d = data as {
        contact: { get(k: number): { copy(): Record<string, unknown> } };
        ncon: number;
        nefc: number;
      };
      for (const name of ['mj_fwdPosition', 'mj_collision']) mj[name]?.(model, data);
      const contact = d.contact.get(0).copy();
      contact['dist'] = -0.002;
      (contact['pos'] as Float64Array)[0] = 0.05;
      const status = mj['mj_addContact']?.(model, data, contact);
      for (const name of [
        'mj_makeConstraint',
        'mj_projectConstraint',
        'mj_fwdVelocity',
        'mj_fwdAcceleration',
        'mj_fwdConstraint',
      ])
        mj[name]?.(model, data);
      const { qacc, efc_pos } = data as Record<string, Float64Array>;
      return { status, ncon: d.ncon, nefc: d.nefc, qacc: qacc?.slice(), efc_pos: efc_pos?.slice(0, d.nefc) };
    });
    const [ours, theirs] = results as [(typeof results)[0], (typeof results)[0]];
    expect([ours.status, ours.ncon, ours.nefc]).toEqual([theirs.status, theirs.ncon, theirs.nefc]);
    expect(relativeError(ours.efc_pos as Float64Array, theirs.efc_pos as Float64Array)).toBeLessThan(TOLERANCE);
    expect(relativeError(ours.qacc as Float64Array, theirs.qacc as Float64Array)).toBeLessThan(1e-7);
  });

  test('settings with their defaults, and a length range', () => {
    const results = pairs().map(({ mj, model, data }) => {
      const make = (name: string) => new (mj[name] as unknown as new () => Record<string, Record<string, unknown>>)();
      const [option, visual, ranges] = [make('MjOption'), make('MjVisual'), make('MjLROpt')];
      mj['mj_defaultOption']?.(option);
      mj['mj_defaultVisual']?.(visual);
      mj['mj_defaultLROpt']?.(ranges);
      const status = mj['mj_setLengthRange']?.(model, data, 0, ranges);
      const range = Array.from((model as Record<string, Float64Array>)['actuator_lengthrange'] ?? [], (x) =>
        x.toFixed(9),
      );
      const { global, map } = visual;
      return [
        status,
        range,
        option['timestep'],
        global?.['fovy'],
        map?.['stiffness'],
        ranges['mode'],
        ranges['interval'],
      ];
    });
    expect(results[0]).toEqual(results[1]);
  });

  test('files of models and Data as text, and sparse matrices in print', () => {
    for (const { mj, model, data } of pairs()) {
      const { FS } = mj as unknown as { FS: { readFile(path: string): Uint8Array; unlink(path: string): void } };
      mj['mj_printModel']?.(model, 'a.txt');
      mj['mj_printFormattedModel']?.(model, 'b.txt', '%g');
      mj['mj_printData']?.(model, data, 'c.txt');
      mj['mj_printFormattedData']?.(model, data, 'd.txt', '%g');
      for (const name of ['a', 'b', 'c', 'd']) {
        expect(FS.readFile(`${name}.txt`).length).toBeGreaterThan(1000);
        FS.unlink(`${name}.txt`);
      }
      mj['mj_resetCallbacks']?.();
    }
  });

  test('versions and the mass of everything', () => {
    const results = pairs().map(({ mj, model, data }) => {
      const before = Number(mj['mj_getTotalmass']?.(model));
      mj['mj_setTotalmass']?.(model, 7);
      const after = Number(mj['mj_getTotalmass']?.(model));
      mj['mj_setTotalmass']?.(model, before);
      mj['mj_forward']?.(model, data);
      return [mj['mj_version']?.(), mj['mj_versionString']?.(), after.toFixed(9)];
    });
    expect(results[0]).toEqual(results[1]);
  });
});
