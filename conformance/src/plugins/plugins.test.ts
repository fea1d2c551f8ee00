import {
  CallbackError,
  cloneData,
  cloneModel,
  copyData,
  type Data,
  definePlugin,
  enums,
  forward,
  getState,
  inverse,
  type Model,
  makeData,
  type PluginDefinition,
  resetData,
  resetDataKeyframe,
  restoreModel,
  saveModel,
  setState,
  stateSize,
  step,
  visualizePlugins,
} from '@qpos/core';
import { addBody, compile, loadModel, ModelError, parseMjcf, writeMjcf } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { bytesPerCall } from '../compare/allocation.ts';
import { ball } from './fields.ts';
import { lowPass } from './low-pass.ts';
import { pid } from './pid.ts';
import { touchGrid } from './touch-grid.ts';
import { wind } from './wind.ts';

const SAME = 1e-12; // two ways to the same numbers, in another order of summation
const MANY = 4000; // steps after which the engine has compiled the hooks
const BOXES = 600; // bytes of numbers that JavaScript boxes on their way into and out of hooks

const arm =
  '<body name="arm"><joint name="j" axis="0 1 0" damping=".1"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/>';
const servo = (actuator: string, extension = '', integrator = 'Euler'): string =>
  `<mujoco><option integrator="${integrator}"/>${extension}<worldbody>${arm}</body></worldbody><actuator>${actuator}</actuator></mujoco>`;
const pidExtension = `<extension><plugin plugin="example.pid"><instance name="loop">
  <config key="kp" value="40"/><config key="ki" value="60"/><config key="kv" value="2"/><config key="imax" value=".05"/></instance></plugin></extension>`;
const pidModel = (integrator = 'Euler'): Model =>
  loadModel(servo('<plugin joint="j" plugin="example.pid" instance="loop"/>', pidExtension, integrator), {
    plugins: [pid],
  });

const numbers = (model: Model, data: Data): number[] => {
  const state = new Float64Array(stateSize(model, enums.StateBit.INTEGRATION));
  getState(model, data, state, enums.StateBit.INTEGRATION);
  return [...state];
};

