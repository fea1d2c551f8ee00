// The main job: simulate the bundled humanoid with progress and a summary, then serve the studio.
//   npm start [-- --headless]      --headless ends after the summary
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './ensure.mjs';

ensureInstalled();
ensureBuilt();
const cli = path.join(root, 'packages/cli/dist/qpos.js');
const model = path.relative(process.cwd(), path.join(root, 'models/humanoid.xml'));
const run = (args) => spawnSync(process.execPath, [cli, ...args], { stdio: 'inherit' }).status ?? 1;

const status = run(['sim', model, '--duration', '20', '--drive']);
if (status !== 0 || process.argv.includes('--headless') || !fs.existsSync(path.join(root, 'apps/studio/dist')))
  process.exit(status);

// whoever ends this ends the server, too
const server = spawn(process.execPath, [cli, 'view', model], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 0));
