import { type Data, forward, type Model, makeData, step, visualizePlugins } from '@qpos/core';
import { boxShape, intersectFields, shapeField, sphereShape } from '@qpos/core/geometry';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { bolt, bowl, cable, fieldPlugin, firstPartyPlugins, gear, nut, pid, torus, touchGrid } from '../plugins.ts';

const load = (xml: string): { model: Model; data: Data } => {
  const model = loadModel(xml, { plugins: firstPartyPlugins });
  return { model, data: makeData(model) };
};

/** Uniform numbers in [-1, 1), the same in every run (Lehmer's generator). */
function numbers(seed: number): () => number {
  let x = seed;
  return () => {
    x = (x * 48271) % 2147483647;
    return (2 * x) / 2147483647 - 1;
  };
}

describe('mujoco.pid', () => {
  const servo = (config: Readonly<Record<string, number>>, attributes: string): string => `
    <mujoco>
      <option timestep="0.001"/>
      <extension>
        <plugin plugin="mujoco.pid">
          <instance name="servo">${Object.entries(config)
            .map(([key, value]) => `<config key="${key}" value="${value}"/>`)
            .join('')}</instance>
        </plugin>
      </extension>
      <worldbody>
        <body><joint name="j" type="slide" axis="0 0 1"/><geom size=".1" mass="1"/></body>
      </worldbody>
      <actuator><plugin joint="j" instance="servo" plugin="mujoco.pid" ${attributes}/></actuator>
    </mujoco>`;

  test('force is kp·e + I + kd·ė: closed form', () => {
    const { model, data } = load(servo({ kp: 40, ki: 10, kd: 4 }, 'actdim="1"'));
    data.qpos[0] = 0.1;
    data.qvel[0] = 0.2;
    data.ctrl[0] = 0.4;
    data.act[0] = 1.5;
    forward(model, data);
    expect(data.actuator_force[0]).toBeCloseTo(40 * 0.3 + 1.5 - 4 * 0.2, 12);
    expect(data.act_dot[0]).toBeCloseTo(10 * 0.3, 12);
  });

  test('the integral holds a load without a lasting error, and equals its weight', () => {
    const { model, data } = load(servo({ kp: 100, ki: 200, kd: 20 }, 'actdim="1"'));
    data.ctrl[0] = 0.5;
    step(model, data, 20_000);
    expect(data.qpos[0]).toBeCloseTo(0.5, 6);
    expect(data.act[0]).toBeCloseTo(9.81, 4);
  });

  test('imax bounds the integral', () => {
    const { model, data } = load(servo({ kp: 1, ki: 200, kd: 20, imax: 3 }, 'actdim="1"'));
    data.ctrl[0] = 1;
    step(model, data, 2000);
    expect(data.act[0]).toBe(3);
  });

  test('slewmax bounds the rate of the setpoint, from where it starts', () => {
    const { model, data } = load(servo({ kp: 10, slewmax: 2 }, 'actdim="1"'));
    data.ctrl[0] = 0.3;
    step(model, data); // the first setpoint is taken as it is
    expect(data.act[0]).toBeCloseTo(0.3, 12);
    data.ctrl[0] = 5;
    step(model, data, 100);
    expect(data.act[0]).toBeCloseTo(0.3 + 100 * 0.001 * 2, 9);
  });

  test('limits of the control hold, and a filter in front of it is followed', () => {
    const limited = load(servo({ kp: 10 }, 'ctrllimited="true" ctrlrange="-1 1" actdim="0"'));
    limited.data.ctrl[0] = 7;
    forward(limited.model, limited.data);
    expect(limited.data.actuator_force[0]).toBeCloseTo(10, 12);
    const filtered = load(servo({ kp: 10, ki: 1 }, 'dyntype="filter" dynprm=".5" actdim="2"'));
    filtered.data.ctrl[0] = 1;
    forward(filtered.model, filtered.data);
    expect(filtered.data.actuator_force[0]).toBeCloseTo(0, 12);
    expect(filtered.data.act_dot[1]).toBeCloseTo(2, 12);
  });

  test.each([
    ['activations that are missing', { ki: 1 }, '', 'actdim="1"'],
    ['a negative gain', { kp: -1 }, '', 'kp'],
  ])('%s is refused with what to write', (_, config, attributes, hint) => {
    expect(() => load(servo(config, attributes))).toThrow(hint);
  });
});

