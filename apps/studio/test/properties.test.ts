import { expect } from 'vitest';
import { green, hue, red } from './picture.ts';
import { floating, brisk as test } from './studio.ts';
import type { Visit } from './visit.ts';

const crate = hue(10, 30);

async function enter(visit: Visit, panel: string, label: string, value: string): Promise<void> {
  const row = visit.page.locator(`${panel} .lil-controller`).filter({ hasText: label });
  const input = row.locator('input').first();
  await input.fill(value);
  await input.press('Enter');
}

test('options act at once: gravity', async ({ visit }) => {
  await visit.dropModel(floating());
  await visit.run(true);
  await visit.page.getByRole('tab', { name: 'Physics' }).click();
  await enter(visit, '#panel-physics', 'gravity z', '2');
  await visit.shows((p) => (p.find(red).y || 0) < 0.35, 'the box on its way up');
});

test('options act at once: time step, integrator and flags', async ({ visit }) => {
  await visit.run(false);
  await visit.button('Reset').click();
  await enter(visit, '#panel-physics', 'timestep', '0.01');
  await visit.until(async () => (await visit.time()) === 0, 'the start');
  await visit.button('Step').click();
  await visit.until(async () => (await visit.time()) === 0.01, 'the longer step');
  const integrator = visit.page.locator('#panel-physics .lil-controller').filter({ hasText: 'integrator' });
  await integrator.locator('select').selectOption({ label: 'Rk4' });
  await visit.page.locator('#panel-physics .lil-title', { hasText: 'Disable' }).click();
  await visit.page
    .locator('#panel-physics .lil-controller')
    .filter({ hasText: /^Gravity$/ })
    .click();
  await visit.run(true);
  await visit.until(async () => (await visit.time()) > 1, 'a second');
  expect((await visit.picture()).find(red).y).toBeGreaterThan(0.45);
});

const slope = `<mujoco model="slope">
  <statistic center="0 0 .3" extent="1.2"/>
  <visual><global azimuth="90" elevation="0"/></visual>
  <worldbody>
    <geom name="ramp" type="box" size="3 1 .05" euler="0 20 0" friction="1" rgba=".5 .5 .5 1"/>
    <body name="crate" pos="-.2 0 .2" euler="0 20 0"><freejoint/>
      <geom name="sole" type="box" size=".08 .08 .08" friction="1" rgba=".9 .05 .05 1"/></body>
  </worldbody>
</mujoco>`;

test('friction of a geom acts at once: a box begins to slide', async ({ visit }) => {
  await visit.run(false);
  await visit.dropModel(slope);
  await visit.run(true);
  await visit.until(async () => (await visit.time()) > 1, 'a second');
  const resting = (await visit.picture()).find(crate).x;
  expect(resting).toBeGreaterThan(0.3);
  expect(resting).toBeLessThan(0.5);
  await visit.page.getByRole('tab', { name: 'Model' }).click();
  await visit.page.locator('.node.geom', { hasText: 'ramp' }).click();
  await enter(visit, '.inspector', 'friction slide', '0');
  await visit.page.locator('.node.geom', { hasText: 'sole' }).click();
  expect(await visit.page.locator('.inspector input').first().inputValue()).toBe('box');
  await enter(visit, '.inspector', 'friction slide', '0');
  await visit.shows((p) => !(p.find(crate).x < 0.8), 'the box at the lower end');
});

test('gains of an actuator act at once', async ({ visit }) => {
  const servo = floating(
    '<joint name="across" type="slide" axis="1 0 0" damping="2"/>',
    `<actuator><position name="servo" joint="across" ctrlrange="-.5 .5" kp="100"/></actuator>
     <keyframe><key name="start" ctrl=".4"/></keyframe>`,
  );
  await visit.run(false);
  await visit.dropModel(servo);
  await visit.run(true);
  await visit.shows((p) => p.find(red).x > 0.63, 'the box on the right');
  await visit.page.locator('.tree summary', { hasText: 'Actuators' }).click();
  await visit.page.locator('.node.actuator', { hasText: 'servo' }).click();
  await enter(visit, '.inspector', 'gainprm 0', '-100'); // the other way round
  await visit.shows((p) => p.find(red).x < 0.37, 'the box on the left');
});

