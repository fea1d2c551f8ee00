import { expect } from 'vitest';
import { red } from './picture.ts';
import { floating, brisk as test } from './studio.ts';

const machine = floating(
  '<joint name="across" type="slide" axis="1 0 0" range="-.6 .6" limited="true" damping="5"/>',
  `<equality><joint name="hold" joint1="across" active="false"/></equality>
   <actuator><position name="servo" joint="across" ctrlrange="-.5 .5" kp="200"/></actuator>`,
);

test('a control slider drives the model', async ({ visit }) => {
  await visit.dropModel(machine);
  await visit.run(true);
  await visit.page.getByLabel('servo').focus();
  await visit.page.keyboard.press('End');
  await visit.shows((p) => p.find(red).x > 0.66, 'the box on the right');
  const slider = await visit.page.getByLabel('servo').boundingBox();
  if (slider === null) throw new Error('no slider');
  await visit.page.mouse.click(slider.x + 0.1 * slider.width, slider.y + 0.5 * slider.height);
  await visit.shows((p) => p.find(red).x < 0.4, 'the box on the left');
  await visit.button('Zero all controls').click();
  await visit.shows((p) => Math.abs(p.find(red).x - 0.5) < 0.03, 'the box in the middle');
});

test('random drive moves it until a slider is touched', async ({ visit }) => {
  const value = (): Promise<string> => visit.page.getByLabel('servo').inputValue();
  const rest = await value();
  await visit.page.getByLabel('Random drive').focus();
  await visit.page.keyboard.press('End');
  await visit.until(async () => (await value()) !== rest, 'controls that change by themselves');
  await visit.page.getByLabel('servo').focus();
  await visit.until(async () => {
    await visit.page.keyboard.press('End'); // the drive may have moved it to an end already
    await visit.page.keyboard.press('Home');
    return (await visit.page.getByLabel('Random drive').inputValue()) === '0';
  }, 'no drive');
  await visit.shows((p) => p.find(red).x < 0.34, 'the box on the left');
});

test('a joint slider sets a joint, and shows it', async ({ visit }) => {
  await visit.run(false);
  await visit.page.locator('summary', { hasText: 'Joints' }).click();
  await visit.page.getByLabel('across').focus();
  await visit.page.keyboard.press('End');
  await visit.shows((p) => p.find(red).x > 0.7, 'the box at its right end');
  await visit.button('Reset').click();
  await visit.until(async () => Math.abs(Number(await visit.page.getByLabel('across').inputValue())) < 1e-3, 'zero');
});

test('an equality is switched on and off', async ({ visit }) => {
  await visit.page.getByLabel('hold').check();
  await visit.page.getByLabel('servo').focus();
  await visit.page.keyboard.press('End');
  await visit.run(true);
  await visit.until(async () => (await visit.time()) > 1, 'a second');
  const held = await visit.picture();
  expect(held.find(red).x).toBeLessThan(0.6);
  await visit.page.getByLabel('hold').uncheck();
  await visit.shows((p) => p.find(red).x > 0.66, 'the box on the right');
});
