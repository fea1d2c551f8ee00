// A cluster on this machine: a real redis-server, worker processes, and everything that can happen to them. Weights and results must be those
// of an undisturbed run on threads. Redis, BullMQ and ioredis are installed where they are missing.
//   node --expose-gc scripts/testing/cluster.mjs
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bullmq, local, remoteEnvs } from '@qpos/cluster';
import { createTrainer, savePolicy } from '@qpos/learn';
import { commands } from './cluster/commands.mjs';
import { equal, least } from './cluster/expect.mjs';
import { ensurePeers } from './cluster/peers.mjs';
import { Cable, ensureRedis, RedisServer } from './cluster/redis.mjs';
import { JOBS, randomNumbers, Workers } from './cluster/workers.mjs';

const PATIENCE = { stallSeconds: 1.5, stalls: 50, backOffSeconds: 0.2 };
const MOST_OVERHEAD = 0.03;

const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');
const seconds = (start) => (performance.now() - start) / 1000;
async function rejects(promise, code) {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  equal(error?.code, code, 'the code of the error');
  if (/secret/.test(`${error.message} ${error.hint} ${error.stack}`)) throw new Error('the error tells the password');
}

/** Values of jobs by their index, each of which must arrive once. */
async function valuesOf(queue, jobs) {
  const values = [];
  for await (const { index, value, error } of queue.submit(jobs)) {
    if (values[index] !== undefined) throw new Error(`job ${index} arrived twice`);
    values[index] = error === undefined ? value : `${error.code}: ${error.message}`;
  }
  return values;
}

const TRAININGS = {
  ars: { n: 1, steps: 60_000, settings: { directions: 6, seed: 3 } },
  ppo: { n: 8, steps: 16_384, settings: { horizon: 256, hidden: [16], epochs: 4, seed: 3 } },
};

/** The hash of the weights that a training ends with. */
async function train(queue, algorithm) {
  const { n, steps, settings } = TRAININGS[algorithm];
  const envs = await remoteEnvs(queue, 'HalfCheetah-v5', { n, actors: Math.min(4, n), maxEpisodeSteps: 250 });
  const trainer = createTrainer(algorithm, envs, settings);
  await trainer.learn(steps);
  return hash(savePolicy(trainer.policy));
}

/** The hash of the weights of a training that something happens to; it must have happened before the end. */
async function trainDisturbed(queue, algorithm, disturb) {
  let isOver = false;
  const disturbed = disturb().then(() => {
    if (isOver) throw new Error('the training was over before anything had happened to it');
  });
  const found = await train(queue, algorithm);
  isOver = true;
  await disturbed;
  return found;
}

const results = { passed: 0, failed: 0 };
async function check(label, run) {
  const start = performance.now();
  try {
    const note = await run();
    console.log(`ok: ${label}${note === undefined ? '' : `: ${note}`} (${seconds(start).toFixed(1)} s)`);
    results.passed++;
  } catch (error) {
    console.log(`FAILED: ${label}: ${error.stack}`);
    results.failed++;
  }
}

