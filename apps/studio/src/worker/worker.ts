import { startEngine } from '../engine.ts';
import type { Command, Report } from '../protocol.ts';

// the engine may take a moment to load: what is said until then is kept
const early: Command[] = [];
let hear = (command: Command): void => void early.push(command);

addEventListener('message', (event: MessageEvent<Command>) => hear(event.data));

const commands = startEngine().then(() => import('./commands.ts'));
commands.then(
  (commands) => {
    hear = commands.hear;
    for (const command of early) hear(command);
  },
  (error: unknown) => {
    const report: Report = { type: 'trouble', title: 'The engine could not start', text: String(error) };
    postMessage(report);
  },
);
