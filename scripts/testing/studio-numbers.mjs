// What the studio costs a page, in Chromium: processor time up to the first picture, the longest task of the main thread apart from
// drawing, and the page's heap over time.
//   node scripts/testing/studio-numbers.mjs [--minutes 5] [--heap]       --heap: only the heap, over five minutes unless told
// Needs a built studio (npm run build) and Chromium ($CHROMIUM or /usr/bin/chromium).
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { preview } from 'vite';
import { root } from '../packages.mjs';
import { CHROMIUM_ARGS } from './chromium.mjs';

/** What the page may cost. */
export const LIMITS = {
  firstPictureSeconds: 1.5, // of processor time
  taskMs: 50,
  heapPerMinute: 0.005, // of the heap without garbage and without the code that V8 compiles while a page is young
};

const WARM_UP = 30_000; // ms, after which all caches are filled
const PATIENCE = 240_000; // drawing without a graphics card is slow

/** In the page: whether the first picture has been drawn. */
const firstPicture = () => globalThis.studio?.stage.viewer !== undefined && globalThis.studio.stage.drawCalls > 0;

/** The same, and no other picture is drawn after it. */
const onlyPicture = () => {
  const { stage } = globalThis.studio ?? {};
  if (stage?.viewer === undefined || stage.drawCalls === 0) return false;
  stage.draw = () => {};
  return true;
};

/** Seconds of processor time of the process that draws. */
async function drawingTime(browser) {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  return processInfo.filter(({ type }) => type === 'GPU').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Seconds of processor time of a page's process: its main thread, its workers and the compilers. */
async function pageTime(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const { metrics } = await cdp.send('Performance.getMetrics');
  await cdp.detach();
  return metrics.find(({ name }) => name === 'ProcessTime')?.value ?? Number.NaN;
}

/**
 * Processor time from the request of an address to its first picture: of the page, and of the process that draws. What the browser does for
 * its own window is not counted.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @returns {Promise<{ page: number, drawing: number }>} Seconds.
 */
export async function firstPictureTime(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE);
  await page.goto('about:blank');
  const [idle, drawing] = [await pageTime(page), await drawingTime(browser)];
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(onlyPicture, undefined, { polling: 'raf' });
  const used = await pageTime(page);
  const drawn = await drawingTime(browser);
  await page.close();
  return { page: used < idle ? used : used - idle, drawing: drawn - drawing }; // less: another process took over
}

/**
 * The longest task of the main thread, in milliseconds of its own processor time, while something runs and nothing is drawn.
 *
 * @param {import('playwright-core').Page} page A page with the studio.
 * @param {() => Promise<unknown>} act What runs.
 * @returns {Promise<number>}
 */
export async function longestTask(page, act) {
  const cdp = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    globalThis.studio.stage.draw = () => {};
  });
  const events = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline'] },
  });
  try {
    await act();
  } finally {
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await complete;
    await page.evaluate(() => {
      delete globalThis.studio.stage.draw;
    });
    await cdp.detach();
  }
  const main = new Set(
    events.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map((e) => `${e.pid}:${e.tid}`),
  );
  const own = events.filter((e) => /RunTask$/.test(e.name) && main.has(`${e.pid}:${e.tid}`)).map((e) => e.tdur ?? 0);
  if (own.length === 0) throw new Error('the trace has no tasks of the main thread');
  return Math.max(...own) / 1000;
}

/**
 * Bytes of a page's heap without garbage: what the page itself holds, and the code that V8 has compiled so far. That code grows for minutes, as
 * functions are found worth another tier, and ends with the program; what the page holds must not grow at all.
 *
 * @param {import('playwright-core').Page} page
 * @returns {Promise<{ held: number, code: number }>}
 */
export async function heapOf(page) {
  const cdp = await page.context().newCDPSession(page);
  const chunks = [];
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false }); // which collects again
  await cdp.detach();
  const { snapshot, nodes } = JSON.parse(chunks.join(''));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const isCode = types[type].indexOf('code');
  let [held, code] = [0, 0];
  for (let at = 0; at < nodes.length; at += fields.length)
    if (nodes[at + type] === isCode) code += nodes[at + size];
    else held += nodes[at + size];
  return { held, code };
}

