import { expect } from 'vitest';
import { magenta, type Picture } from '../picture.ts';
import { test } from '../studio.ts';

const overlays = [
  'contactpoint',
  'contactforce',
  'contactfriction',
  'joint',
  'actuator',
  'actuatornegative',
  'actuatorpositive',
];
const others = [
  'com',
  'inertia',
  'constraint',
  'connect',
  'rangefinder',
  'camera',
  'light',
  'bv',
  'bvactive',
  'selectpoint',
];

/** Grey things of every kind, whose markers are all magenta. */
const scene = `<mujoco model="markers">
  <option gravity="3 0 -9.8"/>
  <statistic center="0 0 .35" extent="1.1" meansize=".15"/>
  <visual>
    <global azimuth="60" elevation="-15"/>
    <rgba ${[...overlays, ...others].map((name) => `${name}="1 0 1 1"`).join(' ')}/>
    <map force=".3"/>
  </visual>
  <default><geom rgba=".6 .6 .6 1"/></default>
  <worldbody>
    <light name="lamp" pos="-.3 -.2 .9" dir="0 0 -1"/>
    <camera name="eye" pos=".4 .3 .7" xyaxes="1 0 0 0 0 1"/>
    <geom name="floor" type="plane" size="2 2 .1" friction=".5"/>
    <body name="block" pos="-.3 0 .098"><freejoint/><geom name="face" type="box" size=".12 .12 .1"/></body>
    <body name="arm" pos=".3 0 .5"><joint name="hinge" axis="0 1 0"/><geom type="capsule" size=".04" fromto="0 0 0 0 0 -.25"/>
      <site name="ray" pos=".1 0 -.2" euler="0 180 0"/></body>
    <body name="far" pos="0 .3 .4"><joint name="slider" type="slide" axis="0 0 1"/><geom size=".06"/></body>
  </worldbody>
  <equality><connect name="link" body1="far" body2="arm" anchor="0 0 0"/></equality>
  <actuator><motor name="push" joint="hinge" ctrlrange="-1 1"/></actuator>
  <sensor><rangefinder site="ray"/></sensor>
</mujoco>`;

const markers = (picture: Picture): number => picture.find(magenta).count;

test('each overlay appears with its switch and goes with it', async ({ visit }) => {
  expect(await visit.dropModel(scene)).toBe('ready');
  await visit.page.getByRole('tab', { name: 'View' }).click();
  await visit.page.locator('#flag-rangefinder').uncheck();
  await visit.button('Step').click();
  expect(markers(await visit.still())).toBe(0);
  for (const flag of [
    'contactPoint',
    'contactForce',
    'joint',
    'actuator',
    'rangefinder',
    'camera',
    'light',
    'bodyTree',
  ]) {
    await visit.page.locator(`#flag-${flag}`).check();
    expect(markers(await visit.still()), flag).toBeGreaterThan(20);
    await visit.page.locator(`#flag-${flag}`).uncheck();
    expect(markers(await visit.still()), flag).toBe(0);
  }
});

test('markers inside of bodies are seen through transparent ones', async ({ visit }) => {
  await visit.page.locator('#flag-transparent').check();
  expect(markers(await visit.still())).toBe(0);
  for (const flag of ['com', 'inertia', 'equality']) {
    await visit.page.locator(`#flag-${flag}`).check();
    expect(markers(await visit.still()), flag).toBeGreaterThan(20);
    await visit.page.locator(`#flag-${flag}`).uncheck();
    expect(markers(await visit.still()), flag).toBe(0);
  }
  await visit.page.locator('#flag-transparent').uncheck();
});

test('contact forces are split into normal and friction', async ({ visit }) => {
  await visit.page.locator('#flag-contactForce').check();
  const whole = await visit.still();
  await visit.page.locator('#flag-contactSplit').check();
  const split = await visit.still();
  expect(markers(whole)).toBeGreaterThan(20);
  expect(markers(split)).toBeGreaterThan(20);
  expect(split.distance(whole)).toBeGreaterThan(0.01);
  await visit.page.locator('#flag-contactForce').uncheck();
  await visit.page.locator('#flag-contactSplit').uncheck();
  expect(markers(await visit.still())).toBe(0);
});

test('islands are coloured', async ({ visit }) => {
  const coloured = (p: Picture): number =>
    p.find((r, g, b) => Math.max(r, g, b) - Math.min(r, g, b) > 0.3 * Math.max(r, g, b) && Math.max(r, g, b) > 80)
      .count;
  const before = coloured(await visit.still());
  await visit.page.locator('#flag-island').check();
  expect(coloured(await visit.still())).toBeGreaterThan(before + 300);
  await visit.page.locator('#flag-island').uncheck();
  expect(coloured(await visit.still())).toBeLessThanOrEqual(before + 20);
});

test('frames of every kind are drawn', async ({ visit }) => {
  const plain = await visit.still();
  const frames = visit.page.getByLabel('Frames', { exact: true });
  for (const kind of ['body', 'geom', 'site', 'camera', 'light', 'contact', 'world']) {
    await frames.selectOption(kind);
    expect((await visit.still()).distance(plain), kind).toBeGreaterThan(0.005);
  }
  await frames.selectOption('none');
  expect((await visit.still()).distance(plain)).toBe(0);
});

test('labels of every kind are drawn', async ({ visit }) => {
  const plain = await visit.still();
  const labels = visit.page.getByLabel('Labels', { exact: true });
  for (const kind of ['body', 'joint', 'geom', 'site', 'camera', 'light', 'actuator', 'island', 'contactForce']) {
    await labels.selectOption(kind);
    expect((await visit.still()).distance(plain), kind).toBeGreaterThan(0.04);
  }
  await labels.selectOption('selection');
  expect((await visit.still()).distance(plain)).toBe(0);
  await visit.page.getByRole('tab', { name: 'Model' }).click();
  await visit.page.locator('.node.body', { hasText: 'arm' }).click();
  expect((await visit.still()).distance(plain)).toBeGreaterThan(0.04);
  await labels.selectOption('none');
});

test('the pull of the mouse is drawn', async ({ visit }) => {
  await visit.doubleClick([0.1, 0.1]); // selects nothing
  await visit.withControl(async () => {
    const release = await visit.hold([0.3, 0.7], [0.4, 0.5], 'right');
    await visit.sees(magenta, 'the grabbed point');
    await release();
  });
  await visit.misses(magenta, 'the grabbed point');
});