describe('an actuator plugin with state', () => {
  test('a pid plugin moves as the built-in pid does, bound of the integral included', () => {
    const built = loadModel(servo('<pid joint="j" kp="40" ki="60" kv="2" imax=".05" input="pos"/>'));
    const own = pidModel();
    const [a, b] = [makeData(built), makeData(own)];
    let furthest = 0;
    let largest = 0;
    for (let k = 0; k < 3000; k++) {
      const ctrl = k < 1500 ? 0.7 : -0.4;
      a.ctrl[0] = ctrl;
      b.ctrl[0] = ctrl;
      step(built, a);
      step(own, b);
      furthest = Math.max(furthest, Math.abs((a.qpos[0] as number) - (b.qpos[0] as number)));
      largest = Math.max(largest, Math.abs(b.plugin_state[0] as number));
    }
    expect(furthest).toBeLessThan(SAME);
    expect(largest).toBeGreaterThan(0.05); // the bound was reached
    expect(largest).toBeLessThan(0.052);
  });

  test('the state is laid out as MuJoCo does, and is part of the state vectors, of copies, resets and keyframes', () => {
    const model = pidModel();
    const data = makeData(model);
    expect([model.nplugin, model.npluginstate, model.actuator_plugin[0], model.body_plugin[1]]).toEqual([1, 1, 0, -1]);
    expect([model.plugin[0], model.plugin_stateadr[0], model.plugin_statenum[0], data.plugin[0]]).toEqual([0, 0, 1, 0]);
    expect(String.fromCharCode(...model.plugin_attr)).toBe('40\x0060\x002\x00.05\x00\x00');
    expect(model.npluginattr).toBe(13);
    data.ctrl[0] = 0.5;
    step(model, data, 20);
    const integral = data.plugin_state[0] as number;
    expect(integral).toBeGreaterThan(0);
    expect(stateSize(model, enums.StateBit.PLUGIN)).toBe(1);
    const before = numbers(model, data);
    const copy = cloneData(data);
    expect(copy.plugin_state[0]).toBe(integral);
    step(model, data, 10);
    step(model, copy, 10);
    expect(numbers(model, copy)).toEqual(numbers(model, data));
    setState(model, data, Float64Array.from(before), enums.StateBit.INTEGRATION);
    step(model, data, 10);
    expect(numbers(model, data)).toEqual(numbers(model, copy));
    copyData(data, copy);
    expect(data.plugin_state[0]).toBe(copy.plugin_state[0]);
    resetData(model, data);
    expect(data.plugin_state[0]).toBe(0);
  });

  test('the state advances once per step of Runge-Kutta as well', () => {
    const model = pidModel('RK4');
    const data = makeData(model);
    data.ctrl[0] = 0.5;
    const { timestep } = model.opt;
    forward(model, data);
    const error = 0.5 - (data.actuator_length[0] as number);
    step(model, data);
    expect(Math.abs((data.plugin_state[0] as number) - timestep * error)).toBeLessThan(0.01 * timestep);
  });

  test('a plugin may keep its state in act, with rates of its own', () => {
    const lag = definePlugin({
      name: 'example.lag',
      attributes: { tau: 0.05 },
      activation(model, data, { actuators, config }) {
        for (const a of actuators) {
          const at = model.actuator_actadr[a] as number;
          data.act_dot[at] = ((data.ctrl[a] as number) - (data.act[at] as number)) / config.tau;
        }
      },
      actuator(model, data, { actuators }) {
        for (const a of actuators) data.actuator_force[a] = data.act[model.actuator_actadr[a] as number] as number;
      },
    });
    const extension = '<extension><plugin plugin="example.lag"/></extension>';
    for (const integrator of ['Euler', 'RK4', 'implicitfast']) {
      const built = loadModel(servo('<general joint="j" dyntype="filter" dynprm=".05"/>', '', integrator));
      const own = loadModel(servo('<plugin joint="j" plugin="example.lag" actdim="1"/>', extension, integrator), {
        plugins: [lag],
      });
      const [a, b] = [makeData(built), makeData(own)];
      a.ctrl[0] = b.ctrl[0] = 0.3;
      step(built, a, 200);
      step(own, b, 200);
      expect([...b.act, ...b.qpos, ...b.qvel]).toEqual([...a.act, ...a.qpos, ...a.qvel]);
    }
  });

  test('forces are clamped after the plugin wrote them', () => {
    const extension = '<extension><plugin plugin="example.pid"/></extension>';
    const xml = servo(
      '<plugin joint="j" plugin="example.pid" forcerange="-1 1"><config key="kp" value="100"/></plugin>',
      extension,
    );
    const model = loadModel(xml, { plugins: [pid] });
    const data = makeData(model);
    data.ctrl[0] = 1;
    forward(model, data);
    expect([...data.actuator_force, ...data.qfrc_actuator]).toEqual([1, 1]);
  });
});

describe('a sensor plugin', () => {
  const filtered = `<mujoco><extension><plugin plugin="example.low-pass"><instance name="slow"><config key="tau" value=".02"/></instance></plugin></extension>
    <option gravity="0 0 0"/><worldbody>${arm}</body></worldbody>
    <sensor><jointpos joint="j"/><plugin name="f" plugin="example.low-pass" instance="slow" objtype="joint" objname="j" cutoff=".3"/></sensor>
    <keyframe><key qpos=".5"/></keyframe></mujoco>`;

  test('a low pass with a fixed input is a geometric series; the cutoff applies', () => {
    const model = loadModel(filtered, { plugins: [lowPass] });
    const data = makeData(model);
    resetDataKeyframe(model, data, 0);
    const decay = 1 - model.opt.timestep / 0.02;
    let expected = 0;
    for (let k = 0; k < 50; k++) {
      forward(model, data);
      expect(data.sensor('f').data[0]).toBeCloseTo(Math.min(0.3, expected), 12);
      step(model, data);
      expected = 0.5 * (1 - decay ** (k + 1));
    }
    expect(expected).toBeGreaterThan(0.3);
    resetDataKeyframe(model, data, 0);
    expect(data.plugin_state[0]).toBe(0);
  });

  test('a sensor has the dimension, stage and object that the plugin and its element say', () => {
    const model = loadModel(filtered, { plugins: [lowPass] });
    const { objtype, objid } = model.sensor('f');
    expect([model.nsensordata, model.sensor_dim[1], model.sensor_needstage[1]]).toEqual([2, 1, enums.Stage.POS]);
    expect([model.sensor_type[1], model.sensor_plugin[1], model.sensor_plugin[0]]).toEqual([
      enums.SensorType.PLUGIN,
      0,
      -1,
    ]);
    expect([objtype, objid].map((x) => (typeof x === 'number' ? x : (x as Int32Array)[0]))).toEqual([
      enums.ObjType.JOINT,
      0,
    ]);
  });

  test('the cells of a touch grid add up to the force of all contacts', () => {
    const model = loadModel(
      `<mujoco><extension><plugin plugin="example.touch-grid"><instance name="g"><config key="size" value="5 4"/><config key="fov" value="60 60"/></instance></plugin></extension>
      <worldbody><geom type="plane" size="1 1 .1"/><body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/><site name="s" pos="0 0 .05"/></body></worldbody>
      <sensor><plugin name="grid" plugin="example.touch-grid" instance="g" objtype="site" objname="s"/></sensor></mujoco>`,
      { plugins: [touchGrid] },
    );
    const data = makeData(model);
    step(model, data, 1000);
    forward(model, data);
    const grid = data.sensor('grid').data as Float64Array;
    expect(grid.length).toBe(20);
    expect([...grid].filter((x) => x !== 0)).toHaveLength(4); // a corner each
    expect(grid.reduce((a, b) => a + b)).toBeCloseTo(9.81, 4);
  });
});

