import fs from 'node:fs';
import path from 'node:path';
import { extent } from '@qpos/conformance';
import { type Data, type Model, makeData, resetDataKeyframe, step } from 'qpos';
import { describe, expect, test } from 'vitest';
import { warningCounts } from './commands/sim.ts';
import { openModel } from './model/open.ts';
import { run } from './testing/run.ts';

const folder = path.resolve(import.meta.dirname, '../../../models');
const file = (name: string): string => path.join(folder, `${name}.xml`);

interface Entry {
  readonly file: string;
  readonly title: string;
  readonly description: string;
}
const index: Entry[] = JSON.parse(fs.readFileSync(path.join(folder, 'index.json'), 'utf8'));
const names = index.map((e) => e.file.replace(/\.xml$/, ''));

describe('the list of bundled models', () => {
  test('has every file once, with a title and a sentence', () => {
    expect(names.toSorted()).toEqual(
      ['', 'deformable/', 'soft/']
        .flatMap((below) => fs.readdirSync(path.join(folder, below)).map((f) => below + f))
        .filter((f) => f.endsWith('.xml'))
        .map((f) => f.replace(/\.xml$/, ''))
        .toSorted(),
    );
    for (const { title, description } of index) {
      expect(title).toMatch(/^\S.+\S$/);
      expect(description).toMatch(/^[A-Z].{20,}\.$/);
    }
  });

  test.each(names)('%s has cameras, keyframes and sensors, and nothing to complain about', async (name) => {
    const { out, err, code } = await run(['check', '--strict', file(name)]);
    expect([code, err, out.split('\n').length], out).toEqual([0, '', 2]);
    const { ncam, nkey, nsensor, nlight } = openModel(file(name)).model;
    expect(Math.min(ncam, nkey, nsensor, nlight)).toBeGreaterThan(0);
  });
});

const SECONDS = extent(0.5, 2);

test.each(names)('%s stays in one piece from every start', (name) => {
  const { model } = openModel(file(name));
  for (let key = -1; key < model.nkey; key++) {
    const data = makeData(model);
    if (key >= 0) resetDataKeyframe(model, data, key);
    step(model, data, Math.round(SECONDS / model.opt.timestep));
    expect(warningCounts(data)).toEqual({});
    expect(Math.max(0, ...data.xpos.map(Math.abs))).toBeLessThan(15);
  }
});

/** A model after some seconds from a keyframe (none: the initial state), with controls over time. */
function after(
  name: string,
  key: string | undefined,
  seconds: number,
  control?: (time: number) => number[],
): { model: Model; data: Data } {
  const { model } = openModel(file(name));
  const data = makeData(model);
  if (key !== undefined) resetDataKeyframe(model, data, model.key(key).id);
  for (let k = 0; k < Math.round(seconds / model.opt.timestep); k++) {
    if (control !== undefined) data.ctrl.set(control(data.time));
    step(model, data);
  }
  return { model, data };
}

const height = (data: Data, sensor: string): number => data.sensor(sensor).data[2] as number;

