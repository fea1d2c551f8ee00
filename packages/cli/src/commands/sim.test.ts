import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { encodeNpz } from '../recording/npz.ts';
import { readRecording } from '../recording/read.ts';
import { quantity } from '../recording/recording.ts';
import { BROKEN, PENDULUM, put, run, temporaryFolder } from '../testing/run.ts';

const folder = temporaryFolder();
const model = put(folder, { 'pendulum.xml': PENDULUM });
const file = (name: string): string => path.join(folder, name);
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('sim', () => {
  test('a table of what the run came to, without colour where there is no terminal', async () => {
    const { code, out, err } = await run(['sim', model, '-d', '0.5']);
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(out).toContain('1 body, 1 dof, 1 control, 2 geoms');
    expect(out).toContain('0.5 s in 250 steps');
    expect(out).toMatch(/x real time/);
    expect(out).not.toContain('\x1b');
  });

  test('progress in a terminal: share, real-time factor and time left, none of it elsewhere', async () => {
    const args = ['sim', model, '-d', '400'];
    const { err } = await run(args, { terminal: true });
    expect(err).toMatch(/simulating.*━.*\d+%.*[\d.]+x real time.*[\d.]+ s left/);
    expect((await run(args)).err).toBe('');
  });

  test('colour in a terminal', async () => {
    expect((await run(['sim', model, '-d', '0.1'], { terminal: true })).out).toContain('\x1b[');
  });

  test('JSON', async () => {
    const summary = JSON.parse((await run(['sim', model, '-d', '0.1', '--json'])).out);
    expect(summary).toMatchObject({ steps: 50, interrupted: false, warnings: {}, model: { nbody: 2, nv: 1, nu: 1 } });
    expect(summary.simulated).toBeCloseTo(0.1, 12);
  });

  test.each(['npz', 'csv', 'mcap'])('records to .%s: states before each step, and the last one', async (suffix) => {
    const output = file(`run.${suffix}`);
    const { code, out } = await run(['sim', model, '-d', '0.1', '--drive', '--record', output]);
    expect(code).toBe(0);
    expect(out).toContain('51 rows');
    const recording = readRecording(output);
    expect(recording.rows).toBe(51);
    expect(recording.quantities.map((q) => [q.name, q.width])).toEqual([
      ['time', 1],
      ['qpos', 1],
      ['qvel', 1],
      ['ctrl', 1],
      ['sensordata', 4],
    ]);
    expect(quantity(recording, 'sensordata')?.labels[1]).toBe('sensordata:where[0]');
    expect(quantity(recording, 'time')?.values[50]).toBeCloseTo(0.1, 12);
    // the sensor of a row is that of the row's own state
    const angles = quantity(recording, 'qpos')?.values as Float64Array;
    const sensor = quantity(recording, 'sensordata')?.values as Float64Array;
    for (let r = 0; r < 51; r++) expect(sensor[4 * r]).toBe(angles[r]);
    expect(fs.readdirSync(folder).filter((f) => f.endsWith('.part'))).toEqual([]);
  });

  test('all formats hold the same numbers', () => {
    const values = ['npz', 'csv', 'mcap'].map((s) => quantity(readRecording(file(`run.${s}`)), 'qpos')?.values);
    expect(values[1]).toEqual(values[0]);
    expect(values[2]).toEqual(values[0]);
  });

  test('--every records fewer rows', async () => {
    const { out } = await run(['sim', model, '-d', '0.1', '--every', '10', '-r', file('few.csv'), '--json']);
    expect(JSON.parse(out).recording.rows).toBe(6);
  });

  test('keyframes give state and controls', async () => {
    await run(['sim', model, '-d', '0.01', '-k', 'up', '-r', file('key.npz')]);
    const recording = readRecording(file('key.npz'));
    expect(quantity(recording, 'qpos')?.values[0]).toBe(3);
    expect(quantity(recording, 'ctrl')?.values[3]).toBe(0.5);
    await run(['sim', model, '-d', '0.01', '-c', 'keyframe:up', '-r', file('key.npz')]);
    expect(quantity(readRecording(file('key.npz')), 'ctrl')?.values[2]).toBe(0.5);
    expect(quantity(readRecording(file('key.npz')), 'qpos')?.values[0]).toBe(0);
  });

  test('controls from a table: by time in CSV, by step in npz', async () => {
    fs.writeFileSync(file('ctrl.csv'), 'time,drive\n0,1\n0.004,-1\n');
    await run(['sim', model, '-d', '0.01', '-c', file('ctrl.csv'), '-r', file('c.npz')]);
    expect(Array.from(quantity(readRecording(file('c.npz')), 'ctrl')?.values ?? [])).toEqual([1, 1, -1, -1, -1, -1]);
    fs.writeFileSync(
      file('ctrl.npz'),
      encodeNpz({ ctrl: { shape: [3, 1], data: Float64Array.from([0.1, 0.2, 0.3]) } }),
    );
    await run(['sim', model, '-d', '0.01', '-c', file('ctrl.npz'), '-r', file('c.npz')]);
    expect(Array.from(quantity(readRecording(file('c.npz')), 'ctrl')?.values ?? [])).toEqual([
      0.1, 0.2, 0.3, 0.3, 0.3, 0.3,
    ]);
  });

  test('an interrupt ends the run and leaves a complete file', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 200);
    const { code, out } = await run(['sim', model, '-d', '1e6', '-r', file('stopped.npz')], { signal: stop.signal });
    expect(code).toBe(130);
    expect(out).toContain('interrupted');
    expect(readRecording(file('stopped.npz')).rows).toBeGreaterThan(10);
  });

  test.each<[string, string[], RegExp]>([
    ['a missing file', ['sim', 'nope.xml'], /error: cannot find 'nope.xml'/],
    ['a duration of nothing', ['sim', model, '-d', '0'], /--duration must be a number above 0, not '0'/],
    ['a word for a number', ['sim', model, '--every', 'x'], /--every must be a whole number/],
    ['an unknown keyframe', ['sim', model, '-k', 'down'], /no keyframe 'down'\nhint: it has up/],
    ['an unknown format', ['sim', model, '-r', 'run.txt'], /the name must end in .npz, .csv, .mcap/],
    [
      'a folder that is not there',
      ['sim', model, '-r', '/nope/run.npz'],
      /cannot write '\/nope\/run.npz': there is no folder '\/nope'$/m,
    ],
    ['an unknown option', ['sim', model, '--fast'], /unknown option '--fast'/],
    ['no model', ['sim'], /missing required argument 'model'/],
  ])('%s: exit code 1, told on stderr', async (_, args, message) => {
    const { code, out, err } = await run(args);
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toMatch(message);
  });

  test('a recording cannot take the name of a folder', async () => {
    fs.mkdirSync(file('taken.npz'));
    const { code, err } = await run(['sim', model, '-d', '0.01', '-r', file('taken.npz')]);
    expect(code).toBe(1);
    expect(err).toMatch(/cannot write '.*taken.npz': it is a folder$/m);
    expect(fs.readdirSync(file('.')).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('bytes that are no text are not shown', async () => {
    fs.writeFileSync(
      file('bytes.xml'),
      Uint8Array.from({ length: 100 }, (_, k) => k * 37),
    );
    const { err } = await run(['sim', file('bytes.xml')]);
    expect(err.split('\n').slice(1)).toEqual(['      = hint: is it a binary model or asset?', '']);
  });

  test.each<[string, string, RegExp]>([
    ['no such actuator', 'time,motor\n0,1\n', /no control 'motor'\nhint: it has drive/],
    ['not a number', 'drive\n0\nfast\n', /bad.csv:3: 'fast' in column 'drive' is not a number/],
    ['a short row', 'time,drive\n0\n', /bad.csv:2: 1 values in a table of 2 columns/],
    ['nothing', '', /has no rows/],
  ])('controls with %s', async (_, text, message) => {
    fs.writeFileSync(file('bad.csv'), text);
    const { code, err } = await run(['sim', model, '-c', file('bad.csv')]);
    expect(code).toBe(1);
    expect(err).toMatch(message);
  });

  test('every mistake of a model, with line, column, caret and hint', async () => {
    const broken = put(folder, { 'broken.xml': BROKEN });
    const { code, out, err } = await run(['sim', broken]);
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toContain('broken.xml:3:38: error: geom: unknown attribute');
    expect(err).toContain(
      `    3 |     <geom type="plane" size="1 1 .1" frction="1"/>\n      |                                      ^`,
    );
    expect(err).toContain("hint: did you mean 'friction'?");
    expect(err).toContain('broken.xml:5:14: error');
    expect(err).toContain('broken.xml:6:24: error');
  });

  test('with --json an error is JSON on stdout as well', async () => {
    const { code, out } = await run(['sim', put(folder, { 'broken.xml': BROKEN }), '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(out).error.diagnostics).toHaveLength(3);
  });
});