test('colours act at once', async ({ visit }) => {
  await visit.run(false);
  await visit.dropModel(floating());
  await visit.page.locator('.node.geom', { hasText: 'side' }).click();
  await enter(visit, '.inspector', 'rgba red', '0');
  await enter(visit, '.inspector', 'rgba green', '0.8');
  await visit.sees(green, 'a green box', 0.01);
});

test('changes are taken back one by one', async ({ visit }) => {
  await enter(visit, '.inspector', 'rgba blue', '0.9');
  await visit.press('Control+z');
  await visit.press('Control+z');
  await visit.press('Control+z');
  await visit.sees(red, 'the red box again', 0.01);
  const first = visit.page.locator('.inspector .lil-controller').filter({ hasText: 'rgba red' }).locator('input');
  expect(await first.inputValue()).toBe('0.9');
  await visit.press('Control+z');
  await visit.page.locator('.toast', { hasText: 'Nothing to undo' }).waitFor();
});

test('and made again, until something else is changed', async ({ visit }) => {
  await visit.press('Control+y');
  await visit.press('Control+Shift+z');
  await visit.sees(green, 'the green box again', 0.01);
  await visit.press('Control+z');
  await enter(visit, '.inspector', 'rgba green', '0.1');
  await visit.press('Control+y');
  await visit.page.locator('.toast', { hasText: 'Nothing to redo' }).waitFor();
  for (let k = 0; k < 2; k++) await visit.press('Control+z');
  await visit.sees(red, 'the red box again', 0.01);
});

test('the tree shows what hangs on what, and is folded', async ({ visit }) => {
  await visit.dropModel(`<mujoco><worldbody><body name="upper"><joint name="shoulder"/><geom size=".1"/>
    <body name="lower" pos="0 0 -.5"><joint name="elbow"/><geom size=".1"/><site name="tip"/></body></body></worldbody></mujoco>`);
  expect(await visit.page.locator('.node', { hasText: 'tip' }).isVisible()).toBe(false);
  const fold = visit.page.locator('.tree details', { has: visit.page.locator('.node', { hasText: 'lower' }) }).last();
  await fold.locator('> summary').click({ position: { x: 5, y: 8 } });
  expect(await visit.page.locator('.node', { hasText: 'tip' }).isVisible()).toBe(true);
  await visit.page.locator('.node.joint', { hasText: 'elbow' }).click();
  expect(await visit.text('.inspector')).toContain('joint elbow');
  expect(await visit.text('.inspector')).toContain('stiffness');
});

test('rows of the tree end where the tree does', async ({ visit }) => {
  const tree = await visit.page.locator('.tree').evaluate((e) => ({ all: e.scrollWidth, seen: e.clientWidth }));
  expect(tree.all).toBe(tree.seen);
});

test('the tree has sensors, cameras and equalities, and says what to do where nothing is chosen', async ({ visit }) => {
  await visit.dropModel(
    floating(
      '<joint name="j"/><camera name="eye"/>',
      '<sensor><jointpos name="angle" joint="j"/></sensor><equality><joint name="fixed" joint1="j"/></equality>',
    ),
  );
  expect(await visit.text('.inspector')).toContain('Select something');
  for (const [folder, kind, name, property] of [
    ['Sensors', 'sensor', 'angle', 'cutoff'],
    ['Cameras', 'camera', 'eye', 'fovy'],
    ['Equalities', 'equality', 'fixed', 'solref'],
  ]) {
    await visit.page.locator('.tree summary', { hasText: folder ?? '' }).click();
    await visit.page.locator(`.node.${kind}`, { hasText: name ?? '' }).click();
    expect(await visit.text('.inspector')).toContain(property);
  }
});
