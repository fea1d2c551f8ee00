import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PENDULUM, put, run, temporaryFolder } from '../testing/run.ts';

const folder = temporaryFolder();
const model = put(folder, { 'pendulum.xml': PENDULUM });
const file = (name: string): string => path.join(folder, name);
beforeAll(async () => {
  for (const suffix of ['npz', 'csv', 'mcap']) {
    await run(['sim', model, '-d', '0.2', '-k', 'up', '--drive', '-r', file(`run.${suffix}`)]);
  }
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('replay', () => {
  test('a summary of each quantity', async () => {
    const { code, out } = await run(['replay', file('run.npz')]);
    expect(code).toBe(0);
    expect(out).toContain('101 rows, 0 to 0.2 s');
    expect(out).toContain('step 0.002 s');
    expect(out).toMatch(/sensordata +4/);
  });

  test.each(['npz', 'csv', 'mcap'])('a run simulated again from .%s has the same bits', async (suffix) => {
    const { code, out } = await run(['replay', file(`run.${suffix}`), '--model', model, '-k', 'up', '--json']);
    expect(JSON.parse(out).resimulation).toMatchObject({ steps: 100, identical: true, ok: true, largest: 0 });
    expect(code).toBe(0);
  });

  test('another model gives another run: exit code 1, with where', async () => {
    const heavier = put(folder, { 'heavier.xml': PENDULUM.replace('damping="0.01"', 'damping="0.02"') });
    const { code, out } = await run(['replay', file('run.npz'), '--model', heavier]);
    expect(code).toBe(1);
    expect(out).toMatch(/✗ simulated again .* largest difference/);
    expect(out).toMatch(/qvel .* at [\d.]+ s/);
    expect((await run(['replay', file('run.npz'), '--model', heavier, '--tolerance', '10'])).code).toBe(0);
  });

  test('refuses a model of other sizes, a table that is no recording, and a damaged file', async () => {
    const other = put(folder, {
      'other.xml': '<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>',
    });
    expect((await run(['replay', file('run.npz'), '--model', other])).err).toMatch(
      /1 columns of qpos, and the model has 7/,
    );
    fs.writeFileSync(file('table.csv'), 'a,b\n1,2\n3,4\n');
    expect((await run(['replay', file('table.csv'), '--model', model])).err).toMatch(/has no time/);
    fs.writeFileSync(file('cut.npz'), fs.readFileSync(file('run.npz')).subarray(0, 900));
    expect(await run(['replay', file('cut.npz')])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/not an .npz file/),
    });
    fs.writeFileSync(file('cut.mcap'), 'no');
    expect((await run(['replay', file('cut.mcap')])).code).toBe(1);
  });
});

describe('plot', () => {
  test('a curve in the terminal, and its extremes', async () => {
    const { code, out } = await run(['plot', file('run.npz'), 'swing']);
    expect(code).toBe(0);
    expect(out).toContain('qpos:swing');
    expect(out).toContain('qvel:swing');
    expect(out).toMatch(/[\u2801-\u28ff]{4}/);
    expect(out).toMatch(/qpos:swing +[\d.]+ +3/);
  });

  test('a picture', async () => {
    const { code } = await run([
      'plot',
      file('run.csv'),
      'sensordata:where',
      'qpos',
      '-o',
      file('p.svg'),
      '--title',
      '<b>&',
    ]);
    expect(code).toBe(0);
    const svg = fs.readFileSync(file('p.svg'), 'utf8');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(svg.match(/fill="none" stroke="#[0-9a-f]{6}"/g)).toHaveLength(4);
    expect(svg).toContain('&#60;b&#62;&#38;');
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  test('JSON, ranges of columns, another abscissa', async () => {
    const { out } = await run(['plot', file('run.mcap'), 'sensordata[1:4]', '--x', 'qpos:swing', '--json']);
    const plot = JSON.parse(out);
    expect(plot.x).toBe('qpos:swing');
    expect(plot.series.map((s: { label: string }) => s.label)).toEqual([0, 1, 2].map((k) => `sensordata:where[${k}]`));
  });

  test.each<[string[], RegExp]>([
    [[], /name what to draw\nhint: it has time, qpos, qvel, ctrl, sensordata \(4\)/],
    [['swimg'], /has no 'swimg'/],
    [['ANGLE'], /did you mean sensordata:angle/],
    [['qpos[7]'], /out of range\nhint: qpos has the columns 0 to 0/],
    [['qpos', '-o', 'x.png'], /must end in .svg/],
    [['qpos', '--size', 'big'], /--size must be like 900x420/],
  ])('%j is refused', async (args, message) => {
    const { code, err } = await run(['plot', file('run.npz'), ...args]);
    expect(code).toBe(1);
    expect(err).toMatch(message);
  });
});
