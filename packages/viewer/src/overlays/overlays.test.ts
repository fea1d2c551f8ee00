import { type Data, forward, type Model, makeData, step } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { defaultOptions, type ViewOptions } from '../options.ts';
import { makeContactList, readContacts } from '../scene/contacts.ts';
import type { Decor } from '../scene/decor.ts';
import { drawBodyTrees } from './bvh.ts';
import { drawCameras } from './cameras.ts';
import { drawContacts } from './contacts.ts';
import type { Overlay } from './frame.ts';
import { drawActuators, drawCom, drawEqualities, drawFrames, drawInertia, drawJoints } from './joints.ts';
import { drawPull } from './perturbation.ts';
import { drawRangefinders } from './rangefinder.ts';
import { drawSliderCranks } from './slider-cranks.ts';

interface Drawn {
  readonly what: string;
  readonly at: number[];
  /** Half sizes of a shape, the vector of an arrow, the other end of a rod or line. */
  readonly to: number[];
}

const three = (array: ArrayLike<number>, from: number): number[] => [0, 1, 2].map((k) => array[from + k] as number);

/** Writes down what would be drawn. */
function recorder(drawn: Drawn[]): Decor {
  type Vec = ArrayLike<number>;
  const between = (what: string) => (a: Vec, i: number, b: Vec, j: number) =>
    drawn.push({ what, at: three(a, i), to: three(b, j) });
  return {
    shape: (what: string, pos: Vec, p: number, _mat: Vec, _m: number, ...sizes: number[]) =>
      drawn.push({ what, at: three(pos, p), to: sizes.slice(0, 3) }),
    sphere: (pos: Vec, p: number, radius: number) => drawn.push({ what: 'sphere', at: three(pos, p), to: [radius] }),
    arrow: (pos: Vec, p: number, vec: Vec, v: number, scale: number) =>
      drawn.push({ what: 'arrow', at: three(pos, p), to: three(vec, v).map((x) => scale * x) }),
    rod: between('rod'),
    line: between('line'),
  } as unknown as Decor;
}

function overlay(model: Model, data: Data, options: Partial<ViewOptions> = {}): { drawn: Drawn[]; frame: Overlay } {
  const drawn: Drawn[] = [];
  const contacts = makeContactList();
  readContacts(model, data, contacts);
  const frame = {
    model,
    data,
    draw: recorder(drawn),
    options: { ...defaultOptions(), ...options },
    contacts,
    scale: 1,
  };
  return { drawn, frame };
}

function load(xml: string, steps = 0): [Model, Data] {
  const model = loadModel(`<mujoco>${xml}</mujoco>`);
  const data = makeData(model);
  if (steps > 0) step(model, data, steps);
  forward(model, data);
  return [model, data];
}

const sum = (vectors: readonly (readonly number[])[]): number[] =>
  [0, 1, 2].map((k) => vectors.reduce((total, v) => total + (v[k] ?? 0), 0));

