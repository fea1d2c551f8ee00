import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { BROKEN, PENDULUM, put, run, temporaryFolder } from '../testing/run.ts';

const folder = temporaryFolder();
const model = put(folder, { 'pendulum.xml': PENDULUM });
afterAll(() => fs.rmSync(folder, { recursive: true }));

const world = (body: string, rest = ''): string =>
  put(folder, { 'odd.xml': `<mujoco>\n${rest}\n<worldbody>\n${body}\n</worldbody></mujoco>` });
const FLOOR = '<geom name="floor" type="plane" size="1 1 .1"/>';

describe('info', () => {
  test('tree, sizes, actuators and sensors', async () => {
    const { code, out } = await run(['info', model]);
    expect(code).toBe(0);
    expect(out).toContain('1 body, 1 joint, 1 dof, 2 geoms');
    expect(out).toMatch(/world {2}plane\n└─ rod {2}[\d.]+ kg · hinge swing -170° … 170° · capsule/);
    expect(out).toMatch(/drive +motor +joint swing +-2 … 2/);
    expect(out).toMatch(/where +framepos +site tip +3/);
  });

  test('JSON', async () => {
    const info = JSON.parse((await run(['info', model, '--json'])).out);
    expect(info).toMatchObject({
      name: 'pendulum',
      sizes: { nq: 1, nv: 1, nu: 1, nbody: 2, nsensordata: 4 },
      keyframes: ['up'],
    });
    expect(info.mass).toBeCloseTo(info.bodies[1].mass, 12);
    expect(info.joints[0]).toMatchObject({ name: 'swing', type: 'hinge', body: 'rod', damping: 0.01 });
  });

  test('names cannot reach the terminal as escapes', async () => {
    const odd = world(`<body name="a&#x9b;31m"><joint/><geom size=".1"/></body>`);
    const { out } = await run(['info', odd]);
    expect(out).toContain('a\\x9b31m');
    expect(out).not.toContain('\x9b');
  });
});

describe('check', () => {
  test('a good model has no problems', async () => {
    const { code, out } = await run(['check', '--strict', model]);
    expect(out).toMatch(/✓ .*pendulum.xml: no problems/);
    expect(code).toBe(0);
  });

  test('every mistake with its place, exit code 1', async () => {
    const { code, out } = await run(['check', put(folder, { 'broken.xml': BROKEN })]);
    expect(code).toBe(1);
    expect(out).toContain('broken.xml:3:38: error');
    expect(out).toContain("hint: did you mean 'hinge'?");
    expect(out).toMatch(/✗ .*: 3 errors/);
  });

  test('JSON', async () => {
    const { code, out } = await run(['check', put(folder, { 'broken.xml': BROKEN }), '--json']);
    expect(code).toBe(1);
    const result = JSON.parse(out);
    expect(result).toMatchObject({ ok: false, errors: 3, warnings: 0 });
    expect(result.problems[0]).toMatchObject({ severity: 'error', code: 'unknown-attribute', line: 3, column: 38 });
  });

  test.each<[string, string, string, number]>([
    [
      'tiny-mass',
      `${FLOOR}<body name="x" pos="0 0 1">\n<joint/><inertial mass="1e-9" pos="0 0 0" diaginertia="1e-9 1e-9 1e-9"/></body>`,
      '',
      4,
    ],
    [
      'tiny-inertia',
      `<body name="x">\n<joint/><inertial mass="1" pos="0 0 0" diaginertia="1e-12 1e-12 1e-12"/></body>`,
      '',
      4,
    ],
    [
      'lopsided-inertia',
      `<body name="x">\n<joint/><inertial mass="1" pos="0 0 0" diaginertia="1 1 1e-5"/></body>`,
      '',
      4,
    ],
    [
      'mass-ratio',
      '<body name="x">\n<joint/><geom size=".01" mass=".001"/><body pos="1 0 0"><joint/><geom size=".1" mass="90"/></body></body>',
      '',
      4,
    ],
    ['interpenetration', `${FLOOR}\n<body pos="0 0 .02">\n<freejoint/><geom name="g" size=".1"/></body>`, '', 6],
    ['outside-limits', '<body>\n<joint name="j" range="10 20" limited="true"/><geom size=".1"/></body>', '', 5],
    [
      'missing-collision',
      `${FLOOR}\n<body name="ghost" pos="0 0 1"><freejoint/><geom size=".1" contype="0" conaffinity="0"/></body>`,
      '',
      5,
    ],
    ['missing-ground', '<body name="x"><freejoint/><geom size=".1"/></body>', '', 4],
    [
      'unlimited-servo',
      '<body><joint name="j"/><geom size=".1"/></body>',
      '<actuator><position name="s" joint="j" kp="5"/></actuator>',
      2,
    ],
    [
      'stiff-servo',
      '<body><joint name="j"/><geom size=".1"/></body>',
      '<actuator><position joint="j" kp="1e9" ctrlrange="-1 1" ctrllimited="true"/></actuator>',
      0,
    ],
    ['long-step', '<body><joint/><geom size=".1"/></body>', '<option timestep="0.1"/>', 0],
    [
      'unstable',
      '<body><joint name="j" axis="1 0 0"/><geom size=".1" pos="0 .1 0"/></body>',
      '<option timestep="0.01"/><actuator><general joint="j" biastype="affine" biasprm="1e6 1e9 1e8"/></actuator>',
      0,
    ],
  ])('warns of %s', async (code, body, rest, line) => {
    const { out } = await run(['check', world(body, rest), '--json']);
    const found = JSON.parse(out).problems.find((p: { code: string }) => p.code === code);
    expect(found, out).toBeDefined();
    expect(found.severity).toBe('warning');
    expect(found.hint).toBeTruthy();
    if (line > 0) expect(found.line).toBe(line);
  });

  test('warnings fail only with --strict, and can be left out', async () => {
    const odd = world('<body name="x"><freejoint/><geom size=".1"/></body>');
    expect((await run(['check', odd])).code).toBe(0);
    expect((await run(['check', '--strict', odd])).code).toBe(1);
    expect((await run(['check', '--strict', '--no-plausibility', odd])).code).toBe(0);
  });

  test('several models at once', async () => {
    const { code, out } = await run(['check', model, put(folder, { 'broken.xml': BROKEN })]);
    expect(code).toBe(1);
    expect(out).toContain('✓');
    expect(out).toContain('✗');
  });

  test('a mistake in an included file is shown in that file', async () => {
    const main = put(folder, {
      'main.xml': '<mujoco><include file="parts/part.xml"/></mujoco>',
      'parts/part.xml': '<mujoco>\n<worldbody><geom sise="1"/></worldbody></mujoco>',
    });
    const { code, out } = await run(['check', main]);
    expect(code).toBe(1);
    expect(out).toContain(`${path.join('parts', 'part.xml')}:2:18: error`);
    expect(out).toContain('<worldbody><geom sise="1"/>');
  });
});
