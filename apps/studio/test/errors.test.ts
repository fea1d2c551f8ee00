import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { red } from './picture.ts';
import { floating, test } from './studio.ts';
import { Visit } from './visit.ts';

test('a model with a mistake pauses, and says where, what and what to do', async ({ visit }) => {
  await visit.run(true);
  const wrong = floating().replace('<freejoint', '\n      <freejoin');
  expect(await visit.dropModel(wrong, 'wrong.xml')).toBe('failed');
  const trouble = visit.page.getByRole('alert');
  const text = await trouble.innerText();
  expect(text).toContain('wrong.xml:8:');
  expect(text).toContain('did you mean');
  expect(await trouble.locator('.excerpt').innerText()).toMatch(/<freejoin[\s\S]*\^/);
  await visit.until(async () => (await visit.text('.rate')) === 'paused', 'a pause');
  await trouble.locator('.place').first().click();
  expect(await visit.source()).toBe(wrong);
  await visit.until(async () => (await visit.page.locator('.mark.error').count()) === 1, 'one mark');
  await trouble.getByRole('button', { name: 'Close' }).click();
  expect(await trouble.count()).toBe(0);
});

test('what was refused while it ran runs when it is mended', async ({ visit }) => {
  await visit.rewrite(floating());
  expect(await visit.loading(() => visit.button('Reload').click())).toBe('ready');
  await visit.until(async () => (await visit.text('.rate')) !== 'paused', 'a run');
});

test('several mistakes of a line share a mark', async ({ visit }) => {
  await visit.rewrite(floating().replace('type="box"', 'typ="box" siz="1"'));
  await visit.until(async () => (await visit.text('.editor .state')) === '2 errors', 'two errors');
  await visit.until(async () => (await visit.page.locator('.mark').count()) === 1, 'one mark');
  expect(await visit.text('.mark .note')).toMatch(/'typ'.*\(\+1\)$/);
  await visit.button('Revert').click();
  expect(await visit.button('Revert').isDisabled()).toBe(true);
});

