import { startEngine } from '../engine.ts';
import type { SwarmCommand, SwarmReport } from './protocol.ts';

const REST_MS = 2; // between two looks at the clock

const post = (report: SwarmReport, transfer: Transferable[] = []): void => postMessage(report, { transfer });
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let wanted: { buffer: ArrayBuffer | undefined } | undefined;
let restart = false;
let policy: Uint8Array | undefined; // another one
let pace: { running: boolean; speed: number } | undefined; // as the page said last
let spacing: number | undefined;

/** Runs a swarm until the page ends the worker. */
async function live({ order }: Extract<SwarmCommand, { type: 'start' }>): Promise<void> {
  await startEngine();
  const { SwarmRun } = await import('./swarm-run.ts');
  const run = await SwarmRun.start(order);
  post({ type: 'started', facts: run.facts });
  for (;;) {
    run.running = pace?.running ?? run.running;
    run.speed = pace?.speed ?? run.speed;
    run.spacing = spacing ?? run.spacing;
    if (policy !== undefined) await run.setPolicy(policy);
    policy = undefined;
    if (restart) await run.reset();
    restart = false;
    const moved = await run.advance();
    if (wanted !== undefined) {
      const buffer = run.poses(wanted.buffer);
      wanted = undefined;
      post({ type: 'poses', buffer, numbers: run.numbers }, [buffer]);
    }
    await pause(moved ? 0 : REST_MS);
  }
}

function hear(command: SwarmCommand): void {
  switch (command.type) {
    case 'start':
      live(command).catch((error: unknown) =>
        post({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
      );
      break;
    case 'run':
      pace = command;
      break;
    case 'spacing':
      ({ spacing } = command);
      break;
    case 'policy':
      policy = command.bytes;
      break;
    case 'reset':
      restart = true;
      break;
    case 'poses':
      wanted = { buffer: command.buffer };
  }
}

addEventListener('message', ({ data }: MessageEvent<SwarmCommand>) => hear(data));
