import { describe, expect, test } from 'vitest';
import { random } from '../testing/random.ts';
import {
  BodyIntegrator,
  boxMass,
  cylinderMass,
  INTEGRATION_ORDERS,
  type IntegrationMethod,
  type Load,
  makeBodyState,
  makeMass,
  type RigidBodyState,
  sphereMass,
} from './index.ts';

const METHODS = Object.keys(INTEGRATION_ORDERS) as IntegrationMethod[];
const NO_GRAVITY = { gravity: [0, 0, 0] };

/** How the error at a time falls when the step is halved: the slope in a plot with logarithmic axes. */
function measuredOrder(error: (steps: number) => number, steps: number): number {
  return Math.log2(error(steps) / error(2 * steps));
}

describe('orders of the integrators', () => {
  // x'' = -x - x'/5 with x(0) = 1, x'(0) = 0: a damped oscillation
  const spring: Load = ({ force }, { pose, twist }) => {
    for (let k = 0; k < 3; k++) force[k] -= pose.pos[k] + twist.linear[k] / 5;
  };
  const [decay, omega] = [0.1, Math.sqrt(1 - 0.01)];
  const closedForm = (t: number): number =>
    Math.exp(-decay * t) * (Math.cos(omega * t) + (decay / omega) * Math.sin(omega * t));

  test.each(METHODS)('%s: a damped spring against its closed form', (method) => {
    const error = (steps: number): number => {
      const body = makeBodyState({ pos: [1, 0, 0] });
      new BodyIntegrator(sphereMass(1, 1), { method, load: spring, ...NO_GRAVITY }).step(body, 2 / steps, steps);
      return Math.abs(body.pose.pos[0] - closedForm(2));
    };
    expect(measuredOrder(error, method === 'rk4' ? 32 : 512)).toBeCloseTo(INTEGRATION_ORDERS[method], 1);
  });

  // a symmetric top without torque: ω precesses about the axis of the body at Ω = (I₃ − I₁) ω₃ / I₁, and the axis about L at |L| / I₁
  test.each(METHODS)('%s: the free symmetric top against its closed form', (method) => {
    const [i1, i3, w1, w3] = [2, 3, 0.4, 1.5];
    const rate = ((i3 - i1) * w3) / i1;
    const error = (steps: number): number => {
      const top = makeBodyState({}, { angular: [w1, 0, w3] });
      new BodyIntegrator(makeMass(1, [i1, i1, i3]), { method, ...NO_GRAVITY }).step(top, 1 / steps, steps);
      const axis = bodyAxes(top);
      const local = [0, 1, 2].map((c) => [0, 1, 2].reduce((s, r) => s + axis[3 * r + c] * top.twist.angular[r], 0));
      return Math.hypot(local[0] - w1 * Math.cos(rate), local[1] - w1 * Math.sin(rate), local[2] - w3);
    };
    expect(measuredOrder(error, method === 'rk4' ? 32 : 512)).toBeCloseTo(INTEGRATION_ORDERS[method], 1);
  });
});

function bodyAxes({ pose: { quat } }: RigidBodyState): number[] {
  const [w, x, y, z] = quat;
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
  ]; // biome-ignore format: a matrix
}

