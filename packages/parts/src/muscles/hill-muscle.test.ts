import { describe, expect, test } from 'vitest';
import { random } from '../testing/random.ts';
import { ActivationDynamics, activationPresets, HillMuscle, type MuscleParameters, musclePresets } from './index.ts';

const EXACT = 1e-12;

const presets = Object.entries(musclePresets);
const optimalPath = (m: HillMuscle): number => m.slackLength + m.optimalLength * Math.cos(m.pennation);

describe('activation', () => {
  test('rises faster than it falls', () => {
    for (const preset of Object.values(activationPresets)) {
      const dynamics = new ActivationDynamics(preset);
      let [up, down] = [dynamics.least, 1];
      for (let k = 0; k < 30; k++) {
        up = dynamics.next(up, 1, 0.001);
        down = dynamics.next(down, 0, 0.001);
      }
      expect(up - dynamics.least).toBeGreaterThan(1.5 * (1 - down));
    }
  });

  test('follows the exponential of its time constant', () => {
    const dynamics = new ActivationDynamics({ rise: 0.015, fall: 0.06 });
    let a = 0.2;
    for (let k = 0; k < 15000; k++) a = dynamics.next(a, 0.9, 1e-6);
    expect(a).toBeCloseTo(0.9 - 0.7 * Math.exp(-1), 4);
    for (let k = 0; k < 60000; k++) a = dynamics.next(a, 0.3, 1e-6);
    expect(a).toBeCloseTo(0.3 + (0.9 - 0.7 * Math.exp(-1) - 0.3) * Math.exp(-1), 4);
  });

  test('never leaves its interval, whatever the step and excitation', () => {
    const dynamics = new ActivationDynamics();
    const { number } = random(3);
    let a = 0.5;
    for (const odd of [Number.NaN, Infinity, -Infinity, 7, -3])
      for (const dt of [0, 1e-9, 0.001, 10]) {
        a = dynamics.next(a, number() < 0.5 ? odd : number(), dt);
        expect(a >= dynamics.least && a <= 1).toBe(true);
      }
  });
});

describe('rigid tendon', () => {
  test('isometric force at the optimal length is the highest force times the cosine of the pennation', () => {
    for (const [name, preset] of presets) {
      const m = new HillMuscle(preset);
      const force = m.rigidForce(1, optimalPath(m), 0);
      const expected = preset.maxForce * Math.cos(preset.pennation);
      expect(Math.abs(force / expected - 1), name).toBeLessThan(EXACT);
    }
  });

  test('no force without activation below the optimal length; more with more activation', () => {
    const m = new HillMuscle(musclePresets.soleus);
    const length = optimalPath(m) - 0.002;
    expect(m.rigidForce(0, length, 0)).toBe(0);
    let before = 0;
    for (let a = 0.1; a <= 1; a += 0.1) {
      const force = m.rigidForce(a, length, 0);
      expect(force).toBeGreaterThan(before);
      before = force;
    }
  });

  test('less force when short, when long and when shortening; more when stretched', () => {
    const m = new HillMuscle();
    const at = optimalPath(m);
    const isometric = m.rigidForce(1, at, 0);
    expect(m.rigidForce(1, at - 0.03, 0)).toBeLessThan(isometric);
    expect(m.rigidForce(1, at - 0.2, 0)).toBe(0);
    expect(m.rigidForce(1, at, -0.5)).toBeLessThan(0.3 * isometric);
    expect(m.rigidForce(1, at, -1.01)).toBeLessThan(1e-9);
    expect(m.rigidForce(1, at, 0.5)).toBeGreaterThan(1.3 * isometric);
  });

  test('fibres keep their width', () => {
    const m = new HillMuscle(musclePresets.gastrocnemius);
    const width = m.optimalLength * Math.sin(m.pennation);
    for (const l of [0.5, 0.8, 1, 1.3, 1.6])
      expect(l * m.optimalLength * Math.sin(m.pennationAt(l * m.optimalLength))).toBeCloseTo(width, 14);
  });
});