describe('mujoco.elasticity.cable', () => {
  const COUNT = 21;
  const chain = (curve: string, config: string, geom = 'type="capsule" size=".01"'): string => `
    <mujoco>
      <option gravity="0 0 0" timestep="0.002"/>
      <extension><plugin plugin="mujoco.elasticity.cable"/></extension>
      <worldbody>
        <composite type="cable" curve="${curve}" count="${COUNT} 1 1" size="1 .3 .5" initial="none">
          <plugin plugin="mujoco.elasticity.cable">${config}</plugin>
          <joint kind="main" damping="1"/>
          <geom ${geom} density="1000"/>
        </composite>
      </worldbody>
    </mujoco>`;
  const setting = (key: string, value: number | string): string => `<config key="${key}" value="${value}"/>`;
  const MODULUS = 5e6;
  const SECTION = (Math.PI * 0.01 ** 4) / 4;

  /** Applies a force or torque to the last body until it rests; returns the displacement of its end. */
  function tipUnder(model: Model, data: Data, wrench: readonly number[]): { pos: Float64Array; quat: Float64Array } {
    const last = model.nbody - 1;
    data.xfrc_applied.set(wrench, 6 * last);
    step(model, data, 5000);
    return { pos: data.xipos.slice(3 * last, 3 * last + 3), quat: data.xquat.slice(4 * last, 4 * last + 4) };
  }

  test('a cantilever bends under a small load as its bends add up to, near F·L³ / (3·E·I)', () => {
    const { model, data } = load(chain('s', setting('bend', MODULUS) + setting('twist', MODULUS)));
    const force = 1e-4;
    const { pos } = tipUnder(model, data, [0, 0, force, 0, 0, 0]);
    // each bend turns what is beyond it, by its arm times the force over its stiffness E·I / length
    const length = 1 / (COUNT - 1);
    let deflection = 0;
    for (let k = 1; k < COUNT - 1; k++)
      deflection += (force * ((pos[0] as number) - k * length) ** 2 * length) / (MODULUS * SECTION);
    expect((pos[2] as number) / deflection).toBeCloseTo(1, 3);
    expect(deflection / ((force * (pos[0] as number) ** 3) / (3 * MODULUS * SECTION))).toBeCloseTo(1, 0.5); // the continuous beam
  });

  test('a torque along a cable twists it by T·L / (G·J), exactly', () => {
    const { model, data } = load(chain('s', setting('bend', MODULUS) + setting('twist', MODULUS)));
    const torque = 1e-3;
    const { quat } = tipUnder(model, data, [0, 0, 0, torque, 0, 0]);
    const bends = COUNT - 2;
    const each = torque / ((MODULUS * 2 * SECTION) / (1 / (COUNT - 1)));
    expect(2 * Math.atan2(quat[1] as number, quat[0] as number)).toBeCloseTo(bends * each, 6);
  });

  test('a curved cable rests in its own shape, and with flat wants to be straight', () => {
    const curved = load(chain('cos(s) sin(s) 0', setting('bend', MODULUS) + setting('twist', MODULUS)));
    forward(curved.model, curved.data);
    expect(Math.max(...curved.data.qfrc_passive.map(Math.abs))).toBeLessThan(1e-12);
    const flat = load(
      chain('cos(s) sin(s) 0', setting('bend', MODULUS) + setting('twist', MODULUS) + setting('flat', 'true')),
    );
    forward(flat.model, flat.data);
    expect(Math.max(...flat.data.qfrc_passive.map(Math.abs))).toBeGreaterThan(1e-3);
  });

  test('the torque is the gradient of an energy: around a closed path it does no work', () => {
    const { model, data } = load(
      chain('s', setting('bend', MODULUS) + setting('twist', 3 * MODULUS), 'type="box" size=".01 .004 .02"'),
    );
    model.dof_damping.fill(0);
    const dof = 3; // one bend, driven around in its three dofs
    const qpos = 4;
    const next = numbers(23);
    const velocity = Array.from({ length: 6 }, () => [next(), next(), next()]);
    let work = 0;
    let effort = 0;
    const n = 4000;
    const quat = [1, 0, 0, 0];
    const turn = (w: readonly number[], dt: number): void => {
      const [a, b, c, d] = quat as [number, number, number, number];
      const [x, y, z] = w.map((v) => 0.5 * dt * v) as [number, number, number];
      quat.splice(
        0,
        4,
        a - b * x - c * y - d * z,
        b + a * x + c * z - d * y,
        c + a * y - b * z + d * x,
        d + a * z + b * y - c * x,
      );
      const norm = Math.hypot(...quat);
      for (let k = 0; k < 4; k++) quat[k] = (quat[k] as number) / norm;
    };
    const drive = (w: readonly number[], dt: number): void => {
      turn(w, 0.5 * dt);
      data.qpos.set(quat, qpos);
      forward(model, data);
      for (let k = 0; k < 3; k++) {
        const power = (data.qfrc_passive[dof + k] as number) * (w[k] as number) * dt;
        work += power;
        effort += Math.abs(power);
      }
      turn(w, 0.5 * dt);
    };
    for (const w of velocity) for (let k = 0; k < n / 40; k++) drive(w, 40 / n / 2);
    // straight back to where it began, another way: along the rotation vector
    const angle = 2 * Math.acos(quat[0] as number);
    const axis = quat.slice(1).map((x) => (-x * angle) / Math.sin(angle / 2));
    for (let k = 0; k < n / 40; k++) drive(axis, 40 / n);
    expect(Math.hypot(...quat.slice(1))).toBeLessThan(1e-4);
    expect(Math.abs(work) / effort).toBeLessThan(1e-4);
  });

  test('with vmax it is drawn in the colours of its stress', () => {
    const { model, data } = load(
      chain('cos(s) sin(s) 0', setting('bend', MODULUS) + setting('flat', 'true') + setting('vmax', 1e6)),
    );
    forward(model, data);
    const colours: ArrayLike<number>[] = [];
    const ignore = (): void => {};
    const draw = {
      sphere: ignore,
      arrow: ignore,
      box: ignore,
      rod: (...[, , , rgba]: [unknown, unknown, unknown, ArrayLike<number>]) => void colours.push(rgba),
    };
    visualizePlugins(model, data, draw);
    expect(colours).toHaveLength(COUNT - 2);
    // an arc of radius R strains the surface by r/R: at E·r/R of vmax the colour is on its way from blue to green
    const level = (MODULUS * 0.01) / 0.3 / 1e6;
    for (const [red, green, blue] of colours as unknown as [number, number, number][]) {
      expect(red).toBe(0);
      expect(green).toBeCloseTo(2 * level, 2);
      expect(blue).toBeCloseTo(1 - 2 * level, 2);
    }
  });

  test('what is no cable is refused', () => {
    expect(() => load(chain('s', setting('bend', -1)))).toThrow('bend');
    expect(() => load(chain('s', setting('flat', 'perhaps')))).toThrow('flat');
  });
});

