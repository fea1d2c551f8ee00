// Pictures of the studio for anyone to look at: eight scenes, each in a dark window, a light window and on a phone.
//   npm run shots [-- folder] [name ...]      folder: build/shots; names such as humanoid-dark take only these
// Prints when each first picture was there, and the work it took. $QPOS_SHOT_QUALITY is low, medium (by default) or high.
// Needs a built studio (npm run build) and Chromium ($CHROMIUM or /usr/bin/chromium).
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { preview } from 'vite';
import { root } from './packages.mjs';
import { CHROMIUM_ARGS } from './testing/chromium.mjs';
import { advanceTo } from './testing/studio-page.mjs';

/** Scenes: what the address asks for, the moment of the picture, and the panel beside it. */
const SCENES = {
  first: { query: '', seconds: 2 },
  humanoid: { query: 'model=humanoid', seconds: 0.45, tab: 'Control' },
  quadruped: { query: 'model=quadruped', seconds: 1, tab: 'View' },
  tower: { query: 'model=tower', seconds: 1.9, tab: 'Physics' },
  'marble-run': { query: 'model=marble-run', seconds: 2.5, tab: 'Plots' },
  arm: { query: 'model=arm', seconds: 1.5, tab: 'MJCF' },
  cloth: { query: 'model=deformable/cloth', seconds: 1, tab: 'Profiler' },
  hand: { query: 'model=hand', seconds: 1, tab: 'Model' },
};
const LOOKS = {
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  light: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'dark', isMobile: true, hasTouch: true },
};
const QUALITY = process.env.QPOS_SHOT_QUALITY ?? 'medium'; // low, medium or high
const PATIENCE = 120_000; // drawing without a graphics card is slow

/** Notes when the first picture is drawn, how much work that was, and how long the page was held up. */
const WATCH_FIRST_PICTURE = () => {
  let longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    const { stage } = globalThis.studio ?? {};
    if (stage?.viewer === undefined || stage.drawCalls === 0) return void requestAnimationFrame(look);
    const { programs, memory } = stage.viewer.renderer.info;
    globalThis.firstPicture = {
      ms: Math.round(performance.now()),
      longest: Math.round(longest),
      programs: programs.length,
      textures: memory.textures,
      calls: stage.drawCalls,
    };
  };
  requestAnimationFrame(look);
};
const times = [];

const given = process.argv.slice(2);
const shots = Object.keys(SCENES).flatMap((scene) => Object.keys(LOOKS).map((look) => ({ scene, look })));
const isName = (word) => shots.some(({ scene, look }) => word === `${scene}-${look}`);
const folder = path.resolve(given.find((word) => !isName(word)) ?? path.join(root, 'build/shots'));
const wanted = given.filter(isName);

const studio = path.join(root, 'apps/studio');
if (!fs.existsSync(path.join(studio, 'dist/index.html'))) {
  console.error('shots: the studio is not built; run npm run build');
  process.exit(1);
}
fs.mkdirSync(folder, { recursive: true });
const server = await preview({ root: studio, preview: { port: 0, host: '127.0.0.1' }, logLevel: 'error' });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: CHROMIUM_ARGS,
});

/** Takes one picture; returns what the page complained about. */
async function take({ scene, look }) {
  const complaints = [];
  const page = await browser.newPage(LOOKS[look]);
  page.setDefaultTimeout(PATIENCE);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const { query, seconds, tab } = SCENES[scene];
  await page.addInitScript(WATCH_FIRST_PICTURE);
  await page.goto(`${server.resolvedUrls.local[0]}?${query}&quality=${QUALITY}&paused`);
  const state = await page.waitForFunction(() => document.documentElement.dataset.state);
  if ((await state.jsonValue()) !== 'ready') complaints.push('the model was refused');
  const first = await page.waitForFunction(() => globalThis.firstPicture);
  times.push({ name: `${scene}-${look}`, ...(await first.jsonValue()) });
  if (tab !== undefined && look !== 'phone') await page.getByRole('tab', { name: tab, exact: true }).click();
  await advanceTo(page, seconds);
  await page.evaluate(() => globalThis.studio.stage.settled());
  await page.waitForTimeout(500); // for panels that fill themselves
  await page.screenshot({ path: path.join(folder, `${scene}-${look}.png`) });
  await page.close();
  return complaints;
}

let failed = 0;
for (const shot of shots) {
  const name = `${shot.scene}-${shot.look}`;
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const complaints = await take(shot).catch((error) => [error.message.split('\n')[0]]);
  if (complaints.length > 0) failed++;
  console.log(`${name.padEnd(20)} ${complaints.length === 0 ? 'ok' : complaints.join('; ')}`);
}
await browser.close();
await server.close();
const each = ({ name, ms, longest, programs, textures, calls }) =>
  `${name.padEnd(20)} ${ms} ms, longest task ${longest} ms, ${programs} programs, ${textures} textures, ${calls} draw calls`;
console.log(`first pictures, in ${QUALITY} quality:\n${times.map(each).join('\n')}`);
console.log(`pictures in ${folder}`);
process.exit(failed === 0 ? 0 : 1);
