import { setShortcut } from '../../spec/actuators.ts';
import type { StructOf } from '../../spec/struct.ts';
import { row } from '../row.ts';

type Actuator = StructOf<'MjsActuator'>;
type Numbers = ArrayLike<number> | null;

/** One number of an array that may be null; -1 says that nothing is given, as in MJCF's defaults. */
const one = (from: Numbers): number | undefined => (from === null ? undefined : from[0]);
const all = (from: Numbers): number[] | undefined => (from === null ? undefined : Array.from(from));
const given = (x: number): number | undefined => (x < 0 ? undefined : x);

const INPUTS = ['pos', 'vel', 'ff', 'voltage'];
const NO_INPUT = 16;
/** The inputs of an actuator as words. */
const inputs = (bits: number): string[] | undefined =>
  bits === 0 ? undefined : bits === NO_INPUT ? ['none'] : INPUTS.filter((_, bit) => bits & (1 << bit));

/** Functions that make an actuator one of the shortcuts; they return what is wrong, or an empty text. */
export const actuatorFunctions = {
  mjs_setToMotor: row('@MjsActuator', (a: Actuator) => setShortcut(a, 'motor', {})),
  mjs_setToPosition: row(
    '@MjsActuator #kp ?<kv ?<dampratio ?<timeconst #inheritrange',
    (a: Actuator, kp: number, kv: Numbers, dampratio: Numbers, timeconst: Numbers, inheritrange: number) =>
      setShortcut(a, 'position', {
        kp,
        kv: one(kv),
        dampratio: one(dampratio),
        timeconst: one(timeconst),
        inheritrange,
      }),
  ),
  mjs_setToIntVelocity: row(
    '@MjsActuator #kp ?<kv ?<dampratio ?<timeconst #inheritrange',
    (a: Actuator, kp: number, kv: Numbers, dampratio: Numbers, timeconst: Numbers, inheritrange: number) =>
      setShortcut(a, 'intvelocity', {
        kp,
        kv: one(kv),
        dampratio: one(dampratio),
        timeconst: one(timeconst),
        inheritrange,
      }),
  ),
  mjs_setToVelocity: row('@MjsActuator #kv', (a: Actuator, kv: number) => setShortcut(a, 'velocity', { kv })),
  mjs_setToDamper: row('@MjsActuator #kv', (a: Actuator, kv: number) => setShortcut(a, 'damper', { kv })),
  mjs_setToCylinder: row(
    '@MjsActuator #timeconst #bias #area #diameter',
    (a: Actuator, timeconst: number, bias: number, area: number, diameter: number) =>
      setShortcut(a, 'cylinder', { timeconst, bias: [bias], area, diameter: given(diameter) }),
  ),
  mjs_setToMuscle: row(
    '@MjsActuator <timeconst #tausmooth <range #force #scale #lmin #lmax #vmax #fpmax #fvmax',
    (a: Actuator, timeconst: Numbers, tausmooth: number, range: Numbers, ...rest: number[]) => {
      const [force, scale, lmin, lmax, vmax, fpmax, fvmax] = rest;
      const values = { force, scale, lmin, lmax, vmax, fpmax, fvmax };
      return setShortcut(a, 'muscle', { timeconst: all(timeconst), tausmooth, range: all(range), ...values });
    },
  ),
  mjs_setToAdhesion: row('@MjsActuator #gain', (a: Actuator, gain: number) => setShortcut(a, 'adhesion', { gain })),
  mjs_setToOrientation: row(
    '@MjsActuator #kp ?<kv ?<dampratio #ctrlspec',
    (a: Actuator, kp: number, kv: Numbers, dampratio: Numbers, chart: number) =>
      setShortcut(a, 'orientation', {
        kp,
        kv: one(kv),
        dampratio: one(dampratio),
        input: [chart === 1 ? 'quat' : 'expmap'],
      }),
  ),
  mjs_setToPID: row(
    '@MjsActuator #kp ?<kv ?<dampratio ?<ki ?<imax ?<slewmax #inheritrange #ctrlspec',
    (
      a: Actuator,
      kp: number,
      kv: Numbers,
      dampratio: Numbers,
      ki: Numbers,
      imax: Numbers,
      slewmax: Numbers,
      inheritrange: number,
      bits: number,
    ) =>
      setShortcut(a, 'pid', {
        kp,
        kv: one(kv),
        dampratio: one(dampratio),
        ki: one(ki),
        imax: one(imax),
        slewmax: one(slewmax),
        inheritrange,
        input: inputs(bits),
      }),
  ),
  mjs_setToDCMotor: row(
    '@MjsActuator ?<motorconst #resistance ?<nominal ?<saturation ?<inductance ?<cogging ?<controller ?<thermal ?<lugre #ctrlspec',
    (a: Actuator, motorconst: Numbers, resistance: number, ...rest: (Numbers | number)[]) => {
      const names = ['nominal', 'saturation', 'inductance', 'cogging', 'controller', 'thermal', 'lugre'];
      const lists = Object.fromEntries(names.map((name, k) => [name, all(rest[k] as Numbers)]));
      return setShortcut(a, 'dcmotor', {
        motorconst: all(motorconst),
        resistance,
        ...lists,
        input: inputs(rest[7] as number),
      });
    },
  ),
};