test('a passive plugin does what the same applied force does', () => {
  const extension = `<extension><plugin plugin="example.wind"><instance name="w">
    <config key="direction" value="0 1 .5"/><config key="strength" value="3"/><config key="period" value=".4"/></instance></plugin></extension>`;
  const xml = (inside: string, head = ''): string =>
    `<mujoco>${head}<worldbody>${arm}<body name="tip" pos=".4 0 0"><joint axis="0 0 1"/><geom size=".05" pos=".1 0 0"/>${inside}</body></body></worldbody></mujoco>`;
  const plain = loadModel(xml(''));
  const windy = loadModel(xml('<plugin instance="w"/>', extension), { plugins: [wind] });
  expect([...windy.body_plugin]).toEqual([-1, -1, 0]);
  const [a, b] = [makeData(plain), makeData(windy)];
  const { timestep } = plain.opt;
  let phase = 0;
  for (let k = 0; k < 400; k++) {
    const size = (3 * (1 - Math.cos(phase))) / 2;
    a.xfrc_applied.set([0, size, 0.5 * size], 12);
    step(plain, a);
    step(windy, b);
    phase += (2 * Math.PI * timestep) / 0.4;
  }
  for (let k = 0; k < 2; k++) expect(b.qpos[k]).toBeCloseTo(a.qpos[k] as number, 10);
  expect(Math.abs(b.qpos[1] as number)).toBeGreaterThan(0.1);
  expect(b.plugin_state[0]).toBeCloseTo(phase, 9);
});