describe('behaves as named', () => {
  test('muscles bend and stretch the arm', () => {
    const bent = after('muscle-arm', undefined, 3, () => [0.6, 0, 0.6, 0, 0.8, 0]);
    expect(bent.data.qpos[1]).toBeGreaterThan(2);
    const { data } = after('muscle-arm', undefined, 3, () => [0, 0.6, 0, 0.6, 0, 0.8]);
    expect(data.qpos[0]).toBeLessThan(-0.5);
  });

  test('pads hold the climber while they are on', () => {
    expect(height(after('adhesion-wall', 'cling', 6).data, 'climber')).toBeGreaterThan(0.8);
    expect(height(after('adhesion-wall', undefined, 2).data, 'climber')).toBeLessThan(0.2);
  });

  test('marbles come down through all troughs and stay in the box', () => {
    const { model, data } = after('marble-run', 'start', 12);
    for (let b = 0; b < 18; b++) {
      const [x = 0, y = 0, z = 0] = data.body(model.body(`marble${b}`).id).xpos;
      expect(Math.abs(x)).toBeLessThan(0.71);
      expect(Math.abs(y)).toBeLessThan(0.46);
      expect(z).toBeLessThan(0.15);
    }
  });

  test('parcels go round on the belts', () => {
    const { model } = openModel(file('conveyor'));
    const data = makeData(model);
    const corners = new Set<string>();
    for (let k = 0; k < 80; k++) {
      step(model, data, 125);
      const [x = 0, y = 0, z = 0] = data.sensor('parcel0').data;
      corners.add(`${x > 0 ? 'right' : 'left'} ${y > 0 ? 'back' : 'front'}`);
      expect(z).toBeGreaterThan(0.35);
    }
    expect(corners.size).toBe(4);
  });

  test('one ball in, one ball out', () => {
    const { data } = after('newtons-cradle', 'one', 0.8);
    expect(data.qpos[4]).toBeLessThan(-0.7);
    for (let k = 0; k < 4; k++) expect(Math.abs(data.qpos[k] as number)).toBeLessThan(0.05);
  });

  test('the top turns over', () => {
    const { model } = openModel(file('tippe-top'));
    const data = makeData(model);
    resetDataKeyframe(model, data, 0);
    const axis: number[] = [];
    for (let k = 0; k < 120; k++) {
      step(model, data, 50);
      axis.push(height(data, 'axis'));
    }
    expect(axis[0]).toBeGreaterThan(0.9);
    expect(Math.min(...axis)).toBeLessThan(-0.9);
  });

  test('the drone hovers with its load, the car drives, the swimmer swims', () => {
    expect(height(after('drone', 'hover', 5).data, 'position')).toBeCloseTo(1, 1);
    expect(after('car', 'start', 2).data.qpos[0]).toBeGreaterThan(1.5);
    const wave = (time: number): number[] => Array.from({ length: 6 }, (_, k) => Math.sin(5 * time - k));
    const { data } = after('swimmer', undefined, 6, wave);
    expect(Math.hypot(data.qpos[0] as number, data.qpos[1] as number)).toBeGreaterThan(0.3);
  });

  test('four legs stand, on the floor and on hills', () => {
    for (const name of ['quadruped', 'terrain']) {
      const { data } = after(name, 'stand', 5);
      expect(data.qpos[2]).toBeGreaterThan(0.3);
      expect(data.qpos[3]).toBeGreaterThan(0.99);
    }
  });

  test('the hand holds the ball, the wrecker brings the tower down', () => {
    const { model, data } = after('hand', 'grasp', 3);
    const [x = 0, , z = 0] = data.body('ball').xpos;
    expect([Math.abs(x - 0.1) < 0.04, z > 0.2]).toEqual([true, true]);
    expect(data.sensor('middle_touch').data[0]).toBeGreaterThan(0.02);
    expect(model.ntendon).toBe(5);
    expect(height(after('tower', 'ready', 0.4).data, 'top')).toBeGreaterThan(0.55);
    expect(height(after('tower', 'ready', 3).data, 'top')).toBeLessThan(0.3);
  });

  test('the trampoline throws the ball back, jelly gives way, the rope knocks the blocks over', () => {
    const { model } = openModel(file('soft/trampoline'));
    const data = makeData(model);
    let speed = 0;
    for (let k = 0; k < 150; k++) {
      step(model, data);
      speed = Math.max(speed, data.qvel[2] as number);
    }
    expect(speed).toBeGreaterThan(0.5);
    const crate = height(after('soft/jelly', 'start', 2).data, 'crate');
    expect([crate > 0.2, crate < 0.335]).toEqual([true, true]); // lower than on a block that does not give way
    expect(height(after('soft/swinging-rope', 'start', 0.4).data, 'top')).toBeCloseTo(0.3, 2);
    expect(height(after('soft/swinging-rope', 'start', 1.5).data, 'top')).toBeLessThan(0.15);
  });
});
