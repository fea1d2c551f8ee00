import fs from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';
import { expect } from 'vitest';
import { green, red } from './picture.ts';
import { test as base, floating } from './studio.ts';
import { Visit } from './visit.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const ball = '<mujoco><worldbody><light pos="0 0 4"/><geom size=".3" rgba=".1 .8 .1 1"/></worldbody></mujoco>';
const scene = (name: string, part: string): string => `<mujoco model="${name}"><include file="${part}"/></mujoco>`;

const test = base.override('serving', {
  extra: {
    '/elsewhere/linked.xml': scene('linked', 'part.xml'),
    '/elsewhere/part.xml': ball,
    '/elsewhere/robot.zip': zipSync({ 'scene.xml': bytes(scene('packed', 'a.xml')), 'a.xml': bytes(ball) }),
  },
});

test('the gallery offers the bundled models, found by words', async ({ visit }) => {
  await visit.button('Models').click();
  const cards = visit.page.locator('.card:visible');
  const bundled = JSON.parse(fs.readFileSync(path.resolve('models/index.json'), 'utf8')) as { title: string }[];
  expect(await cards.locator('strong').allInnerTexts()).toEqual([...bundled.map((m) => m.title), 'Swarm']);
  await cards.locator('img').evaluateAll((all) => {
    for (const image of all) (image as HTMLImageElement).loading = 'eager'; // those below the window would wait
  });
  await visit.until(
    () => cards.locator('img').evaluateAll((all) => all.every((i) => (i as HTMLImageElement).naturalWidth > 100)),
    'pictures of the models',
  );
  await visit.page.getByLabel('Search models').fill('boxes tower');
  expect(await cards.locator('strong').allInnerTexts()).toEqual(['Tower of boxes']);
  await visit.loading(() => cards.first().click());
  expect(await visit.text('#model-title')).toMatch(/tower/i);
  expect(visit.page.url()).toContain('model=tower');
  await visit.until(async () => (await visit.time()) > 0, 'time to pass');
});

test('the gallery is used by keyboard', async ({ visit }) => {
  await visit.page.locator('#model-title').click();
  await visit.page.keyboard.type('conveyor');
  await visit.page.keyboard.press('Tab');
  await visit.loading(() => visit.page.keyboard.press('Enter'));
  expect(await visit.text('#model-title')).toMatch(/conveyor/i);
});

test('a dropped file is opened', async ({ visit }) => {
  const folder = visit.write({ 'crate.xml': floating() });
  const release = await visit.dragOver([path.join(folder, 'crate.xml')]);
  expect(await visit.page.locator('.veil').isVisible()).toBe(true);
  expect(await visit.loading(release)).toBe('ready');
  expect(await visit.page.locator('.veil').isVisible()).toBe(false);
  expect(await visit.text('#model-title')).toBe('floating');
  const { x, y } = (await visit.sees(red, 'a red box', 0.01)).find(red);
  expect(x).toBeCloseTo(0.5, 1);
  expect(y).toBeCloseTo(0.5, 1);
});

test('a dropped zip is opened, with the files that its model names', async ({ visit }) => {
  const zip = zipSync({
    'robot/scene.xml': bytes(scene('zipped', 'inner.xml')),
    'robot/inner.xml': bytes(ball),
  });
  const folder = visit.write({ 'robot.zip': zip });
  expect(await visit.loading(() => visit.drop([path.join(folder, 'robot.zip')]))).toBe('ready');
  expect(await visit.text('#model-title')).toBe('zipped');
  await visit.sees(green, 'a green ball', 0.01);
});

test('a dropped folder is opened', async ({ visit }) => {
  await visit.dropModel(floating());
  await visit.sees(red, 'a red box', 0.01);
  const folder = visit.write({ 'robot/robot.xml': scene('folder', 'parts/a.xml'), 'robot/parts/a.xml': ball });
  expect(await visit.loading(() => visit.drop([path.join(folder, 'robot')]))).toBe('ready');
  expect(await visit.text('#model-title')).toBe('folder');
  await visit.sees(green, 'a green ball', 0.01);
});

test('files are chosen by the button, also URDF', async ({ visit }) => {
  const folder = visit.write({
    'arm.urdf': `<robot name="arm"><material name="red"><color rgba=".9 .05 .05 1"/></material><link name="base">
      <visual><geometry><box size=".5 .5 .5"/></geometry><material name="red"/></visual>
      <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>`,
  });
  const [chooser] = await Promise.all([visit.page.waitForEvent('filechooser'), visit.button('Open files').click()]);
  await visit.loading(() => chooser.setFiles([path.join(folder, 'arm.urdf')]));
  expect(await visit.text('#model-title')).toBe('arm');
});

test('a link opens a model from elsewhere, with what it includes', async ({ browser, served }) => {
  for (const file of ['linked.xml', 'robot.zip']) {
    const visit = await Visit.open(browser, `${served.url}?model=${served.url}elsewhere/${file}`);
    expect(await visit.text('#model-title')).toBe(file === 'linked.xml' ? 'linked' : 'packed');
    await visit.sees(green, 'a green ball', 0.01);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  }
});
