import { loadOracle, makeTwin, type Oracle } from '@qpos/conformance';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  ArgumentError,
  enums,
  getState,
  type LogMessage,
  setLogHandler,
  stateSize,
  step,
  warningText,
  writeLog,
} from '../../index.ts';

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});
afterEach(() => {
  setLogHandler(undefined);
});

const textOf = (warning: number, info: number): unknown =>
  (oracle.mj['mju_warningText'] as (warning: number, info: number) => string)(warning, info);

const xml = `<mujoco><worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
  <actuator><motor joint="j"/></actuator></mujoco>`;

describe('setLogHandler', () => {
  test('hears warnings of every Data in the words of the oracle, beside their counters', () => {
    const { model, data } = makeTwin(oracle, xml);
    const heard: LogMessage[] = [];
    setLogHandler((message) => heard.push(message));
    data.ctrl[0] = Number.NaN;
    step(model, data);
    const warning = enums.Warning.BADCTRL;
    expect(heard).toEqual([{ level: 'warning', text: textOf(warning, 0), warning }]);
    expect(data.warning.number[warning]).toBe(1);
  });

  test('hears lines, until another takes its place, and gives back the one before', () => {
    const heard: string[] = [];
    const first = ({ level, text }: LogMessage): number => heard.push(`${level} ${text}`);
    expect(setLogHandler(first)).toBeUndefined();
    writeLog('info', 'a');
    expect(setLogHandler(undefined)).toBe(first);
    writeLog('error', 'b');
    expect(heard).toEqual(['info a']);
  });

  test('changes no bit of a simulation', () => {
    const run = (): number[] => {
      const { model, data } = makeTwin(oracle, xml);
      data.qvel[0] = 1;
      data.ctrl[0] = Number.POSITIVE_INFINITY;
      step(model, data, 20);
      const state = new Float64Array(stateSize(model, enums.StateBit.INTEGRATION));
      getState(model, data, state, enums.StateBit.INTEGRATION);
      return [...state];
    };
    const without = run();
    setLogHandler(() => {});
    expect(run()).toEqual(without);
  });

  test('refuses what is no handler, level or text', () => {
    expect(() => setLogHandler(3 as never)).toThrow(ArgumentError);
    expect(() => writeLog('loud' as never, 'x')).toThrow("there is no level 'loud'");
    expect(() => writeLog('info', 3 as never)).toThrow(ArgumentError);
  });

  test('every warning has the text of the oracle', () => {
    for (let warning = 0; warning < 9; warning++) expect(warningText(warning, 3)).toBe(textOf(warning, 3));
  });
});