describe('a hook that throws', () => {
  const broken: { bad: string; count: number } = { bad: '', count: 0 };
  const may = (hook: string): void => {
    if (hook === broken.bad && broken.count-- === 0) throw new Error('out of order');
  };
  const fragile = definePlugin({
    name: 'example.fragile',
    stateSize: () => 1,
    init: () => may('init'),
    reset: () => may('reset'),
    activation: () => may('activation'),
    actuator(_model, data) {
      data.ctrl[0] = 1; // a plugin that writes what it should not is undone as well
      may('actuator');
    },
    passive: () => may('passive'),
    sensor: { stage: 'vel', dim: () => 1, compute: () => may('sensor') },
    sdf: {
      bounds: () => [0, 0, 0, 0.1, 0.1, 0.1],
      distance([x, y, z]) {
        may('sdf');
        return Math.hypot(x as number, y as number, z as number) - 0.1;
      },
    },
    advance(_model, _data, { state }) {
      state[0] = (state[0] as number) + 1;
      may('advance');
    },
  });
  const xml = (integrator: string): string => `<mujoco><option integrator="${integrator}"/>
    <extension><plugin plugin="example.fragile"><instance name="f"/></plugin></extension>
    <asset><mesh name="ball"><plugin instance="f"/></mesh></asset>
    <worldbody><geom size=".1" pos="0 0 -.15"/><body><freejoint/><geom type="sdf" mesh="ball"><plugin instance="f"/></geom><plugin instance="f"/></body>
    <body pos="1 0 0"><joint name="j"/><geom size=".1"/></body></worldbody>
    <actuator><plugin joint="j" instance="f"/></actuator><sensor><plugin instance="f"/></sensor></mujoco>`;
  const load = (integrator = 'Euler'): Model => {
    broken.bad = '';
    return loadModel(xml(integrator), { plugins: [fragile] });
  };
  const caught = (run: () => void): CallbackError => {
    try {
      run();
    } catch (error) {
      if (error instanceof CallbackError) return error;
      throw error;
    }
    throw new Error('nothing was thrown');
  };

  test.each([
    ['activation', 'actuation'],
    ['actuator', 'actuation'],
    ['passive', 'velocity'],
    ['sensor', 'velocity'],
    ['sdf', 'position'],
    ['advance', 'integration'],
  ])('%s: the error names plugin and stage, and the state is what it was', (hook, stage) => {
    for (const integrator of ['Euler', 'RK4', 'implicit']) {
      const model = load(integrator);
      const data = makeData(model);
      step(model, data, 3);
      expect(data.plugin_state[0]).toBe(3);
      const before = numbers(model, data);
      Object.assign(broken, { bad: hook, count: 0 });
      const error = caught(() => step(model, data));
      expect(error).toMatchObject({
        code: 'plugin',
        callback: 'example.fragile',
        stage,
        cause: new Error('out of order'),
      });
      expect(error.message).toBe(`plugin 'example.fragile' failed in the ${stage} stage: out of order`);
      expect(numbers(model, data)).toEqual(before);
      step(model, data, 2);
      expect(data.plugin_state[0]).toBe(5);
    }
  });

  test('inverse dynamics is undone as well', () => {
    const model = load();
    const data = makeData(model);
    forward(model, data);
    const before = [...numbers(model, data), ...data.qacc];
    Object.assign(broken, { bad: 'passive', count: 0 });
    expect(caught(() => inverse(model, data)).stage).toBe('velocity');
    expect([...numbers(model, data), ...data.qacc]).toEqual(before);
  });

  test.each(['init', 'reset'])('%s: no Data is made', (hook) => {
    const model = load();
    Object.assign(broken, { bad: hook, count: 0 });
    expect(caught(() => makeData(model))).toMatchObject({ callback: 'example.fragile', stage: 'start' });
  });
});

