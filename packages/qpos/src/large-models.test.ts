import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Geoms of a model, and what loading it may take. The long tests set QPOS_GEOMS. */
const GEOMS = Number(process.env['QPOS_GEOMS'] ?? 1e5);
/** Peak memory of the process in megabytes: 600 for 300,000 geoms; with views and boxes kept for each geom it was 750. */
const MEMORY = 127.5 + 157.5 * (GEOMS / 1e5);
/** Seconds of processor time: twice what it takes, as the machine may be busy. */
const SECONDS = 2 * (GEOMS / 1e5);

const PROGRAM = `import fs from 'node:fs';
  import { loadModel } from 'qpos';
  const geoms = Array.from({ length: ${GEOMS} }, (_, i) => \`<geom size=".1" pos="\${i} 0 0"/>\`).join('');
  const start = process.cpuUsage();
  const { ngeom } = loadModel(\`<mujoco><worldbody>\${geoms}</worldbody></mujoco>\`);
  const { user, system } = process.cpuUsage(start);
  // on Linux maxRSS begins with that of the process which started this one
  const own = fs.existsSync('/proc/self/status') && /VmHWM:\\s+(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'));
  const memory = (own ? Number(own[1]) : process.resourceUsage().maxRSS) / 1024;
  console.log(JSON.stringify({ ngeom, seconds: (user + system) / 1e6, memory }));`;

/** What loading takes in a process of its own. */
function load(): { ngeom: number; seconds: number; memory: number } {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: import.meta.dirname,
    env: { ...process.env, QPOS_BACKEND: 'wasm', NODE_OPTIONS: '' },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

test(`${GEOMS} geoms load in linear time and memory`, () => {
  // up to three runs: on a busy machine garbage is collected late
  let run = load();
  for (let k = 1; k < 3 && (run.memory >= MEMORY || run.seconds >= SECONDS); k++) run = load();
  expect(run.ngeom).toBe(GEOMS);
  expect(run.memory).toBeLessThan(MEMORY);
  expect(run.seconds).toBeLessThan(SECONDS);
}, 120_000);
