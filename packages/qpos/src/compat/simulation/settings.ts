import { makeModel, type Option, type Statistic, setLengthRange, type Visual } from '@qpos/core';
import { Handle } from '../handle.ts';
import type { MjData } from './data.ts';
import type { MjModel } from './model.ts';

/** A class whose objects are the settings of no model, with the defaults. */
type SettingsClass<T> = new () => T;

const settingsClass = <T extends object>(take: () => T): SettingsClass<T> =>
  function settings(): T {
    return take();
  } as unknown as SettingsClass<T>;

/** Options of no model, which can be copied. */
type FreeOption = Option & { copy(): FreeOption };

function freeOption(): FreeOption {
  const option = makeModel({}).opt as FreeOption;
  const copy = (): FreeOption => {
    const other = freeOption();
    assignNumbers(other, option);
    return other;
  };
  return Object.defineProperty(option, 'copy', { value: copy });
}

export const MjOption = settingsClass(freeOption);
export const MjStatistic = settingsClass<Statistic>(() => makeModel({}).stat);
export const MjVisual = settingsClass<Visual>(() => makeModel({}).vis);

/** One group of the settings of the picture, with zeros. */
const visualGroup = <G extends keyof Visual>(group: G): SettingsClass<Visual[G]> =>
  settingsClass(() => {
    const numbers = makeModel({}).vis[group] as unknown as Record<string, number | Float32Array>;
    for (const name in numbers) {
      const value = numbers[name];
      if (typeof value === 'number') numbers[name] = 0;
      else value?.fill(0);
    }
    return numbers as unknown as Visual[G];
  });

export const visualGroups = {
  MjVisualGlobal: visualGroup('global'),
  MjVisualHeadlight: visualGroup('headlight'),
  MjVisualMap: visualGroup('map'),
  MjVisualQuality: visualGroup('quality'),
  MjVisualRgba: visualGroup('rgba'),
  MjVisualScale: visualGroup('scale'),
};

/** How the length range of an actuator is found, with the defaults. */
export class MjLROpt extends Handle {
  mode = 1;
  useexisting = 1;
  uselimit = 0;
  accel = 20;
  maxforce = 0;
  timeconst = 1;
  timestep = 0.01;
  inttotal = 10;
  interval = 2;
  tolrange = 0.05;

  copy(): MjLROpt {
    return Object.assign(new MjLROpt(), this);
  }
}

/** Gives every number of a part, and of its groups, the value of another. */
function assignNumbers(target: object, source: object): void {
  const [to, from] = [target as Record<string, unknown>, source as Record<string, unknown>];
  for (const name in source) {
    const value = from[name];
    if (ArrayBuffer.isView(value)) (to[name] as Float64Array).set(value as Float64Array);
    else if (typeof value === 'object' && value !== null) assignNumbers(to[name] as object, value);
    else to[name] = value;
  }
}

/** Functions that fill settings with defaults or use them. */
export const settingsFunctions = {
  mj_defaultOption: (option: Option): void => assignNumbers(option, new MjOption()),
  mj_defaultVisual: (visual: Visual): void => assignNumbers(visual, new MjVisual()),
  mj_defaultLROpt: (options: MjLROpt): void => assignNumbers(options, { ...new MjLROpt() }),
  /** Finds the length range of an actuator, if the mode has it. */
  mj_setLengthRange({ inner: model }: MjModel, { inner: data }: MjData, actuator: number, options: MjLROpt): number {
    const { mode, accel, maxforce, timeconst, inttotal, interval, tolrange } = options;
    const flags = { useexisting: options.useexisting !== 0, uselimit: options.uselimit !== 0 };
    const settings = { mode, accel, maxforce, timeconst, inttotal, interval, tolrange, ...flags };
    setLengthRange(model, data, actuator, settings);
    return 1;
  },
};