describe('mujoco.sensor.touch_grid', () => {
  const scene = (config: string): string => `
    <mujoco>
      <extension><plugin plugin="mujoco.sensor.touch_grid"/></extension>
      <worldbody>
        <body pos="0 0 1">
          <geom type="box" size=".5 .5 .1"/>
          <site name="eye" pos="0 0 -.9" euler="180 0 0"/>
        </body>
        <body pos=".2 .1 1.2"><freejoint/><geom size=".1" mass="2"/></body>
      </worldbody>
      <sensor>
        <plugin plugin="mujoco.sensor.touch_grid" objtype="site" objname="eye">${config}</plugin>
      </sensor>
    </mujoco>`;
  const grid = '<config key="nchannel" value="6"/><config key="size" value="5 3"/><config key="fov" value="25 25"/>';

  test('a ball that rests on a plate is felt once, where it is, with its weight', () => {
    const { model, data } = load(scene(grid));
    step(model, data, 2000);
    const images = Array.from({ length: 6 }, (_, k) => data.sensordata.slice(15 * k, 15 * k + 15));
    // seen from a site one metre below that looks up, with its y axis turned round
    const column = Math.floor(((Math.atan2(0.2, 1) / ((25 * Math.PI) / 180) + 1) / 2) * 5);
    const row = Math.floor(((Math.atan2(-0.1, Math.hypot(0.2, 1)) / ((25 * Math.PI) / 180) + 1) / 2) * 3);
    const cell = 5 * row + column;
    const normal = images[0] as Float64Array;
    expect(Math.abs(normal[cell] as number)).toBeCloseTo(2 * 9.81, 3);
    expect(normal.filter((x) => x !== 0)).toHaveLength(1);
    expect(normal[cell]).toBeGreaterThan(0); // pushed along +z of the site, away from what it looks at
    for (const tangent of images.slice(1, 3)) expect(Math.max(...tangent.map(Math.abs))).toBeLessThan(1e-3);
  });

  test('a fovea makes the cells in the middle narrower', () => {
    const fovea = load(scene(`${grid}<config key="gamma" value="1"/>`));
    step(fovea.model, fovea.data, 2000);
    const felt = fovea.data.sensordata.slice(0, 15).findIndex((x) => x !== 0);
    const even = load(scene(grid));
    step(even.model, even.data, 2000);
    expect(felt % 5).toBeGreaterThan(even.data.sensordata.slice(0, 15).findIndex((x) => x !== 0) % 5);
  });

  test.each([
    ['nchannel', '<config key="nchannel" value="7"/>'],
    ['fov', '<config key="fov" value="200 40"/>'],
    ['size', '<config key="size" value="0 3"/>'],
    ['gamma', '<config key="gamma" value="2"/>'],
  ])('a bad %s is refused', (name, config) => {
    expect(() => load(scene(config))).toThrow(name);
  });
});