async function main(folder) {
  const redis = await RedisServer.start();
  const cable = await Cable.lay(redis.port);
  const workers = new Workers(folder, { connection: redis.url });
  const queue = bullmq({ connection: redis.url, ...PATIENCE });
  const threads = local({ workers: 2, jobs: [JOBS] });
  const random = randomNumbers(7);
  try {
    await workers.startMany(3);

    await check('200 jobs, 20 workers killed: every result once', async () => {
      const jobs = Array.from({ length: 200 }, (_, k) => ({ kind: 'spin', args: 60 + k }));
      const [values] = await Promise.all([valuesOf(queue, jobs), workers.haunt(20, 900, random)]);
      equal(
        values,
        jobs.map(({ args }) => args),
        'the values',
      );
      equal(workers.kills, 20, 'kills');
      await workers.ready();
      equal((await queue.stats()).failed, 0, 'failed jobs');
      return `${workers.kills} kills`;
    });

    await check('a job that throws and one that kills its thread are parked with their errors', async () => {
      const jobs = [
        { kind: 'fail', args: 1 },
        { kind: 'die', args: 1 },
        { kind: 'square', args: 9 },
      ];
      const [thrown, dead, good] = await valuesOf(queue, jobs);
      equal(good, 81, 'the value of the other job');
      if (!/job-failed: .*failed 3 times: this job always fails/.test(thrown)) throw new Error(thrown);
      if (!/job-failed: .*its thread ended with code 3/.test(dead)) throw new Error(dead);
      equal((await queue.failed()).map(({ kind }) => kind).sort(), ['die', 'fail'], 'parked jobs');
      return `${(await queue.stats()).workers.length} workers live`;
    });

    await check('a job that never ends is broken off and parked', async () => {
      const hasty = bullmq({ connection: redis.url, ...PATIENCE, tries: 1, limitSeconds: 2 });
      const [late, good] = await valuesOf(hasty, [
        { kind: 'spin', args: 1e6 },
        { kind: 'square', args: 11 },
      ]);
      equal(good, 121, 'the value of the other job');
      if (!/job-failed: .*failed 1 times: it took longer than 2 s/.test(late)) throw new Error(late);
      await hasty.close();
    });

    await check('a worker of another version leaves jobs alone', async () => {
      const [own, other] = ['0.0.1', '0.0.2'].map((version) => ({ connection: redis.url, version, name: 'versions' }));
      await workers.start(other);
      const theirs = bullmq({ ...own, ...PATIENCE });
      const waiting = valuesOf(theirs, [{ kind: 'square', args: 3 }]);
      await sleep(1500);
      equal((await theirs.stats()).waiting, 1, 'jobs that wait');
      await workers.start(own);
      equal(await waiting, [9], 'the value');
      await theirs.close();
    });

    await check('ars: Redis dies and starts again, a worker dies; weights as on threads', async () => {
      const expected = await train(threads, 'ars');
      const found = await trainDisturbed(queue, 'ars', async () => {
        await sleep(500);
        await redis.restart();
        await workers.haunt(2, 500, random);
      });
      equal(found, expected, 'the hash of the weights');
      return expected.slice(0, 12);
    });

    await check('ppo: the cable is cut for 5 s, a worker dies; weights as on threads', async () => {
      const expected = await train(threads, 'ppo');
      const behind = bullmq({ connection: cable.url, ...PATIENCE });
      await workers.start({ connection: cable.url });
      const found = await trainDisturbed(behind, 'ppo', async () => {
        await workers.haunt(2, 500, random);
        cable.cut();
        await sleep(5000);
        cable.mend();
      });
      equal(found, expected, 'the hash of the weights');
      await behind.close();
      return expected.slice(0, 12);
    });
    await workers.ready();
    await workers.stop();

    await check('what Redis forgets is sent again', async () => {
      const forgetful = await RedisServer.start();
      const theirs = bullmq({ connection: forgetful.url, ...PATIENCE });
      const waiting = valuesOf(theirs, [{ kind: 'square', args: 7 }]);
      await sleep(500);
      equal((await theirs.stats()).waiting, 1, 'jobs that wait');
      await forgetful.command('FLUSHALL');
      await workers.start({ connection: forgetful.url });
      equal(await waiting, [49], 'the value');
      await theirs.close();
      await workers.stop();
      await forgetful.stop();
    });

    await check('errors are typed: no Redis, a wrong password, no room', async () => {
      await rejects(bullmq({ connection: 'redis://ann:secret@127.0.0.1:1' }).stats(), 'unreachable');
      const locked = await RedisServer.start(['--requirepass', 'other']);
      await rejects(bullmq({ connection: `redis://:secret@127.0.0.1:${locked.port}` }).stats(), 'wrong-password');
      await rejects(bullmq({ connection: locked.url }).stats(), 'wrong-password');
      await locked.stop();
      const small = await RedisServer.start();
      const full = bullmq({ connection: small.url });
      const kept = await full.store.put(new Uint8Array(1000));
      await small.command('CONFIG', 'SET', 'maxmemory', '1');
      await rejects(full.store.put(new Uint8Array(1e6)), 'store-full');
      await rejects(valuesOf(full, [{ kind: 'square', args: 1 }]), 'store-full');
      equal((await full.store.get(kept))?.length, 1000, 'bytes that were stored before');
      await small.command('CONFIG', 'SET', 'maxmemory', '0');
      await full.store.put(new Uint8Array(1e6));
      await full.close();
      await small.stop();
    });

    await check('qpos worker, train, sweep and cluster work, and tell no password', () => commands(folder));

    await workers.start();
    await check('a job of 1 s costs at most 3 % more than on a thread', async () => {
      const one = local({ workers: 1, jobs: [JOBS] });
      const time = async (where, first) => {
        const start = performance.now();
        await valuesOf(
          where,
          Array.from({ length: 6 }, (_, k) => ({ kind: 'spin', args: 1000 + (first + k) / 1000 })),
        );
        return seconds(start) / 6;
      };
      for (const where of [one, queue]) await valuesOf(where, [{ kind: 'spin', args: 1 }]);
      const [here, there] = [await time(one, 0), await time(queue, 10)];
      await one.close();
      least(MOST_OVERHEAD, there / here - 1, 'the overhead');
      return `${here.toFixed(4)} s here, ${there.toFixed(4)} s there: ${(100 * (there / here - 1)).toFixed(2)} %`;
    });

    await check(
      '10,000 small jobs: more than 1,000 a second, in few bundles, with memory that does not grow',
      async () => {
        setFlagsFromString('--expose-gc');
        const gc = runInNewContext('gc');
        const memory = () => {
          gc();
          const { heapUsed, external } = process.memoryUsage();
          return (heapUsed + external) / 1e6;
        };
        const before = (await queue.stats()).completed;
        const used = await redis.processorSeconds();
        const series = [];
        const start = performance.now();
        for (let round = 0; round < 10; round++) {
          const jobs = Array.from({ length: 1000 }, (_, k) => ({ kind: 'square', args: 1000 * round + k }));
          const values = await valuesOf(queue, jobs);
          equal(values.at(-1), jobs.at(-1).args ** 2, 'the last value');
          series.push(memory());
        }
        const rate = 10_000 / seconds(start);
        const bundles = (await queue.stats()).completed - before;
        least(rate, 1000, 'jobs per second');
        least(2500, bundles, 'bundles');
        least(series[2] + 4, series.at(-1), 'megabytes at the end');
        const flat = `${series[2].toFixed(1)} MB after 3,000, ${series.at(-1).toFixed(1)} MB after 10,000`;
        const perBundle = (1e6 * ((await redis.processorSeconds()) - used)) / bundles;
        return `${rate.toFixed(0)}/s in ${bundles} bundles of ${perBundle.toFixed(0)} µs of Redis each, ${flat}`;
      },
    );
  } finally {
    await queue.close();
    await threads.close();
    await workers.stop();
    await cable.close();
    await redis.stop();
  }
}

const folder = ensureRedis() ? ensurePeers() : undefined;
if (folder === undefined) {
  console.log('redis-server, bullmq and ioredis are needed: apt-get install redis-server');
  results.failed++;
} else {
  process.chdir(folder); // where the packages are found
  await main(folder);
}
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exit(results.failed === 0 ? 0 : 1);