/**
 * Growth of what a page holds, per minute as a part of it: the slope of the straight line that fits best.
 *
 * @param {import('playwright-core').Page} page
 * @param {number} minutes How long it is watched.
 * @param {number} [samples]
 * @returns {Promise<{ growth: number, bytes: number[], code: number[] }>}
 */
export async function heapGrowth(page, minutes, samples = 11) {
  const bytes = [];
  const code = [];
  for (let k = 0; k < samples; k++) {
    if (k > 0) await page.waitForTimeout((60_000 * minutes) / (samples - 1));
    const heap = await heapOf(page);
    bytes.push(heap.held);
    code.push(heap.code);
  }
  const mean = bytes.reduce((a, b) => a + b, 0) / samples;
  const middle = (samples - 1) / 2;
  const [across, along] = bytes.reduce(
    ([a, b], y, k) => [a + (k - middle) * (y - mean), b + (k - middle) ** 2],
    [0, 0],
  );
  return { growth: across / along / (minutes / (samples - 1)) / mean, bytes, code };
}

/** Opens the studio and waits for its first picture. */
async function open(browser, url) {
  const page = await browser.newPage({ viewport: { width: 800, height: 500 } });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(url);
  await page.waitForFunction(firstPicture);
  return page;
}

/** Says how the page's processor time and its longest tasks compare with their limits. */
async function measureTimes(browser, url, say) {
  for (const query of ['', '?model=humanoid', '?model=tower']) {
    const { page, drawing } = await firstPictureTime(browser, url + query);
    say(`first picture ${query}`, page + drawing, LIMITS.firstPictureSeconds, 's of processor time');
    console.log(`    page ${page.toFixed(2)} s, drawing ${drawing.toFixed(2)} s`);
  }
  for (const query of ['', '?model=humanoid', '?model=tower']) {
    const page = await open(browser, `${url}${query}`);
    const longest = await longestTask(page, () => page.waitForTimeout(5000));
    say(`longest task while physics runs ${query}`, longest, LIMITS.taskMs, 'ms', 0);
    await page.close();
  }
  const page = await open(browser, `${url}?model=pendulum&quality=low`);
  const longest = async (tab, button) => {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    return longestTask(page, async () => {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.waitForTimeout(10_000);
    });
  };
  say('longest task while it trains', await longest('Train', 'Train'), LIMITS.taskMs, 'ms', 0);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  say('longest task while it plans', await longest('Plan', 'Plan'), LIMITS.taskMs, 'ms', 0);
  await page.close();
}

/** Says how much the heap grows beside a running simulation. */
async function measureHeap(browser, url, minutes, say) {
  const page = await open(browser, `${url}?model=humanoid&quality=low&fps=8`);
  await page.waitForTimeout(WARM_UP);
  const { growth, bytes, code } = await heapGrowth(page, minutes);
  const unit = '% per minute';
  say(`growth of the heap over ${minutes} minutes`, 100 * growth, 100 * LIMITS.heapPerMinute, unit, 3);
  const list = (numbers) => numbers.map((b) => (b / 1e6).toFixed(3)).join(' ');
  console.log(`    held ${list(bytes)} MB\n    compiled code ${list(code)} MB`);
  await page.close();
}

async function main(minutes, heapOnly) {
  const server = await preview({
    root: path.join(root, 'apps/studio'),
    preview: { port: 0, host: '127.0.0.1' },
    logLevel: 'error',
  });
  const url = server.resolvedUrls.local[0];
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: CHROMIUM_ARGS,
  });
  let failed = 0;
  const say = (what, value, limit, unit, digits = 2) => {
    if (!(value <= limit)) failed++;
    console.log(`${value <= limit ? 'ok' : 'ABOVE'}  ${what}: ${value.toFixed(digits)} of ${limit} ${unit}`);
  };
  if (!heapOnly) await measureTimes(browser, url, say);
  if (minutes > 0) await measureHeap(browser, url, minutes, say);
  await browser.close();
  await server.close();
  process.exitCode = failed === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const at = process.argv.indexOf('--minutes');
  const heapOnly = process.argv.includes('--heap');
  await main(at >= 0 ? Number(process.argv[at + 1]) : heapOnly ? 5 : 0, heapOnly);
}
