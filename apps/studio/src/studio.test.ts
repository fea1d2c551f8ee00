import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureBuilt, hasChromium, launch, type Served, serve, slowness, Visit } from '../test/browser.ts';

const isRed = (r: number, g: number, b: number): boolean => r > 120 && g < 0.45 * r && b < 0.45 * r;
const isGreen = (r: number, g: number, b: number): boolean => g > 90 && r < 0.6 * g && b < 0.6 * g;

/** A red box that floats, seen from the side: simple to find in the picture. */
const floating = (body = '', rest = ''): string => `<mujoco model="floating">
  <option gravity="0 0 0"/>
  <statistic center="0 0 1" extent="1.4"/>
  <visual><global azimuth="90" elevation="0"/></visual>
  <worldbody>
    <body name="crate" pos="0 0 1">
      ${body === '' ? '<freejoint name="free"/>' : body}
      <geom name="side" type="box" size=".16 .16 .16" rgba=".9 .05 .05 1"/>
    </body>
  </worldbody>
  ${rest}
</mujoco>`;

let browser: Browser;
let served: Served;
let visit: Visit; // most tests go on in one window, as a person does

describe.runIf(hasChromium)('studio', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    await ensureBuilt();
    const extra = { '/elsewhere/part.xml': '<mujoco><worldbody><geom name="shared" size=".2"/></worldbody></mujoco>' };
    const main =
      '<mujoco model="linked"><include file="part.xml"/><worldbody><light pos="0 0 3"/></worldbody></mujoco>';
    served = await serve({ extra: { ...extra, '/elsewhere/linked.xml': main } });
    browser = await launch();
  }, 300_000);
  beforeEach(async () => {
    visit ??= await Visit.open(browser, served.url);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  describe('opening', () => {
    test('shows the humanoid, moving, without a complaint', async () => {
      await visit.page.close();
      const start = performance.now();
      visit = await Visit.open(browser, served.url);
      await visit.page.waitForFunction(
        () => Number.parseFloat(document.querySelector('.time')?.textContent ?? '') > 0.05,
      );
      expect(performance.now() - start).toBeLessThan(3000 * slowness());
      expect(await visit.page.locator('#model-title').innerText()).toBe('humanoid');
      const before = await visit.picture();
      await visit.page.waitForTimeout(500);
      await visit.drawn();
      expect(before.distance(await visit.picture())).toBeGreaterThan(0.3);
      expect(before.find((r, g, b) => r > 130 && g > 60 && g < 0.85 * r && b < 0.55 * r).part).toBeGreaterThan(0.004);
      expect(visit.complaints).toEqual([]);
    });
  });

  describe('transport', () => {
    test('space pauses and plays', async () => {
      await visit.page.locator('#canvas').focus();
      await visit.page.keyboard.press('Space');
      await expect.poll(() => visit.page.locator('.rate').innerText()).toBe('paused');
      const stopped = await visit.time();
      await visit.page.waitForTimeout(400);
      expect(await visit.time()).toBe(stopped);
      await visit.page.locator('#play').click();
      await expect.poll(() => visit.time()).toBeGreaterThan(stopped);
      await visit.page.locator('#play').click();
      await expect.poll(() => visit.page.locator('.rate').innerText()).toBe('paused');
    });

    test('steps forward and back by one time step', async () => {
      await visit.page.waitForTimeout(300);
      const at = await visit.time();
      await visit.page.getByRole('button', { name: 'Step', exact: true }).click();
      await expect.poll(() => visit.time()).toBeCloseTo(at + 0.005, 6);
      await visit.page.getByRole('button', { name: 'Step back' }).click();
      await expect.poll(() => visit.time()).toBeCloseTo(at, 6);
      await visit.page.locator('#canvas').focus();
      await visit.page.keyboard.press('Shift+ArrowLeft');
      await expect.poll(() => visit.time()).toBeCloseTo(at - 0.05, 6);
    });

    test('the timeline goes back to a recorded state, bit by bit', async () => {
      const late = await visit.time();
      const timeline = visit.page.locator('#timeline');
      const box = await timeline.boundingBox();
      if (box === null) throw new Error('no timeline');
      await visit.page.mouse.click(box.x + 0.3 * box.width, box.y + box.height / 2);
      await expect.poll(() => visit.time()).toBeLessThan(0.6 * late);
      expect(await visit.time()).toBeGreaterThan(0);
    });

    test('resets, loads keyframes, changes speed', async () => {
      await visit.page.getByRole('button', { name: 'Reset' }).click();
      await expect.poll(() => visit.time()).toBe(0);
      await visit.drawn();
      const standing = await visit.picture();
      await visit.page.locator('#keyframe').selectOption({ index: 2 });
      await visit.drawn();
      expect(standing.distance(await visit.picture())).toBeGreaterThan(0.2);
      await visit.page.locator('#speed').selectOption('0.125');
      await visit.page.locator('#play').click();
      const [t0, w0] = [await visit.time(), performance.now()];
      await visit.page.waitForTimeout(1500);
      const rate = ((await visit.time()) - t0) / ((performance.now() - w0) / 1000);
      expect(rate).toBeGreaterThan(0.02);
      expect(rate).toBeLessThan(0.25);
      await visit.page.locator('#canvas').focus();
      await visit.page.keyboard.press('+');
      expect(await visit.page.locator('#speed').inputValue()).toBe('0.25');
      await visit.page.locator('#speed').selectOption('1');
    });
  });

  describe('models', () => {
    test('the gallery offers the bundled models', async () => {
      const before = await visit.picture();
      await visit.page.locator('#model-title').click();
      expect(await visit.page.locator('.card:visible').count()).toBeGreaterThan(15);
      await visit.page.getByLabel('Search models').fill('boxes');
      const card = visit.page.locator('.card:visible').first();
      await visit.loading(() => card.click());
      expect(await visit.page.locator('#model-title').innerText()).toMatch(/tower/i);
      expect(visit.page.url()).toContain('model=tower');
      expect(before.distance(await visit.picture())).toBeGreaterThan(2);
    });

    test('a dropped file is opened', async () => {
      expect(await visit.dropModel(floating())).toBe('ready');
      expect(await visit.page.locator('#model-title').innerText()).toBe('floating');
      const { part, x, y } = (await visit.picture()).find(isRed);
      expect(part).toBeGreaterThan(0.01);
      expect(x).toBeCloseTo(0.5, 1);
      expect(y).toBeCloseTo(0.5, 1);
    });

    test('a dropped zip is opened, with the files that it names', async () => {
      const text = (s: string): Uint8Array => new TextEncoder().encode(s);
      const zip = zipSync({
        'robot/scene.xml': text('<mujoco model="zipped"><include file="inner.xml"/></mujoco>'),
        'robot/inner.xml': text(
          '<mujoco><worldbody><light pos="0 0 4"/><geom size=".3" rgba=".1 .8 .1 1"/></worldbody></mujoco>',
        ),
      });
      await visit.loading(() => visit.drop({ 'robot.zip': zip }));
      expect(await visit.page.locator('#model-title').innerText()).toBe('zipped');
      expect((await visit.picture()).find(isGreen).part).toBeGreaterThan(0.008);
    });

    test('a dropped folder is opened', async () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'studio-'));
      const robot = path.join(folder, 'robot');
      fs.mkdirSync(path.join(robot, 'parts'), { recursive: true });
      fs.writeFileSync(path.join(robot, 'robot.xml'), '<mujoco model="folder"><include file="parts/a.xml"/></mujoco>');
      fs.writeFileSync(path.join(robot, 'parts/a.xml'), '<mujoco><worldbody><geom size=".3"/></worldbody></mujoco>');
      const cdp = await visit.page.context().newCDPSession(visit.page);
      const data = { items: [], files: [robot], dragOperationsMask: 1 };
      await visit.loading(async () => {
        for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
          await cdp.send('Input.dispatchDragEvent', { type, x: 500, y: 300, data });
      });
      expect(await visit.page.locator('#model-title').innerText()).toBe('folder');
      fs.rmSync(folder, { recursive: true });
    });

    test('a link opens a model from elsewhere', async () => {
      const other = await Visit.open(browser, `${served.url}?model=${served.url}elsewhere/linked.xml`);
      expect(await other.page.locator('#model-title').innerText()).toBe('linked');
      await expect.poll(() => other.page.locator('.tree').innerText()).toContain('shared');
      expect(other.complaints).toEqual([]);
      await other.page.close();
    });
  });

  describe('errors', () => {
    test('a model with a mistake pauses and says where, what and what to do', async () => {
      const wrong = floating().replace('<freejoint', '\n      <freejoin');
      expect(await visit.dropModel(wrong, 'wrong.xml')).toBe('failed');
      const trouble = visit.page.locator('.trouble');
      await expect.poll(() => trouble.innerText()).toContain('wrong.xml:8:');
      expect(await trouble.innerText()).toContain('did you mean');
      expect(await trouble.locator('.excerpt').innerText()).toContain('<freejoin');
      await trouble.locator('.place').first().click();
      expect(await visit.page.locator('#mjcf').inputValue()).toContain('<freejoin');
      expect(await visit.page.locator('.mark.error').count()).toBe(1);
      await trouble.getByRole('button', { name: 'Close' }).click();
    });

    test('the editor marks mistakes as they are typed, and reloads', async () => {
      const editor = visit.page.locator('#mjcf');
      await editor.fill(floating().replace('rgba=".9 .05 .05 1"', 'rgba=".05 .7 .05 x"'));
      await expect
        .poll(() => visit.page.locator('#editor-problems').innerText(), { timeout: 20_000 })
        .toContain('rgba');
      await editor.fill(floating().replace('.9 .05 .05', '.05 .7 .05'));
      await expect
        .poll(() => visit.page.locator('.editor .state').innerText(), { timeout: 20_000 })
        .toContain('no problems');
      await visit.loading(() => visit.page.locator('#reload').click());
      expect((await visit.picture()).find(isGreen).part).toBeGreaterThan(0.01);
      await visit.page.locator('#tab-tree').click();
    });

    test('a state that explodes pauses and is explained; the page lives on', async () => {
      const bomb = `<mujoco><option timestep=".5" gravity="0 0 -1e12"/><worldbody><geom type="plane" size="1 1 1"/>
        <body pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`;
      await visit.page.evaluate('studio.sim.run(true)');
      await visit.dropModel(bomb);
      await expect.poll(() => visit.page.locator('.trouble').innerText(), { timeout: 20_000 }).toContain('unstable');
      await expect.poll(() => visit.page.locator('.rate').innerText()).toBe('paused');
      await visit.page.locator('#tab-log').click();
      expect(await visit.page.locator('#panel-log').innerText()).toMatch(/huge or undefined/);
      await visit.page.locator('.trouble').getByRole('button', { name: 'Close' }).click();
    });

    test('names from models are text', async () => {
      const name = '&lt;img src=x onerror=alert(1)&gt;';
      await visit.dropModel(floating().replace('"crate"', `"${name}"`).replace('"floating"', `"${name}"`));
      expect(await visit.page.locator('#model-title').innerText()).toBe('<img src=x onerror=alert(1)>');
      expect(await visit.page.locator('.tree').innerText()).toContain('<img src=x');
      expect(await visit.page.locator('#app img').count()).toBe(0);
    });

    test('a 50 MB mesh does not hang the page, and loading can be stopped', async () => {
      const triangles = 1_000_000;
      await visit.page.evaluate((n) => {
        const stl = new Uint8Array(84 + 50 * n);
        new DataView(stl.buffer).setUint32(80, n, true);
        const view = new DataView(stl.buffer);
        for (let t = 0; t < n; t++)
          for (let k = 0; k < 9; k++)
            view.setFloat32(84 + 50 * t + 12 + 4 * k, Math.sin(t * 0.37 + 1.7 * k) * (1 + (t % 97)), true);
        const xml =
          '<mujoco><asset><mesh name="m" file="m.stl"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>';
        const transfer = new DataTransfer();
        transfer.items.add(new File([stl], 'm.stl'));
        transfer.items.add(new File([xml], 'big.xml'));
        dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
      }, triangles);
      await visit.page.locator('.loading').waitFor({ state: 'visible', timeout: 30_000 });
      const longest = await visit.page.evaluate(async () => {
        let worst = 0;
        for (let k = 0; k < 20; k++) {
          const start = performance.now();
          await new Promise((resolve) => setTimeout(resolve, 20));
          worst = Math.max(worst, performance.now() - start);
        }
        return worst;
      });
      expect(longest).toBeLessThan(1000 * slowness());
      const stop = visit.page.getByRole('button', { name: 'Stop' });
      if (await stop.isVisible()) await stop.click();
      await visit.settled();
      expect(await visit.dropModel(floating())).toBe('ready');
    });
  });

  describe('hands on', () => {
    test('dragging turns, the wheel zooms, double click selects', async () => {
      await visit.page.evaluate('studio.sim.run(false)');
      await visit.dropModel(floating());
      const { x, y, width, height } = await visit.box();
      const start = await visit.picture();
      await visit.page.mouse.move(x + 0.2 * width, y + 0.8 * height);
      await visit.page.mouse.down();
      await visit.page.mouse.move(x + 0.35 * width, y + 0.9 * height, { steps: 3 });
      await visit.page.mouse.up();
      await visit.drawn();
      const turned = await visit.picture();
      expect(start.distance(turned)).toBeGreaterThan(1);
      await visit.page.mouse.wheel(0, -600);
      await visit.drawn();
      expect((await visit.picture()).find(isRed).part).toBeGreaterThan(1.5 * turned.find(isRed).part);
      await visit.page.mouse.dblclick(x + 0.5 * width, y + 0.5 * height);
      await expect.poll(() => visit.page.locator('.node[aria-current]').innerText()).toContain('crate');
      await visit.page.keyboard.press('Control+a');
    });

    test('Ctrl and the right button pull a body', async () => {
      await visit.dropModel(floating());
      await visit.page.locator('#play').click();
      const { x, y, width, height } = await visit.box();
      const before = (await visit.picture()).find(isRed);
      await visit.page.keyboard.down('Control');
      await visit.page.mouse.move(x + 0.5 * width, y + 0.5 * height);
      await visit.page.mouse.down({ button: 'right' });
      await visit.page.mouse.move(x + 0.62 * width, y + 0.5 * height, { steps: 4 });
      const pulled = async (): Promise<number> =>
        (await visit.picture()).find((r, g, b) => isRed(r, g, b) || (r > 150 && b < 0.6 * r)).x;
      await expect.poll(pulled, { timeout: 30_000 }).toBeGreaterThan(before.x + 0.04);
      await visit.page.mouse.up({ button: 'right' });
      await visit.page.keyboard.up('Control');
    });

    test('Ctrl and the left button turn a body; a mocap body follows the mouse', async () => {
      await visit.dropModel(floating());
      const { x, y, width, height } = await visit.box();
      const drag = async (button: 'left' | 'right'): Promise<void> => {
        await visit.page.keyboard.down('Control');
        await visit.page.mouse.move(x + 0.5 * width, y + 0.5 * height);
        await visit.page.mouse.down({ button });
        await visit.page.mouse.move(x + 0.6 * width, y + 0.5 * height, { steps: 4 });
        await visit.page.waitForTimeout(600);
        await visit.page.mouse.up({ button });
        await visit.page.keyboard.up('Control');
        await visit.drawn();
      };
      await drag('left');
      expect(Number(await visit.page.evaluate('Math.abs(studio.sim.data.qpos[3])'))).toBeLessThan(0.999);
      const fixed = floating()
        .replace('<body name="crate"', '<body name="crate" mocap="true"')
        .replace('<freejoint name="free"/>', '');
      await visit.dropModel(fixed);
      await drag('right');
      expect(Number(await visit.page.evaluate('studio.sim.data.mocap_pos[0]'))).toBeGreaterThan(0.1);
      expect((await visit.picture()).find((r, _g, b) => r > 120 && b < 0.6 * r).x).toBeGreaterThan(0.55);
    });
  });

  describe('panels', () => {
    const slider = '<joint name="across" type="slide" axis="1 0 0" range="-.6 .6" limited="true" damping="5"/>';
    const machine = floating(
      slider,
      `<equality><joint name="hold" joint1="across" active="false"/></equality>
       <actuator><position name="servo" joint="across" ctrlrange="-.5 .5" kp="200"/></actuator>
       <sensor><jointpos name="place" joint="across"/></sensor>`,
    );

    test('a control slider moves the model, a joint slider sets it', async () => {
      await visit.page.evaluate('studio.sim.run(true)');
      await visit.dropModel(machine);
      await visit.page.locator('#tab-control').click();
      await visit.page.getByLabel('servo').focus();
      await visit.page.keyboard.press('End');
      await expect.poll(async () => (await visit.picture()).find(isRed).x, { timeout: 20_000 }).toBeGreaterThan(0.58);
      await visit.page.evaluate('studio.sim.run(false)');
      await visit.page.locator('summary', { hasText: 'Joints' }).click();
      await visit.page.getByLabel('across').focus();
      await visit.page.keyboard.press('Home');
      await expect.poll(async () => (await visit.picture()).find(isRed).x, { timeout: 20_000 }).toBeLessThan(0.42);
    });

    test('an equality can be switched on', async () => {
      await visit.page.getByLabel('hold').check();
      await visit.page.evaluate('studio.sim.run(true)');
      await expect
        .poll(async () => Math.abs(Number(await visit.page.evaluate('studio.sim.data.qpos[0]'))), { timeout: 20_000 })
        .toBeLessThan(0.2);
    });

    test('options act at once: gravity', async () => {
      await visit.dropModel(floating());
      await visit.page.locator('#tab-physics').click();
      const input = visit.page.locator('.lil-controller', { hasText: 'gravity z' }).locator('input').first();
      await input.fill('2');
      await input.press('Enter');
      await expect.poll(async () => (await visit.picture()).find(isRed).y || 0, { timeout: 20_000 }).toBeLessThan(0.4);
    });

    test('properties act at once: colour', async () => {
      await visit.page.evaluate('studio.sim.run(false)');
      await visit.dropModel(floating());
      await visit.page.locator('.node.geom', { hasText: 'side' }).click();
      const edit = async (label: string, value: string): Promise<void> => {
        const input = visit.page.locator('.inspector .lil-controller', { hasText: label }).locator('input').first();
        await input.fill(value);
        await input.press('Enter');
      };
      await edit('rgba red', '0');
      await edit('rgba green', '0.8');
      await visit.drawn();
      await expect
        .poll(async () => (await visit.picture()).find(isGreen).part, { timeout: 20_000 })
        .toBeGreaterThan(0.01);
    });

    test('overlays: keys and boxes show joints, inertia, frames and labels', async () => {
      await visit.dropModel(machine);
      await visit.page.locator('#tab-view').click();
      let last = await visit.picture();
      const changes = async (act: () => Promise<unknown>): Promise<void> => {
        await act();
        await visit.drawn();
        const next = await visit.picture();
        expect(last.distance(next)).toBeGreaterThan(0.02);
        last = next;
      };
      await visit.page.locator('#canvas').focus();
      await changes(() => visit.page.keyboard.press('j'));
      expect(await visit.page.locator('#flag-joint').isChecked()).toBe(true);
      await changes(() => visit.page.keyboard.press('j'));
      await changes(() => visit.page.locator('#flag-transparent').check());
      await changes(() => visit.page.locator('#flag-inertia').check());
      await changes(() => visit.page.locator('#flag-inertia').uncheck());
      await changes(() => visit.page.locator('#flag-transparent').uncheck());
      await changes(() => visit.page.locator('#flag-actuator').check());
      await changes(() => visit.page.locator('#frames').selectOption('body'));
      await changes(() => visit.page.locator('#labels').selectOption('body'));
      await changes(() => visit.page.locator('#flag-wireframe').check());
      await changes(() => visit.page.locator('#flag-wireframe').uncheck());
      await visit.page.locator('#flag-actuator').uncheck();
      await visit.page.locator('#frames').selectOption('none');
      await visit.page.locator('#labels').selectOption('none');
      await visit.drawn();
      last = await visit.picture();
      await visit.page.locator('#canvas').focus();
      await changes(() => visit.page.keyboard.press('0'));
      expect(last.find(isRed).part).toBe(0);
      await changes(() => visit.page.keyboard.press('0'));
    });

    test('contact points, forces and islands are drawn', async () => {
      const resting = `<mujoco><worldbody><light pos="0 0 3"/><geom type="plane" size="2 2 .1"/>
        <body pos="0 0 .1"><freejoint/><geom type="box" size=".3 .3 .1" rgba=".5 .5 .5 1"/></body></worldbody></mujoco>`;
      await visit.dropModel(resting);
      await visit.page.getByRole('button', { name: 'Step', exact: true }).click();
      await visit.page.locator('#flag-transparent').check();
      await visit.drawn();
      for (const flag of ['contactPoint', 'contactForce', 'island', 'bodyTree']) {
        const before = await visit.picture();
        await visit.page.locator(`#flag-${flag}`).check();
        await visit.drawn();
        expect(before.distance(await visit.picture()), flag).toBeGreaterThan(0.01);
        await visit.page.locator(`#flag-${flag}`).uncheck();
        await visit.drawn();
      }
      await visit.page.locator('#flag-transparent').uncheck();
    });

    test('cameras: the model’s own, cycled by keys, and back to free', async () => {
      await visit.loading(async () => {
        await visit.page.locator('#model-title').click();
        await visit.page.locator('.card[data-file="humanoid.xml"]').click();
      });
      await visit.page.evaluate('studio.sim.run(false)');
      await visit.page.locator('#tab-view').click();
      await visit.drawn();
      const free = await visit.picture();
      await visit.page.locator('#camera').selectOption({ label: 'side' });
      await visit.drawn();
      expect(free.distance(await visit.picture())).toBeGreaterThan(2);
      await visit.page.locator('#canvas').focus();
      await visit.page.keyboard.press(']');
      expect(await visit.page.locator('#camera option:checked').innerText()).not.toBe('side');
      await visit.page.keyboard.press('Escape');
      expect(await visit.page.locator('#camera').inputValue()).toBe('free');
    });

    test('plots draw energies, forces, sensors and what is added', async () => {
      await visit.page.evaluate('studio.sim.run(true)');
      await visit.page.locator('#tab-plots').click();
      const charts = await visit.page.locator('.chart').count();
      await visit.page.locator('#add-plot').selectOption('ctrl0');
      await expect.poll(() => visit.page.locator('.chart .uplot canvas').count(), { timeout: 20_000 }).toBe(charts + 1);
      await visit.page.waitForTimeout(1500);
      const inked = await visit.page.evaluate(() =>
        [...document.querySelectorAll<HTMLCanvasElement>('.chart .uplot canvas')].map((canvas) => {
          const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
          let n = 0;
          for (let i = 0; i < data.length; i += 4)
            if ((data[i] ?? 0) > 200 && (data[i + 2] ?? 0) < 120 && (data[i + 3] ?? 0) > 100) n++;
          return n;
        }),
      );
      for (const n of inked) expect(n).toBeGreaterThan(20);
      await visit.page.getByRole('button', { name: 'Remove Energy' }).click();
      expect(await visit.page.locator('.chart').count()).toBe(charts);
    });

    test('the profiler lists the stages and the solver', async () => {
      await visit.page.locator('#tab-profiler').click();
      await expect
        .poll(() => visit.page.locator('#panel-profiler .bar').count(), { timeout: 20_000 })
        .toBeGreaterThan(14);
      const text = await visit.page.locator('#panel-profiler').innerText();
      for (const word of ['kinematics', 'collision', 'solver', 'A whole step takes', 'Degrees of freedom'])
        expect(text).toContain(word);
    });
  });

  describe('taking things away', () => {
    test('a screenshot is a PNG', async () => {
      const { name, bytes } = await visit.downloadOf(() =>
        visit.page.getByRole('button', { name: 'Screenshot' }).click(),
      );
      expect(name).toBe('humanoid.png');
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      expect(bytes.length).toBeGreaterThan(5000);
    });

    test('a recording is a video', async () => {
      await visit.page.locator('#record').click();
      await expect
        .poll(() => visit.page.locator('#record').getAttribute('aria-pressed'), { timeout: 20_000 })
        .toBe('true');
      await visit.page.waitForTimeout(2500);
      const { name, bytes } = await visit.downloadOf(() => visit.page.locator('#record').click());
      expect(name).toMatch(/^humanoid\.(mp4|webm)$/);
      expect(bytes.length).toBeGreaterThan(3000);
      expect(name.endsWith('mp4') ? bytes.subarray(4, 8).toString() : 'ftyp').toBe('ftyp');
    });

    test('state and MJCF are exported', async () => {
      const state = await visit.downloadOf(() => visit.page.locator('#export').selectOption('state'));
      const { qpos, time } = JSON.parse(state.bytes.toString()) as { qpos: number[]; time: number };
      expect(qpos.length).toBe(28);
      expect(time).toBeGreaterThan(0);
      const mjcf = await visit.downloadOf(() => visit.page.locator('#export').selectOption('mjcf'));
      expect(mjcf.bytes.toString()).toContain('<mujoco model="humanoid"');
    });

    test('a shared link has the edited model and the view', async () => {
      await visit.dropModel(floating());
      await visit.page.getByRole('button', { name: 'Share' }).click();
      await expect.poll(() => visit.page.url()).toContain('mjcf=');
      const other = await Visit.open(browser, visit.page.url());
      expect(await other.page.locator('#model-title').innerText()).toBe('floating');
      await other.drawn();
      expect((await other.picture()).find(isRed).part).toBeGreaterThan(0.01);
      await other.page.close();
    });
  });

  describe('for everybody', () => {
    test('F1 helps, the theme changes, panels hide', async () => {
      await visit.page.locator('#canvas').focus();
      await visit.page.keyboard.press('F1');
      expect(await visit.page.locator('#help').innerText()).toContain('Ctrl + right drag');
      await visit.page.keyboard.press('Escape');
      const background = (): Promise<string> =>
        visit.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      const before = await background();
      await visit.page.getByRole('button', { name: 'Light or dark' }).click();
      expect(await background()).not.toBe(before);
      await visit.page.locator('#canvas').focus();
      await visit.page.keyboard.press('Tab');
      expect(await visit.page.locator('#left').isVisible()).toBe(false);
      await visit.page.locator('#canvas').focus();
      await visit.page.keyboard.press('Tab');
      expect(await visit.page.locator('#left').isVisible()).toBe(true);
    });

    test('everything is reached by keyboard and has a name', async () => {
      const nameless = await visit.page.evaluate(() =>
        [...document.querySelectorAll('button, select, input, textarea')]
          .filter((e) => (e as HTMLElement).offsetParent !== null)
          .filter(
            (e) => !(e.getAttribute('aria-label') || e.textContent?.trim() || (e as HTMLInputElement).labels?.length),
          )
          .filter((e) => e.closest('.lil-gui') === null)
          .map((e) => e.outerHTML),
      );
      expect(nameless).toEqual([]);
      await visit.page.locator('#play').focus();
      await visit.page.keyboard.press('Tab');
      expect(await visit.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Step');
    });

    test('fits a phone', async () => {
      const phone = await Visit.open(browser, served.url, {
        viewport: { width: 390, height: 780 },
        isMobile: true,
        hasTouch: true,
      });
      expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      const stage = await phone.box();
      expect(stage.width).toBe(390);
      expect(stage.height).toBeGreaterThan(400);
      await phone.page.getByRole('button', { name: 'Panels on the right' }).tap();
      expect(await phone.page.locator('#panel-control').isVisible()).toBe(true);
      expect((await phone.box()).height).toBeGreaterThan(200);
      expect(phone.complaints).toEqual([]);
      await phone.page.close();
    });

    test('works under a policy that forbids WebAssembly', async () => {
      const policy = "script-src 'self'; worker-src 'self'";
      const strict = await serve({ headers: { 'Content-Security-Policy': policy } });
      const page = await Visit.open(browser, strict.url);
      await expect.poll(() => page.time(), { timeout: 30_000 }).toBeGreaterThan(0.1);
      await page.page.locator('#tab-log').click();
      expect(await page.page.locator('#panel-log').innerText()).toContain('(js)');
      await page.page.close();
      await strict.close();
    });

    test('nothing was complained about in all this', () => {
      expect(visit.complaints).toEqual([]);
    });
  });
});