describe('models with plugins', () => {
  const refused = (xml: string, plugins: readonly PluginDefinition[] = [pid, wind, ball]): ModelError => {
    try {
      loadModel(xml, { plugins });
    } catch (error) {
      if (error instanceof ModelError) return error;
      throw error;
    }
    throw new Error('the model was accepted');
  };
  const extension = (inside: string, name = 'example.pid'): string =>
    `<extension>\n<plugin plugin="${name}">\n<instance name="loop">\n${inside}</instance></plugin></extension>`;
  const use = '<plugin joint="j" instance="loop"/>';

  test.each([
    ['a plugin that nobody gave', servo(use, extension('')), [], 'plugin', 2, /is not known/, /option 'plugins'/],
    ['a misspelt plugin', servo(use, extension('', 'example.pdi')), [pid], 'plugin', 2, /example.pdi/, /example\.pid/],
    [
      'an unknown setting',
      servo(use, extension('<config key="kq" value="1"/>')),
      [pid],
      'unknown-attribute',
      4,
      /no setting 'kq'/,
      /kp/,
    ],
    [
      'a setting that is no number',
      servo(use, extension('<config key="kp" value="much"/>')),
      [pid],
      'bad-number',
      4,
      /'kp'.*must be a number/,
      undefined,
    ],
    [
      'several numbers for one',
      servo(use, extension('<config key="kp" value="1 2"/>')),
      [pid],
      'bad-number',
      4,
      /must be a number/,
      undefined,
    ],
    [
      'an unknown instance',
      servo('<plugin joint="j" instance="lop"/>', extension('')),
      [pid],
      'unknown-name',
      4,
      /lop/,
      /loop/,
    ],
    [
      'a plugin that was not declared',
      servo('<plugin joint="j" plugin="example.pid"/>'),
      [pid],
      'plugin',
      1,
      /not declared/,
      /extension/,
    ],
    [
      'neither plugin nor instance',
      servo('<plugin joint="j"/>', extension('')),
      [pid],
      'missing-attribute',
      4,
      /plugin.*instance/,
      undefined,
    ],
    [
      'an instance of another plugin',
      servo('<plugin joint="j" plugin="example.wind" instance="loop"/>', extension('')),
      [pid, wind],
      'attribute-conflict',
      4,
      /example\.pid/,
      undefined,
    ],
    [
      'an actuator of a plugin without',
      servo(use, extension('', 'example.wind')),
      [wind],
      'plugin',
      4,
      /does not support actuators/,
      undefined,
    ],
    [
      'settings of an instance where it is used',
      servo('<plugin joint="j" instance="loop"><config key="kp" value="1"/></plugin>', extension('')),
      [pid],
      'attribute-conflict',
      4,
      /instance/,
      undefined,
    ],
    [
      'a repeated setting',
      servo(use, extension('<config key="kp" value="1"/>\n<config key="kp" value="1"/>')),
      [pid],
      'duplicate-name',
      5,
      /kp/,
      undefined,
    ],
  ] as const)('%s is an error with its place', (_, xml, plugins, code, line, message, hint) => {
    const error = refused(xml, plugins);
    const [first] = error.diagnostics.filter((x) => x.code === code);
    expect(first).toMatchObject({ line, message: expect.stringMatching(message) });
    if (hint !== undefined) expect(first?.hint).toMatch(hint);
  });

  test('instances are numbered as MuJoCo reads: named ones, then those of meshes, actuators, sensors and the tree', () => {
    const all = definePlugin({
      name: 'example.all',
      attributes: { k: '' },
      stateSize: ({ k }) => k.length,
      actuator() {},
      passive() {},
      sensor: { stage: 'acc', dim: ({ k }) => k.length, compute() {} },
      sdf: ball.sdf as NonNullable<PluginDefinition['sdf']>,
    });
    const one = (k: string, attributes = ''): string =>
      `<plugin plugin="example.all" ${attributes}><config key="k" value="${k}"/></plugin>`;
    const small = definePlugin({
      ...all,
      sdf: {
        bounds: () => [0, 0, 0, 0.1, 0.1, 0.1],
        distance: ([x, y, z]) => Math.hypot(x as number, y as number, z as number) - 0.1,
      },
    });
    const xml = `<mujoco><worldbody><body>${one('ttttt')}<geom type="sdf" mesh="m">${one('gggggg')}</geom><joint name="j"/></body></worldbody>
      <sensor>${one('ssss')}</sensor><actuator>${one('aaa', 'joint="j"')}</actuator><asset><mesh name="m">${one('mm')}</mesh></asset>
      <extension><plugin plugin="example.all"><instance name="n"><config key="k" value="e"/></instance></plugin></extension></mujoco>`;
    for (const model of [
      loadModel(xml, { plugins: [small] }),
      compile(parseMjcf(writeMjcf(parseMjcf(xml))), { plugins: [small] }),
    ]) {
      expect([...model.plugin_statenum]).toEqual([1, 2, 3, 4, 5, 6]);
      expect([...model.plugin_stateadr]).toEqual([0, 1, 3, 6, 10, 15]);
      expect([model.actuator_plugin[0], model.sensor_plugin[0], model.body_plugin[1], model.geom_plugin[0]]).toEqual([
        2, 3, 4, 5,
      ]);
      expect(model.nsensordata).toBe(4);
      expect(makeData(model).plugin_state.length).toBe(21);
    }
  });

  test('the bodies of a cable share an instance', () => {
    const xml = `<mujoco><extension><plugin plugin="example.wind"/></extension><worldbody>
      <composite prefix="c" type="cable" count="5 1 1" size="1" curve="s"><geom type="capsule" size=".01"/><joint kind="main"/>
      <plugin plugin="example.wind"><config key="strength" value=".01"/></plugin></composite></worldbody></mujoco>`;
    const spec = parseMjcf(xml);
    for (let times = 0; times < 2; times++) {
      const model = compile(spec, { plugins: [wind] }); // compiling does not change the Spec
      expect(model.nplugin).toBe(1);
      expect([...model.body_plugin]).toEqual([-1, 0, 0, 0, 0]);
      expect(new TextDecoder().decode(model.names.slice(model.name_pluginadr[0]))).toBe('compositec\0');
    }
  });

  test('replicated and attached elements have instances', () => {
    const inner = `<mujoco model="inner"><extension><plugin plugin="example.wind"><instance name="w"/></plugin></extension>
      <worldbody><body name="b"><freejoint/><geom size=".1"/><plugin instance="w"/></body></worldbody></mujoco>`;
    const model = loadModel(
      `<mujoco><extension><plugin plugin="example.wind"/></extension><asset><model name="inner" file="inner.xml"/></asset><worldbody>
      <replicate count="2" offset="1 0 0"><body><freejoint/><geom size=".1"/><plugin plugin="example.wind"/></body></replicate>
      <attach model="inner" body="b" prefix="p_"/></worldbody></mujoco>`,
      { plugins: [wind], files: { 'inner.xml': inner } },
    );
    expect(model.nplugin).toBe(3);
    expect([...model.body_plugin]).toEqual([-1, 1, 2, 0]);
  });

  test('copies of a model have its plugins; a restored one is given them again', () => {
    const model = pidModel();
    const run = (m: Model): number[] => {
      const data = makeData(m);
      data.ctrl[0] = 0.5;
      step(m, data, 50);
      return numbers(m, data);
    };
    const restored = restoreModel(saveModel(model), [pid]);
    expect(run(cloneModel(model))).toEqual(run(model));
    expect(run(restored)).toEqual(run(model));
    expect(() => restoreModel(saveModel(model))).toThrow(/needs 1 plugin/);
  });

  test('a Spec that was changed in code compiles with plugins', () => {
    const spec = parseMjcf(servo('<plugin joint="j" instance="loop"/>', pidExtension));
    addBody(spec.worldbody, { name: 'more', pos: [0, 0, 1] });
    expect(compile(spec, { plugins: [pid] }).nplugin).toBe(1);
    expect(() => compile(spec)).toThrow(ModelError);
  });

  test('a step with plugins allocates no more than a few boxed numbers', () => {
    const model = pidModel();
    const data = makeData(model);
    expect(bytesPerCall(() => step(model, data), MANY)).toBeLessThan(BOXES);
  });
});