test('files without a model, and a mesh that is missing, are explained', async ({ visit }) => {
  const folder = visit.write({ 'notes.txt': 'nothing' });
  expect(await visit.loading(() => visit.drop([path.join(folder, 'notes.txt')]))).toBe('failed');
  expect(await visit.page.getByRole('alert').innerText()).toContain('no model among the files');
  const mesh = '<mujoco><asset><mesh name="m" file="lost.stl"/></asset></mujoco>';
  expect(await visit.dropModel(mesh)).toBe('failed');
  expect(await visit.text('#editor-problems')).toContain('lost.stl');
  expect(await visit.page.getByRole('alert').innerText()).toContain('listed below the source');
  expect((await visit.page.locator('body').innerText()).match(/cannot find '[^']*lost\.stl'/g) ?? []).toHaveLength(1); // said once
});

test('a link to nothing is explained', async ({ browser, served }) => {
  const lost = await Visit.open(browser, `${served.url}?model=unheard-of`);
  expect(await lost.settled()).toBe('failed');
  expect(await lost.page.getByRole('alert').innerText()).toMatch(/could not be loaded[\s\S]*unheard-of\.xml/);
  expect(await lost.page.locator('#play').getAttribute('aria-label')).toBe('Play');
  await lost.page.getByRole('button', { name: 'Choose a bundled model' }).click();
  await lost.page.getByLabel('Search models').fill('no such model');
  expect(await lost.text('#gallery .empty')).toContain('No model');
  await lost.page.getByLabel('Search models').fill('cart');
  expect(await lost.loading(() => lost.page.locator('.card:visible').click())).toBe('ready');
  expect(await lost.page.getByRole('alert').count()).toBe(0);
  await lost.close();
});

test('a state that explodes pauses and is explained; the page lives on', async ({ visit }) => {
  const bomb = `<mujoco><option timestep=".5" gravity="0 0 -1e12"/><worldbody><geom type="plane" size="1 1 1"/>
    <body pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`;
  expect(await visit.dropModel(bomb)).toBe('ready'); // and it runs, as it did before the models that were refused
  const trouble = visit.page.getByRole('alert');
  await visit.until(async () => (await trouble.count()) > 0, 'an explanation');
  expect(await trouble.innerText()).toContain('unstable');
  await visit.until(async () => (await visit.text('.rate')) === 'paused', 'a pause');
  await visit.page.getByRole('tab', { name: 'Log' }).click();
  await visit.until(async () => /huge or NaN/.test(await visit.text('#panel-log')), 'a warning');
  expect(await visit.text('#tab-log .badge')).toBe('1');
  await trouble.getByRole('button', { name: 'Close' }).click();
  expect(await visit.dropModel(floating())).toBe('ready');
  await visit.sees(red, 'a red box', 0.01);
  expect(await visit.page.locator('#tab-log .badge:visible').count()).toBe(0);
});

test('warnings about the model are listed with their places', async ({ visit }) => {
  const odd = '<mujoco><compiler/><worldbody><geom size=".1" type="sphere"/></worldbody></mujoco>\n<!-- a -- b -->';
  await visit.dropModel(odd, 'odd.xml');
  await visit.page.getByRole('tab', { name: 'Log' }).click();
  expect(await visit.text('#panel-log .problem.warning')).toContain('odd.xml:2');
});

test('names from models are text', async ({ visit }) => {
  const name = '&lt;img src=x onerror=alert(1)&gt;';
  let alerts = 0;
  visit.page.on('dialog', (dialog) => {
    alerts++;
    void dialog.dismiss();
  });
  const evil = floating(
    `<joint name="${name}"/>`,
    `<actuator><motor name="${name}" joint="${name}"/></actuator>
    <sensor><jointpos name="${name}" joint="${name}"/></sensor><keyframe><key name="${name}"/></keyframe>`,
  );
  await visit.dropModel(evil.replace('"crate"', `"${name}"`).replace('"floating"', `"${name}"`));
  expect(await visit.text('#model-title')).toBe('<img src=x onerror=alert(1)>');
  await visit.page.getByRole('tab', { name: 'Model' }).click();
  expect(await visit.text('.tree')).toContain('<img src=x');
  await visit.page.locator('.node.body', { hasText: '<img' }).click();
  for (const tab of ['Control', 'View', 'Physics', 'Plots', 'Profiler', 'Log']) {
    await visit.page.getByRole('tab', { name: tab }).click();
    expect(await visit.page.locator('#app img').count()).toBe(0);
  }
  await visit.page.locator('#tab-view').click();
  await visit.page.locator('#labels').selectOption('body');
  await visit.still();
  await visit.page.locator('#labels').selectOption('none');
  expect(alerts).toBe(0);
});

/** A mesh file of 50 MB: many triangles on a bumpy sphere. */
function largeMesh(): string {
  const lines: string[] = [];
  const rings = 860;
  const around = 1000;
  for (let i = 0; i <= rings; i++)
    for (let k = 0; k < around; k++) {
      const [a, b] = [(Math.PI * i) / rings, (2 * Math.PI * k) / around];
      const r = 1 + 0.02 * Math.sin(17 * a) * Math.sin(23 * b);
      const s = r * Math.sin(a);
      lines.push(`v ${(s * Math.cos(b)).toFixed(6)} ${(s * Math.sin(b)).toFixed(6)} ${(r * Math.cos(a)).toFixed(6)}`);
    }
  for (let i = 0; i < rings; i++)
    for (let k = 0; k < around; k++) {
      const [p, q] = [i * around + k + 1, i * around + ((k + 1) % around) + 1];
      lines.push(`f ${p} ${p + around} ${q + around} ${q}`);
    }
  return lines.join('\n');
}

test('a 50 MB mesh does not hang the page, and loading can be stopped', async ({ visit }) => {
  const folder = visit.write({
    'big.obj': largeMesh(),
    'big.xml':
      '<mujoco model="big"><asset><mesh name="m" file="big.obj"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>',
  });
  expect(fs.statSync(path.join(folder, 'big.obj')).size).toBeGreaterThan(50e6);
  await visit.page.evaluate(() => {
    delete document.documentElement.dataset['state'];
  });
  await visit.drop([path.join(folder, 'big.obj'), path.join(folder, 'big.xml')]);
  await visit.page.locator('.loading').waitFor();
  // the page answers while the worker is at work
  await visit.button('Help').click();
  await visit.page.keyboard.press('Escape');
  await visit.page.getByRole('tab', { name: 'View' }).click();
  expect(await visit.page.locator('#panel-view').isVisible()).toBe(true);
  expect(await visit.page.locator('.loading').isVisible()).toBe(true);
  await visit.button('Stop').click();
  expect(await visit.settled()).toBe('failed');
  expect(await visit.page.getByRole('alert').innerText()).toContain('stopped');
  expect(await visit.dropModel(floating())).toBe('ready');
  await visit.sees(red, 'a red box', 0.01);
});