describe('laws', () => {
  test.each(METHODS)('%s: a free fall ends with the velocity of gravity', (method) => {
    const ball = makeBodyState({ pos: [0, 0, 10] });
    new BodyIntegrator(sphereMass(3, 0.1), { method }).step(ball, 0.01, 100);
    expect(ball.twist.linear[2]).toBeCloseTo(-9.81, 9);
    expect(ball.pose.pos[2]).toBeCloseTo(10 - 9.81 / 2, 0);
  });

  test('semi-implicit Euler and Verlet keep the energy of an oscillator bounded, explicit Euler does not', () => {
    const load: Load = ({ force }, { pose }) => {
      for (let k = 0; k < 3; k++) force[k] -= pose.pos[k];
    };
    const energyAfter = (method: IntegrationMethod): number => {
      const body = makeBodyState({ pos: [1, 0, 0] });
      new BodyIntegrator(sphereMass(1, 1), { method, load, ...NO_GRAVITY }).step(body, 0.05, 4000);
      return (body.pose.pos[0] ** 2 + body.twist.linear[0] ** 2) / 2;
    };
    expect(energyAfter('semi-implicit-euler')).toBeCloseTo(0.5, 1);
    expect(energyAfter('velocity-verlet')).toBeCloseTo(0.5, 3);
    expect(energyAfter('explicit-euler')).toBeGreaterThan(1e3);
  });

  test('rk4 keeps energy and angular momentum of a tumbling box', () => {
    const box = boxMass(1, [0.1, 0.2, 0.3]);
    const state = makeBodyState({}, { angular: [0.1, 3, 0.1], linear: [1, 0, 0] });
    const momentum = (): number[] => {
      const axes = bodyAxes(state);
      const local = [0, 1, 2].map((c) => [0, 1, 2].reduce((s, r) => s + axes[3 * r + c] * state.twist.angular[r], 0));
      return [0, 1, 2].map((r) => [0, 1, 2].reduce((s, c) => s + axes[3 * r + c] * box.inertia[4 * c] * local[c], 0));
    };
    const before = momentum();
    new BodyIntegrator(box, { method: 'rk4', ...NO_GRAVITY }).step(state, 0.001, 5000);
    for (const [k, l] of momentum().entries()) expect(l).toBeCloseTo(before[k] as number, 10);
    expect(Math.hypot(...state.pose.quat)).toBeCloseTo(1, 14);
  });

  test('the implicit methods are stable under a damping that makes the explicit ones explode', () => {
    const load: Load = ({ force, torque }, { twist }) => {
      for (let k = 0; k < 3; k++) {
        force[k] -= 1e4 * twist.linear[k];
        torque[k] -= 1e4 * twist.angular[k];
      }
    };
    const speedAfter = (method: IntegrationMethod): number => {
      const body = makeBodyState({}, { linear: [1, 2, 3], angular: [3, 2, 1] });
      new BodyIntegrator(boxMass(1, [1, 2, 3]), { method, load, ...NO_GRAVITY }).step(body, 0.01, 8);
      return Math.hypot(...body.twist.linear, ...body.twist.angular);
    };
    expect(speedAfter('implicit-velocity')).toBeLessThan(1e-9);
    expect(speedAfter('implicit-fast')).toBeLessThan(1e-9);
    expect(speedAfter('explicit-euler')).toBeGreaterThan(1e9);
  });

  test('a centre of mass beside the origin falls straight while the body turns about it', () => {
    const rod = makeMass(1, [0.1, 0.1, 0.01], [0.5, 0, 0]);
    const state = makeBodyState({}, { angular: [0, 0, 2], linear: [0, -1, 0] }); // the centre of mass is at rest
    new BodyIntegrator(rod, { method: 'rk4', ...NO_GRAVITY }).step(state, 0.001, 1000);
    expect(state.pose.pos[0]).toBeCloseTo(0.5 - 0.5 * Math.cos(2), 10);
    expect(state.pose.pos[1]).toBeCloseTo(-0.5 * Math.sin(2), 10);
  });

  test('equal steps give equal bits', () => {
    const run = (): number[] => {
      const body = makeBodyState({}, { angular: [1, 2, 3] });
      new BodyIntegrator(cylinderMass(1, 0.1, 0.3), { method: 'implicit-velocity' }).step(body, 0.01, 100);
      return [...body.pose.pos, ...body.pose.quat];
    };
    expect(run()).toEqual(run());
  });
});

test('random bodies, loads and steps never give NaN, or a typed error', () => {
  const { number, numbers } = random(3);
  for (let k = 0; k < 120; k++) {
    const [push, drag] = [numbers(3), number(0, 100)];
    const load: Load = ({ force, torque }, { twist }) => {
      for (let i = 0; i < 3; i++) {
        force[i] += 10 * push[i] - drag * twist.linear[i];
        torque[i] -= drag * twist.angular[i];
      }
    };
    const method = METHODS[k % METHODS.length] as IntegrationMethod;
    const body = makeBodyState({ pos: numbers(3), quat: numbers(4) }, { linear: numbers(3), angular: numbers(3) });
    const half = [number(0.1, 1), number(0.1, 1), number(0.1, 1)];
    new BodyIntegrator(boxMass(number(0.1, 10), half), { method, load }).step(body, number(1e-4, 1e-3), 20);
    for (const x of [...body.pose.pos, ...body.pose.quat, ...body.twist.linear, ...body.twist.angular])
      expect(Number.isFinite(x)).toBe(true);
  }
});

test.each([
  ['an unknown method', () => new BodyIntegrator(sphereMass(1, 1), { method: 'leapfrog' as never })],
  ['a step of no size', () => new BodyIntegrator(sphereMass(1, 1)).step(makeBodyState(), 0)],
  ['a load that is no function', () => new BodyIntegrator(sphereMass(1, 1), { load: 3 as never })],
])('%s is refused', (_, make) => {
  expect(make).toThrow(expect.objectContaining({ name: 'PartsError', code: 'bad-argument' }));
});
