import { BatchSim } from '@qpos/batch';
import { makeData, step } from '@qpos/core';
import { loadModel } from 'qpos';

// What the batch suite compares with: a process that steps environments one after the other, or one that holds a whole batch.

/** What the process is told, in order: a model once, then any number of runs. */
export type Request =
  | { readonly kind: 'load'; readonly xml: string; readonly n: number; readonly settle: number }
  | { readonly kind: 'run'; readonly calls: number; readonly steps: number }
  | {
      readonly kind: 'batch';
      readonly xml: string;
      readonly n: number;
      readonly workers: number;
      readonly memory: 'shared' | 'separate';
      readonly steps: number;
    };

/** What it answers: bytes in use for a batch, else nothing. */
export interface Answer {
  readonly bytes: number;
}

let run: (calls: number, steps: number) => void = () => {};

async function answer(request: Request): Promise<number> {
  switch (request.kind) {
    case 'load': {
      const model = loadModel(request.xml);
      const all = Array.from({ length: request.n }, () => makeData(model));
      for (const data of all) step(model, data, request.settle);
      run = (calls, steps) => {
        for (let k = 0; k < calls; k++) for (const data of all) step(model, data, steps);
      };
      return 0;
    }
    case 'run':
      run(request.calls, request.steps);
      return 0;
    case 'batch': {
      const { xml, n, workers, memory, steps } = request;
      const sim = await BatchSim.create(loadModel(xml), { n, workers, memory });
      sim.stepAll(steps);
      const bytes = process.memoryUsage.rss();
      await sim.close();
      return bytes;
    }
  }
}

process.on('message', (request: Request) => {
  answer(request).then(
    (bytes) => process.send?.({ bytes } satisfies Answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