describe('elastic tendon', () => {
  test('forces balance in equilibrium', () => {
    const { number } = random(5);
    for (const [name, preset] of presets) {
      const m = new HillMuscle({ ...preset, elastic: true });
      for (let k = 0; k < 50; k++) {
        const activation = number();
        const length = optimalPath(m) + (number() - 0.4) * m.optimalLength;
        const fiber = m.equilibrium(length, activation);
        const along = m.fiberForce(activation, fiber, 0) * Math.cos(m.pennationAt(fiber));
        expect(Math.abs(along - m.elasticForce(length, fiber)) / m.maxForce, name).toBeLessThan(EXACT);
      }
    }
  });

  test('forces balance at the velocity of the fibre', () => {
    const { number } = random(6);
    const m = new HillMuscle({ ...musclePresets.soleus, elastic: true });
    for (let k = 0; k < 300; k++) {
      const [activation, fiber] = [number(0.01, 1), number(0.6, 1.5) * m.optimalLength];
      const length = m.slackLength * number(0.98, 1.1) + fiber * Math.cos(m.pennationAt(fiber));
      const velocity = m.fiberVelocityAt(length, fiber, activation);
      const along = m.fiberForce(activation, fiber, velocity) * Math.cos(m.pennationAt(fiber));
      expect(Math.abs(along - m.elasticForce(length, fiber)) / m.maxForce).toBeLessThan(1e-11);
    }
  });

  test('implicit steps reach the equilibrium, whatever their size', () => {
    for (const dt of [1e-4, 1e-3, 0.01, 0.5]) {
      const m = new HillMuscle({ ...musclePresets.gastrocnemius, elastic: true });
      const length = optimalPath(m) * 1.02;
      m.reset(length);
      for (let t = 0; t < 3 + 20 * dt; t += dt) m.step(1, length, 0, dt);
      expect(m.force / m.elasticForce(length, m.equilibrium(length, m.activation))).toBeCloseTo(1, 6);
    }
  });

  test('energy balance: what a mass loses is what fibres and tendon take', () => {
    const LIMIT = 1e-6; // of the energy that was exchanged
    const m = new HillMuscle({ ...musclePresets.biceps, elastic: true });
    const [mass, gravity, activation, dt] = [60, 9.81, 0.5, 2e-5];
    const start = optimalPath(m) * 1.03;
    let [x, v, fiber, taken, exchanged] = [start, 0, m.equilibrium(start, activation), 0, 0];
    // rates of path length, its velocity, the fibre, and the work that active fibres and their viscosity take from the rest
    const rate = ([l, speed, f]: readonly number[]): [number, number, number, number] => {
      const shortening = m.fiberVelocityAt(l as number, f as number, activation);
      const tension = m.elasticForce(l as number, f as number);
      const passive = m.fiberForce(0, f as number, 0);
      return [speed as number, gravity - tension / mass, shortening, (tension - passive) * shortening];
    };
    const energy = (): number =>
      0.5 * mass * v * v - mass * gravity * x + m.tendonEnergy(x, fiber) + m.passiveEnergy(fiber) + taken;
    const before = energy();
    for (let k = 0; k < 20000; k++) {
      const s = [x, v, fiber, taken];
      const move = (r: readonly number[], h: number): number[] => s.map((y, i) => y + h * (r[i] as number));
      const a = rate(s);
      const b = rate(move(a, dt / 2));
      const c = rate(move(b, dt / 2));
      const d = rate(move(c, dt));
      [x = 0, v = 0, fiber = 0, taken = 0] = s.map(
        (y, i) => y + (dt / 6) * ((a[i] ?? 0) + 2 * (b[i] ?? 0) + 2 * (c[i] ?? 0) + (d[i] ?? 0)),
      );
      exchanged = Math.max(exchanged, 0.5 * mass * v * v, Math.abs(taken));
    }
    expect(exchanged).toBeGreaterThan(1);
    expect(Math.abs(energy() - before) / exchanged).toBeLessThan(LIMIT);
  });
});

test.each(presets)('%s names the published models', (_, p) => {
  expect(p.source).toMatch(/\(\d{4}\).*OpenSim model/);
});

test('random muscles never give NaN', () => {
  const { number } = random(7);
  for (let k = 0; k < 300; k++) {
    const parameters: MuscleParameters = {
      maxForce: 10 ** number(-3, 5),
      optimalLength: 10 ** number(-3, 0),
      slackLength: 10 ** number(-3, 0),
      pennation: number(0, 1.4),
      maxSpeed: number(0.1, 20),
      elastic: k % 2 === 0,
    };
    const m = new HillMuscle(parameters);
    m.reset(number(0, 2), number());
    for (let i = 0; i < 20; i++) {
      const force = m.step(number(-1, 2), number(0, 2), number(-20, 20), 10 ** number(-5, -1));
      expect(Number.isFinite(force) && force >= 0 && Number.isFinite(m.fiberLength)).toBe(true);
    }
  }
});

test.each([
  ['a force of zero', { maxForce: 0 }, /maxForce must be a number above 0/],
  ['a negative slack length', { slackLength: -1 }, /slackLength/],
  ['a right angle', { pennation: 1.6 }, /pennation must be a number from 0 to 1.4/],
  ['an elastic tendon without damping', { elastic: true, damping: 0 }, /needs damping/],
  ['a time constant of zero', { activation: { rise: 0 } }, /rise/],
] as const)('refuses %s', (_, parameters, message) => {
  expect(() => new HillMuscle(parameters)).toThrow(message);
});
