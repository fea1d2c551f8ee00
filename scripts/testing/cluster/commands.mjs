// The commands of a cluster, run as users run them.
import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../ensure.mjs';
import { equal, least } from './expect.mjs';
import { RedisServer } from './redis.mjs';

const QPOS = path.join(root, 'packages/cli/dist/qpos.js');

/** The commands, on a Redis with a password: a worker, a training, a sweep, the status. */
export async function commands(folder) {
  const redis = await RedisServer.start(['--requirepass', 'secret']);
  const env = { ...process.env, QPOS_REDIS: `redis://:secret@127.0.0.1:${redis.port}` };
  const worker = spawn(process.execPath, [QPOS, 'worker', '--redis', '-c', '2', '--json'], { cwd: folder, env });
  const at = (name) => path.join(redis.folder, name); // removed with it
  const said = [];
  let report = '';
  worker.stderr.on('data', (text) => said.push(String(text)));
  worker.stdout.on('data', (text) => {
    report += text;
  });
  const ended = new Promise((resolve) => worker.once('close', resolve));
  const qpos = async (...args) => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [QPOS, ...args, '--redis', '--json'], {
      cwd: folder,
      env,
    });
    said.push(stdout, stderr);
    return JSON.parse(stdout);
  };
  try {
    const quick = ['--steps', '512', '--n', '4', '--set', 'horizon=32', '--set', 'hidden=8', '--log', at('run')];
    const trained = await qpos('train', 'InvertedPendulum-v5', ...quick);
    equal([trained.reason, trained.steps], ['steps', 512], 'how the training ended');
    const plan = { task: 'InvertedPendulum-v5', n: 2, steps: 64, trials: 2, episodes: 1, settings: { horizon: 16 } };
    fs.writeFileSync(at('sweep.yaml'), JSON.stringify(plan));
    equal((await qpos('sweep', at('sweep.yaml'), '--out', at('best'))).trials.length, 2, 'trials');
    const { workers, failed } = await qpos('cluster', 'status');
    equal([workers.length, workers[0]?.concurrency, failed], [1, 2, 0], 'the status');
  } finally {
    worker.kill('SIGTERM');
    await ended;
    await redis.stop();
  }
  least(JSON.parse(report).done, 1, 'jobs that the worker did');
  if (/secret/.test(said.join('') + report)) throw new Error('a command tells the password');
}
