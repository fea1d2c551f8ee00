// The main job: a robot walks by a bundled policy, with progress and a summary, then the studio is served.
//   npm start [-- --headless]      --headless ends after the summary
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './ensure.mjs';

const SECONDS = 20;

ensureInstalled();
ensureBuilt();
const { showWalk } = await import('./walk.mjs');
const { distance } = await showWalk(SECONDS);
const status = distance > 1 ? 0 : 1; // a robot that does not walk is a fault
if (status !== 0 || process.argv.includes('--headless') || !fs.existsSync(path.join(root, 'apps/studio/dist')))
  process.exit(status);

// whoever ends this ends the server, too
const cli = path.join(root, 'packages/cli/dist/qpos.js');
const server = spawn(process.execPath, [cli, 'view'], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 0));