describe('overlays', () => {
  test('the box of inertia has the half sizes of a solid box of the same inertia', () => {
    const { drawn, frame } = overlay(
      ...load('<worldbody><body pos="1 2 3"><freejoint/><geom type="box" size=".1 .2 .3"/></body></worldbody>'),
    );
    drawInertia(frame);
    const sizes = [...(drawn[0]?.to ?? [])].sort();
    [0.1, 0.2, 0.3].forEach((half, k) => {
      expect(sizes[k]).toBeCloseTo(half, 9);
    });
    expect(drawn[0]?.at).toEqual([1, 2, 3]);
  });

  test('an ellipsoid of inertia has the half axes of a solid one of the same inertia', () => {
    const { drawn, frame } = overlay(
      ...load(`<visual><global ellipsoidinertia="true"/></visual><worldbody>
        <body><freejoint/><geom type="ellipsoid" size=".1 .2 .3"/></body></worldbody>`),
    );
    drawInertia(frame);
    expect(drawn[0]?.what).toBe('sphere');
    const sizes = [...(drawn[0]?.to ?? [])].sort();
    [0.1, 0.2, 0.3].forEach((half, k) => {
      expect(sizes[k]).toBeCloseTo(half, 9);
    });
  });

  test('a camera with a sensor shows what it sees, at the depths that MuJoCo draws', () => {
    const { drawn, frame } = overlay(
      ...load(`<statistic extent="2"/><worldbody><camera pos="0 0 3"/><camera pos="0 0 3"
        resolution="640 480" focal="0.01 0.012" sensorsize="0.01 0.0075" principal="0.001 0.0005"/></worldbody>`),
    );
    drawCameras(frame);
    const lines = drawn.filter(({ what }) => what === 'line').flatMap(({ at, to }) => [at, to]);
    expect(lines).toHaveLength(24); // twelve edges of the second
    const range = (k: number, z: number): number[] => {
      const values = lines.filter((p) => Math.abs((p[2] ?? 0) - z) < 1e-6).map((p) => p[k] ?? 0);
      return [Math.min(...values), Math.max(...values)];
    };
    // the frustum of its mjvGLCamera has left -0.008, right 0.012, bottom -0.0070833, top 0.0054167 at a depth of 0.02
    const expected = [
      [-0.008, 0.012],
      [-0.0070833, 0.0054167],
    ];
    expected.forEach((edges, k) => {
      edges.forEach((edge, side) => {
        expect(range(k, 2.98)[side]).toBeCloseTo(edge, 6);
        expect(range(k, -7)[side]).toBeCloseTo(500 * edge, 3); // ten mean sizes away
      });
    });
  });

  test.each([
    [0.8, -0.1245, 'slidercrank'], // as long as the oracle's actuator_length
    [0.3, 0.5, 'crankbroken'], // too short: as close as it comes
  ])('a slider-crank with a rod of %d', (rod, length, color) => {
    const [model, data] = load(`<worldbody><site name="slider"/>
      <body pos=".5 0 .3"><joint axis="0 1 0"/><geom size=".1"/><site name="crank" pos="0 0 .2"/></body></worldbody>
      <actuator><general cranksite="crank" slidersite="slider" cranklength="${rod}"/></actuator>`);
    const { drawn, frame } = overlay(model, data);
    const colors: unknown[] = [];
    const draw = Object.assign(frame.draw, {
      rod: (...[a, i, b, j, , rgba]: Parameters<Decor['rod']>) => {
        drawn.push({ what: 'rod', at: three(a, i), to: three(b, j) });
        colors.push([...(rgba as Float32Array)]);
      },
    });
    drawSliderCranks({ ...frame, draw });
    const [slider, crank] = drawn;
    expect(slider?.at).toEqual([0, 0, 0]);
    expect(slider?.to[2]).toBeCloseTo(length, 4);
    expect(crank?.at).toEqual(slider?.to);
    expect(crank?.to).toEqual([0.5, 0, 0.5]);
    expect(colors).toEqual([[...model.vis.rgba.slidercrank], [...model.vis.rgba[color as 'slidercrank']]]);
  });

  test('arrows of contact forces add up to the weight; split, to the same', () => {
    const [model, data] = load(
      '<worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1" mass="2"/></body></worldbody>',
      500,
    );
    const scale = model.vis.map.force / model.stat.meanmass;
    for (const contactSplit of [false, true]) {
      const { drawn, frame } = overlay(model, data, { contactForce: true, contactPoint: true, contactSplit });
      drawContacts(frame);
      expect(drawn.filter(({ what }) => what === 'cylinder')).toHaveLength(4);
      const arrows = drawn.filter(({ what }) => what === 'arrow');
      expect(arrows).toHaveLength(contactSplit ? 8 : 4);
      const [x, y, z] = sum(arrows.map(({ to }) => to.map((v) => v / scale)));
      expect(Math.hypot(x ?? 1, y ?? 1)).toBeLessThan(0.01);
      expect(z).toBeCloseTo(2 * 9.81, 2);
    }
  });

  test('a rangefinder is drawn up to what it hits, and not where it hits nothing', () => {
    const { drawn, frame } = overlay(
      ...load(`<worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 2"><site name="down" euler="180 0 0"/><site name="up"/>
        </body></worldbody><sensor><rangefinder site="down"/><rangefinder site="up"/></sensor>`),
    );
    drawRangefinders(frame);
    expect(drawn).toHaveLength(1);
    expect(drawn[0]?.to[2]).toBeCloseTo(0, 9);
  });

  test('joints are arrows along their axes, balls and boxes, by group', () => {
    const [model, data] =
      load(`<worldbody><body><joint axis="0 1 0"/><joint type="slide" axis="0 0 1"/><geom size=".1"/>
      <body pos="0 0 1"><joint type="ball"/><geom size=".1"/></body></body><body pos="2 0 0"><freejoint/><geom size=".1"/></body></worldbody>`);
    const shown = overlay(model, data);
    drawJoints(shown.frame);
    expect(shown.drawn.map(({ what }) => what)).toEqual(['arrow', 'arrow', 'sphere', 'box']);
    expect(shown.drawn[0]?.to).toEqual([0, model.vis.scale.jointlength, 0]);
    const hidden = overlay(model, data, { jointGroup: new Array(6).fill(false) });
    drawJoints(hidden.frame);
    expect(hidden.drawn).toEqual([]);
  });

  test('actuators are at what they act on', () => {
    const { drawn, frame } = overlay(
      ...load(`<worldbody><body><joint name="j"/><geom size=".1"/><site name="s" pos="0 0 .5"/></body></worldbody>
        <actuator><motor joint="j"/><general site="s" gear="0 0 1 0 0 0"/></actuator>`),
    );
    drawActuators(frame);
    expect(drawn.map(({ what, at }) => [what, at])).toEqual([
      ['arrow', [0, 0, 0]],
      ['box', [0, 0, 0.5]],
    ]);
  });

  test('the centre of mass of each tree', () => {
    const { drawn, frame } = overlay(
      ...load(`<worldbody><body><freejoint/><geom size=".1" mass="1"/><body pos="3 0 0"><geom size=".1" mass="2"/></body></body>
        <body pos="0 9 0"><freejoint/><geom size=".1"/></body></worldbody>`),
    );
    drawCom(frame);
    expect(drawn.map(({ at }) => at)).toEqual([
      [2, 0, 0],
      [0, 9, 0],
    ]);
  });

  test('a connect constraint shows both anchors, and the gap between them', () => {
    const [model, data] = load(`<worldbody><body name="a"><freejoint/><geom size=".1"/></body></worldbody>
      <equality><connect body1="a" anchor="0 0 .5"/></equality>`);
    data.qpos[0] = 1;
    forward(model, data);
    const { drawn, frame } = overlay(model, data);
    drawEqualities(frame);
    expect(drawn.find(({ what }) => what === 'rod')).toEqual({ what: 'rod', at: [1, 0, 0.5], to: [0, 0, 0.5] });
    data.eq_active[0] = 0;
    const off = overlay(model, data);
    drawEqualities(off.frame);
    expect(off.drawn).toEqual([]);
  });

  test.each([
    ['world', 3],
    ['body', 3],
    ['geom', 3],
    ['site', 6],
    ['none', 0],
  ] as const)('frames of %s: %d arrows', (kind, count) => {
    const { drawn, frame } = overlay(
      ...load('<worldbody><body><freejoint/><geom size=".1"/><site/><site/></body></worldbody>'),
      { frame: kind },
    );
    drawFrames(frame);
    expect(drawn).toHaveLength(count);
  });

  test('a box of twelve edges for each bounding volume, around its geom', () => {
    const { drawn, frame } = overlay(
      ...load('<worldbody><body pos="0 0 5"><freejoint/><geom type="box" size=".1 .2 .3"/></body></worldbody>'),
    );
    drawBodyTrees(frame);
    expect(drawn).toHaveLength(12);
    const reach = [0, 1, 2].map((k) => Math.max(...drawn.flatMap(({ at, to }) => [at[k] ?? 0, to[k] ?? 0])));
    expect(reach[2]).toBeCloseTo(5.3, 6);
  });

  test('a pull leads from the grabbed point of the turned body to its target', () => {
    const [model, data] = load(
      '<worldbody><body pos="1 0 0" euler="0 0 90"><freejoint/><geom size=".1"/></body></worldbody>',
    );
    const { drawn, frame } = overlay(model, data);
    const pull = { body: 1, local: Float64Array.of(1, 0, 0), target: Float64Array.of(5, 5, 5), active: true };
    drawPull(frame, pull);
    const rod = drawn.find(({ what }) => what === 'rod');
    [1, 1, 0].forEach((x, k) => {
      expect(rod?.at[k]).toBeCloseTo(x, 9);
    });
    expect(rod?.to).toEqual([5, 5, 5]);
    drawn.length = 0;
    drawPull(frame, { ...pull, active: false });
    expect(drawn.map(({ what }) => what)).toEqual(['sphere']);
  });
});
