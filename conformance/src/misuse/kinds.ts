import { cloneModel, type Data, loadModel, type Model, makeData, parseMjcf, type Spec, step } from 'qpos';

/** Something that an argument should not be, or seldom should. */
export const WRONG = [
  'undefined',
  'null',
  'number',
  'negative',
  'fraction',
  'NaN',
  'huge',
  'text',
  'object',
  'array',
  'function',
  'model',
  'data',
  'disposed model',
  'disposed data',
] as const;
export type Wrong = (typeof WRONG)[number];

/** What the calls of the test work on. */
export interface Scene {
  readonly model: Model;
  readonly data: Data;
  readonly spec: Spec;
  readonly disposedModel: Model;
  readonly disposedData: Data;
}

const XML = `
<mujoco model="misused">
  <worldbody>
    <geom name="floor" type="plane" size="2 2 1"/>
    <camera name="side" pos="0 -2 1"/>
    <body name="arm" pos="0 0 .5"><joint name="hinge" axis="0 1 0" range="-90 90"/><geom name="g" size=".1"/><site name="s"/>
      <body name="hand" pos=".2 0 0"><joint name="slide" type="slide"/><geom size=".1"/></body></body>
    <body name="ball" pos="1 0 .1"><freejoint/><geom size=".1"/></body>
    <body name="post" pos="0 2 1"><flexcomp name="net" type="grid" dim="2" count="2 2 1" spacing=".1 .1 .1" radius=".01" rigid="true"/></body>
  </worldbody>
  <tendon><fixed name="t"><joint joint="hinge" coef="1"/></fixed></tendon>
  <actuator><motor name="m" joint="hinge" delay=".01" nsample="10"/></actuator>
  <sensor><gyro name="q" site="s" delay=".01" nsample="10"/></sensor>
  <keyframe><key name="k"/></keyframe>
</mujoco>`;

function moved(model: Model): Data {
  const data = makeData(model);
  step(model, data, 5);
  return data;
}

const template = loadModel(XML);

export function makeScene(): Scene {
  const [model, disposedModel] = [cloneModel(template), cloneModel(template)];
  const [data, disposedData] = [moved(model), makeData(model)];
  disposedData[Symbol.dispose]();
  disposedModel[Symbol.dispose]();
  return { model, data, spec: parseMjcf(XML), disposedModel, disposedData };
}

/** Gives the memory of a scene back: thousands are made before the collector has its turn. */
export function disposeScene({ model, data }: Scene): void {
  data[Symbol.dispose]();
  model[Symbol.dispose]();
}

export function wrongValue(wrong: Wrong, { model, data, disposedModel, disposedData }: Scene): unknown {
  switch (wrong) {
    case 'undefined':
      return undefined;
    case 'null':
      return null;
    case 'number':
      return 5;
    case 'negative':
      return -1;
    case 'fraction':
      return 0.5;
    case 'NaN':
      return Number.NaN;
    case 'huge':
      return 1e300;
    case 'text':
      return 'text';
    case 'object':
      return {};
    case 'array':
      return [];
    case 'function':
      return () => undefined;
    case 'model':
      return model;
    case 'data':
      return data;
    case 'disposed model':
      return disposedModel;
    case 'disposed data':
      return disposedData;
  }
}

/** What a parameter takes: a good value, and which of the wrong ones it takes as well, by its documentation. */
export interface Kind {
  readonly good: (scene: Scene) => unknown;
  readonly takes: readonly Wrong[];
}

const kind = (good: Kind['good'], ...takes: Wrong[]): Kind => ({ good, takes });

export const objects: readonly Wrong[] = ['object', 'array', 'model', 'data', 'disposed model', 'disposed data'];
const numbers: readonly Wrong[] = ['number', 'negative', 'fraction', 'NaN', 'huge'];

/** An object of settings, which are all optional; other members are not looked at. */
export const settings = (good: object = {}): Kind => kind(() => good, 'undefined', ...objects);
export const model = kind(({ model: m }) => m, 'model');
export const data = kind(({ data: d }) => d, 'data');
export const spec = kind(({ spec: s }) => s);
/** Any number, NaN and infinities included. */
export const real = kind(() => 0.5, ...numbers);
/** An index that exists; another number may exist, too. */
export const index = (k = 0): Kind => kind(() => k, 'number');
export const whole = kind(() => 1, 'number');
export const flag = kind(() => false);
export const text = (good: string): Kind => kind(() => good, 'text');
export const numbersIn = (n: number): Kind => kind(() => new Array<number>(n).fill(0.5));
export const numbersOut = (n: number): Kind => kind(() => new Float64Array(n));
export const node = kind(({ spec: s }) => s.worldbody);
export const attributes = (good: object = {}): Kind => kind(() => good, 'object', 'array');
export const orNull = (k: Kind): Kind => ({ ...k, takes: [...k.takes, 'null'] });
export const orUndefined = (k: Kind): Kind => ({ ...k, takes: [...k.takes, 'undefined'] });
export const anything = kind(() => undefined, ...WRONG);
export const callback = kind(() => () => undefined, 'function');
export const value = (good: Kind['good'], ...takes: Wrong[]): Kind => kind(good, ...takes);
