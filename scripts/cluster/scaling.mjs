// A cluster in the computer: how a queue on Redis behaves with 10, 100 and 1,000 machines, from service times that were measured on one.
//   node scripts/cluster/scaling.mjs [--job SECONDS] [--json]
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * What was measured (docs/guide/cluster/scaling.md says how), in seconds: of Redis for a bundle, from its arrival to its result, and for each
 * byte that a job reads and writes; of the trainer likewise; of a worker around a bundle. A lost machine is missed after `stall`.
 */
export const MEASURED = {
  redis: 0.73e-3,
  redisByte: 4.5e-9,
  trainer: 1.1e-3,
  trainerByte: 6.5e-9,
  worker: 12e-3,
  stall: 30,
};

/** A random number from 0 to 1, the same sequence for each seed. */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

/** The earliest first: a binary heap of [time, value]. */
class Agenda {
  #heap = [];

  get size() {
    return this.#heap.length;
  }

  add(time, value) {
    const heap = this.#heap;
    let k = heap.push([time, value]) - 1;
    for (let up = (k - 1) >> 1; k > 0 && heap[up][0] > heap[k][0]; k = up, up = (k - 1) >> 1)
      [heap[up], heap[k]] = [heap[k], heap[up]];
  }

  take() {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length > 0) {
      heap[0] = last;
      for (let k = 0; ; ) {
        const [left, right] = [2 * k + 1, 2 * k + 2];
        let least = k;
        if (left < heap.length && heap[left][0] < heap[least][0]) least = left;
        if (right < heap.length && heap[right][0] < heap[least][0]) least = right;
        if (least === k) break;
        [heap[least], heap[k]] = [heap[k], heap[least]];
        k = least;
      }
    }
    return first;
  }
}

/**
 * Runs `jobs` on `machines`. A job waits for a machine, for Redis, which does one thing at a time, and for the trainer, which does too. Times of
 * jobs vary by `spread` (the deviation of their logarithm). `lost` machines die in the middle, each with a job that begins again.
 *
 * @returns {{ seconds: number, perSecond: number, redisLoad: number, trainerLoad: number, efficiency: number }}
 */
export function simulate({ machines, jobs, job, bytes = 0, spread = 0.2, lost = 0, seed = 1, costs = MEASURED }) {
  const random = randomNumbers(seed);
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  const service = () => job * Math.exp(spread * normal() - 0.5 * spread * spread) + costs.worker;
  const redisTime = costs.redis + bytes * costs.redisByte;
  const trainerTime = costs.trainer + bytes * costs.trainerByte;
  const agenda = new Agenda();
  let [redisFree, trainerFree, redisBusy, trainerBusy, waiting, done, now, begun] = [0, 0, 0, 0, jobs, 0, 0, 0];
  const begin = (time) => {
    if (waiting === 0) return;
    waiting--;
    const start = Math.max(time, redisFree);
    redisFree = start + redisTime;
    redisBusy += redisTime;
    const middle = Math.floor(jobs / 2);
    if (++begun > middle && begun <= middle + lost) {
      // this machine falls silent; its job waits again when that is noticed
      agenda.add(start + redisTime + 0.5 * job + costs.stall, 'lost');
      return;
    }
    agenda.add(start + redisTime + service(), 'done');
  };
  let idle = 0;
  for (let k = 0; k < machines; k++) begin(0);
  while (done < jobs) {
    const [time, what] = agenda.take();
    now = Math.max(now, time);
    if (what === 'lost') {
      waiting++;
      if (idle > 0) {
        idle--;
        begin(time);
      }
      continue;
    }
    const read = Math.max(time, trainerFree) + trainerTime;
    trainerFree = read;
    trainerBusy += trainerTime;
    now = Math.max(now, read);
    done++;
    if (waiting > 0) begin(time);
    else idle++;
  }
  return {
    seconds: now,
    perSecond: jobs / now,
    redisLoad: redisBusy / now,
    trainerLoad: trainerBusy / now,
    efficiency: (jobs * job) / (now * machines),
  };
}

/** The rows of the guide: throughput of long runs, the wait for the slowest of a synchronous update, and the cost of a lost machine. */
export function table(job, bytes) {
  return [10, 100, 1000].map((machines) => {
    const steady = simulate({ machines, jobs: 200 * machines, job, bytes });
    const update = simulate({ machines, jobs: machines, job, bytes });
    const broken = simulate({ machines, jobs: machines, job, bytes, lost: 1 });
    return { machines, ...steady, update: update.seconds, updateWithLoss: broken.seconds };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { job: { type: 'string' }, json: { type: 'boolean' } } });
  const jobs = values.job === undefined ? [0.1, 1, 10] : [Number(values.job)];
  const all = jobs.map((job) => ({ job, bytes: 200_000, rows: table(job, 200_000) }));
  if (values.json) console.log(JSON.stringify(all, undefined, 2));
  else
    for (const { job, rows } of all) {
      console.log(`jobs of ${job} s, 200 kB each way`);
      console.log('machines      jobs/s  of ideal  Redis  trainer  one update  with a machine lost');
      for (const { machines, perSecond, efficiency, redisLoad, trainerLoad, update, updateWithLoss } of rows)
        console.log(
          [
            String(machines).padStart(8),
            perSecond.toFixed(1).padStart(10),
            `${(100 * efficiency).toFixed(0)} %`.padStart(8),
            `${(100 * redisLoad).toFixed(0)} %`.padStart(5),
            `${(100 * trainerLoad).toFixed(0)} %`.padStart(7),
            `${update.toFixed(2)} s`.padStart(10),
            `${updateWithLoss.toFixed(2)} s`.padStart(19),
          ].join('  '),
        );
    }
}