describe('fields', () => {
  type Settings = Readonly<Record<string, number>>;
  /** The distance of a field with its default settings, or others. */
  const distanceOf = (plugin: { attributes?: unknown; sdf?: unknown }, settings: Settings = {}) => {
    const { sdf, attributes } = plugin as {
      attributes: Settings;
      sdf: { distance(point: Float64Array, self: unknown): number; bounds(config: Settings): ArrayLike<number> };
    };
    const config = { ...attributes, ...settings };
    const distance = (...point: number[]): number => sdf.distance(Float64Array.from(point), { config });
    return { distance, bounds: sdf.bounds(config) };
  };
  const FIELDS = { torus, bowl, bolt, nut, gear };

  test.each(Object.entries(FIELDS))(
    '%s: never more than the true distance, and all of it within its bounds',
    (_, plugin) => {
      const { distance, bounds } = distanceOf(plugin);
      const next = numbers(29);
      const reach = Array.from({ length: 3 }, (_, k) => bounds[3 + k] as number);
      const centre = Array.from({ length: 3 }, (_, k) => bounds[k] as number);
      let inside = 0;
      for (let trial = 0; trial < 3000; trial++) {
        const a = centre.map((x, k) => x + 1.5 * (reach[k] as number) * next());
        const b = a.map((x, k) => x + 0.05 * (reach[k] as number) * next());
        const apart = Math.hypot(...a.map((x, k) => x - (b[k] as number)));
        const [da, db] = [distance(...a), distance(...b)];
        if (da >= 0 && db >= 0) expect(Math.abs(da - db)).toBeLessThanOrEqual(apart + 1e-9);
        const boxed = a.every((x, k) => Math.abs(x - (centre[k] as number)) <= (reach[k] as number) + 1e-9);
        if (da < 0) {
          expect(boxed).toBe(true);
          inside++;
        }
      }
      expect(inside).toBeGreaterThan(20);
    },
  );

  test('closed forms: a torus and a bowl', () => {
    const ring = distanceOf(torus).distance;
    expect(ring(0.35, 0, 0)).toBeCloseTo(-0.15, 12);
    expect(ring(0, 0, 0)).toBeCloseTo(0.2, 12);
    const dish = distanceOf(bowl).distance;
    expect(dish(0, 0, -1)).toBeCloseTo(-0.02, 12);
    expect(dish(0, 0, 0)).toBeCloseTo(0.98, 12);
    expect(dish(0, 0, 1)).toBeCloseTo(Math.hypot(Math.sqrt(1 - 0.16), 0.6) - 0.02, 12); // the rim
  });

  test('a nut turns onto a bolt: moved by the pitch for each turn they never overlap, moved without turning they do', () => {
    const [onBolt, inNut] = [distanceOf(bolt, { radius: 1 }).distance, distanceOf(nut, { radius: 1 }).distance];
    const pitch = 0.3;
    const { bounds } = distanceOf(bolt, { radius: 1 });
    const tip = (bounds[2] as number) - (bounds[5] as number);
    const start = Math.ceil((tip + 1.5) / pitch) * pitch + neckPhase(onBolt, pitch);
    const next = numbers(31);
    const overlap = (turn: number, shift: number): number => {
      let deepest = 0;
      for (let trial = 0; trial < 4000; trial++) {
        const [radius, angle] = [0.95 + 0.15 * next(), Math.PI * next()];
        const [x, y, z] = [radius * Math.cos(angle), radius * Math.sin(angle), 0.8 * next()];
        const [c, s] = [Math.cos(turn), Math.sin(turn)];
        deepest = Math.max(deepest, Math.min(-inNut(x, y, z), -onBolt(c * x - s * y, s * x + c * y, z + shift)));
      }
      return deepest;
    };
    for (const turns of [0, 0.25, 0.5, 1.75]) expect(overlap(2 * Math.PI * turns, start + pitch * turns)).toBe(0);
    expect(overlap(0, start + pitch / 2)).toBeGreaterThan(0.01);
  });

  /** The height of a crest of a bolt's thread over its x axis, within one pitch. */
  function neckPhase(onBolt: (...point: number[]) => number, pitch: number): number {
    let [best, at] = [Number.POSITIVE_INFINITY, 0];
    for (let k = 0; k < 1000; k++) {
      const z = -pitch * (5 + k / 1000);
      const d = onBolt(1, 0, z);
      if (d < best) [best, at] = [d, z];
    }
    return at - Math.floor(at / pitch) * pitch;
  }

  test('two gears whose pitch circles touch mesh in phase, and clash out of it', () => {
    const unit = 0.1;
    const [first, second] = [20, 30];
    const one = distanceOf(gear, { teeth: first, diameter: unit * first }).distance;
    const clash = (alpha: number): number => {
      const two = distanceOf(gear, { teeth: second, diameter: unit * second, alpha }).distance;
      const apart = (unit * (first + second)) / 2;
      const next = numbers(37);
      let deepest = 0;
      for (let trial = 0; trial < 20_000; trial++) {
        const [x, y] = [(unit * first) / 2 + 0.12 * next(), 0.4 * next()];
        deepest = Math.max(deepest, Math.min(-one(x, y, 0), -two(x - apart, y, 0)));
      }
      return deepest;
    };
    expect(clash(Math.PI - Math.PI / second)).toBe(0); // a gap of the one before a tooth of the other
    expect(clash(Math.PI)).toBeGreaterThan(0.3 * unit);
  });

  const body = (name: string, config = ''): string => `
    <mujoco>
      <option sdf_initpoints="20" sdf_iterations="10"/>
      <extension><plugin plugin="${name}"><instance name="it">${config}</instance></plugin></extension>
      <asset><mesh name="it"><plugin instance="it"/></mesh></asset>
      <worldbody>
        <geom type="plane" size="5 5 .1"/>
        <body pos="0 0 1.5"><freejoint/><geom type="sdf" mesh="it"><plugin instance="it"/></geom></body>
      </worldbody>
    </mujoco>`;

  test.each(Object.values(FIELDS).map((plugin) => plugin.name))('%s falls on a floor and stays there', (name) => {
    const { model, data } = load(body(name));
    step(model, data, 1500);
    expect(data.qpos[2]).toBeGreaterThan(0);
    expect(data.qpos[2]).toBeLessThan(1.5);
    expect(data.ncon).toBeGreaterThan(0);
  });

  test('a bolt is balanced about its origin', () => {
    const { model } = load(body('mujoco.sdf.bolt'));
    const height = 2 * (distanceOf(bolt).bounds[5] as number);
    expect(Math.abs(model.body_ipos[5] as number) / height).toBeLessThan(0.03);
  });

  test('a solid of qpos/geometry becomes a geom', () => {
    const dice = intersectFields(shapeField(boxShape([0.1, 0.1, 0.1])), shapeField(sphereShape(0.13)));
    const model = loadModel(body('test.dice'), { plugins: [fieldPlugin('test.dice', dice)] });
    const data = makeData(model);
    step(model, data, 1500);
    expect(data.qpos[2]).toBeCloseTo(0.1, 2);
  });

  test.each([
    ['a bowl that is cut above its top', 'mujoco.sdf.bowl', 'height', '2'],
    ['a gear of three teeth', 'mujoco.sdf.gear', 'teeth', '3'],
  ])('%s is refused', (_, name, key, value) => {
    expect(() => load(body(name, `<config key="${key}" value="${value}"/>`))).toThrow();
  });
});

test('every plugin has a name of its own', () => {
  expect(new Set(firstPartyPlugins.map((plugin) => plugin.name)).size).toBe(8);
  expect([pid.name, cable.name, touchGrid.name].every((name) => name.startsWith('mujoco.'))).toBe(true);
});