describe('destroy and visualize', () => {
  const events: string[] = [];
  const marker = definePlugin({
    name: 'test.marker',
    init: () => ({ id: 7 }),
    passive() {},
    visualize(_model, data, { local }, draw) {
      events.push(`draw ${local.id} at ${data.time}`);
      draw.sphere([0, 0, 1], 0.1, [1, 0, 0, 1]);
    },
    destroy: ({ local }) => void events.push(`end ${local.id}`),
  });
  const xml = `<mujoco><extension><plugin plugin="test.marker"><instance name="m"/></plugin></extension>
    <worldbody>${arm}<plugin instance="m"/></body></worldbody></mujoco>`;
  const nothing = (): void => {};

  test('run when a viewer draws, and when a Data is disposed of', () => {
    const model = loadModel(xml, { plugins: [marker] });
    const data = makeData(model);
    const balls: number[] = [];
    const draw = {
      sphere: (_: unknown, radius: number) => void balls.push(radius),
      rod: nothing,
      arrow: nothing,
      box: nothing,
    };
    visualizePlugins(model, data, draw);
    expect(balls).toEqual([0.1]);
    data[Symbol.dispose]();
    expect(events).toEqual(['draw 7 at 0', 'end 7']);
  });

  test('what they throw is typed, and the memory is given back all the same', () => {
    const fails = definePlugin({
      name: 'test.marker',
      passive() {},
      visualize: () => {
        throw new Error('no pen');
      },
      destroy: () => {
        throw new Error('no end');
      },
    });
    const model = loadModel(xml, { plugins: [fails] });
    const data = makeData(model);
    const draw = { sphere: nothing, rod: nothing, arrow: nothing, box: nothing };
    expect(() => visualizePlugins(model, data, draw)).toThrow(CallbackError);
    expect(() => data[Symbol.dispose]()).toThrow("plugin 'test.marker' failed in the end stage: no end");
    expect(() => step(model, data)).toThrow('disposed of');
  });
});
