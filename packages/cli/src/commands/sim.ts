import type { Command } from 'commander';
import { type Data, enums, forward, type Model, makeData, nameToId, resetDataKeyframe, step } from 'qpos';
import { loadModelFile } from 'qpos/node';
import { colors, startProgress, table } from '../output/terminal.ts';

interface SimOptions {
  readonly duration: string;
  readonly keyframe?: string;
  readonly drive: boolean;
  readonly json: boolean;
}

/** What a run came to. */
export interface SimSummary {
  readonly model: { readonly nbody: number; readonly nv: number; readonly nu: number; readonly ngeom: number };
  readonly backend: string;
  readonly steps: number;
  readonly simulated: number;
  readonly wall: number;
  readonly stepMicroseconds: number;
  readonly realTimeFactor: number;
  readonly contacts: { readonly most: number; readonly last: number };
  readonly rows: { readonly most: number };
  readonly energy: { readonly potential: number; readonly kinetic: number };
  readonly warnings: Readonly<Record<string, number>>;
}

/** A slow sine on every control, so that something moves. */
function driveControls(model: Model, data: Data): void {
  for (let k = 0; k < model.nu; k++) {
    const limited = model.actuator_ctrllimited[k] === 1;
    const low = limited ? (model.actuator_ctrlrange[2 * k] as number) : -0.3;
    const high = limited ? (model.actuator_ctrlrange[2 * k + 1] as number) : 0.3;
    data.ctrl[k] = 0.5 * (low + high) + 0.25 * (high - low) * Math.sin(0.7 * k + 3 * data.time);
  }
}

/** Runs a model for some simulated seconds with progress. */
export function simulate(model: Model, data: Data, duration: number, drive: boolean): SimSummary {
  const steps = Math.max(1, Math.round(duration / model.opt.timestep));
  const progress = startProgress('simulating', steps);
  const start = performance.now();
  let mostContacts = 0;
  let mostRows = 0;
  let shown = start;
  for (let k = 0; k < steps; k++) {
    if (drive) driveControls(model, data);
    step(model, data);
    mostContacts = Math.max(mostContacts, data.ncon);
    mostRows = Math.max(mostRows, data.nefc);
    const now = performance.now();
    if (now - shown > 100) {
      shown = now;
      progress.update(k + 1, {
        detail: `${((1000 * (k + 1) * model.opt.timestep) / (now - start)).toFixed(1)}x real time`,
      });
    }
  }
  progress.stop();
  const wall = (performance.now() - start) / 1000;
  const energyFlag = enums.EnableBit.ENERGY;
  const flags = model.opt.enableflags;
  model.opt.enableflags |= energyFlag;
  forward(model, data);
  model.opt.enableflags = flags;
  const warnings = Object.fromEntries(
    Object.entries(enums.Warning)
      .map(([name, id]) => [name.toLowerCase(), data.warning.number[id] as number])
      .filter(([, n]) => n !== 0),
  );
  return {
    model: { nbody: model.nbody, nv: model.nv, nu: model.nu, ngeom: model.ngeom },
    backend: model.backendName,
    steps,
    simulated: steps * model.opt.timestep,
    wall,
    stepMicroseconds: (1e6 * wall) / steps,
    realTimeFactor: (steps * model.opt.timestep) / wall,
    contacts: { most: mostContacts, last: data.ncon },
    rows: { most: mostRows },
    energy: { potential: data.energy[0] as number, kinetic: data.energy[1] as number },
    warnings,
  };
}

/** The summary as a table. */
export function summaryTable(s: SimSummary): string {
  const warnings = Object.entries(s.warnings)
    .map(([name, n]) => `${name} ${n}`)
    .join(', ');
  return table([
    ['model', `${s.model.nbody} bodies, ${s.model.nv} dofs, ${s.model.nu} controls, ${s.model.ngeom} geoms`],
    ['simulated', `${s.simulated.toFixed(2)} s in ${s.steps} steps`],
    [
      'took',
      `${s.wall.toFixed(2)} s, ${s.stepMicroseconds.toFixed(1)} us a step, ${s.realTimeFactor.toFixed(1)}x real time (${s.backend})`,
    ],
    ['contacts', `${s.contacts.most} at most, ${s.contacts.last} at the end; ${s.rows.most} constraint rows at most`],
    ['energy', `potential ${s.energy.potential.toFixed(3)} J, kinetic ${s.energy.kinetic.toFixed(3)} J`],
    ['warnings', warnings === '' ? 'none' : warnings],
  ]);
}

/** `qpos sim`. */
export function addSim(program: Command): void {
  program
    .command('sim')
    .description('run a model and summarise the run')
    .argument('<model>', 'MJCF or URDF file')
    .option('-d, --duration <seconds>', 'simulated time', '10')
    .option('-k, --keyframe <name>', 'start from a keyframe')
    .option('--drive', 'move every control with a slow sine', false)
    .option('--json', 'print the summary as JSON', false)
    .addHelpText(
      'after',
      '\nExamples:\n  qpos sim models/humanoid.xml --duration 5 --drive\n  qpos sim robot.urdf --json',
    )
    .action((file: string, options: SimOptions) => {
      const duration = Number(options.duration);
      if (!(duration > 0))
        throw new Error(`--duration must be a positive number of seconds, not '${options.duration}'`);
      const model = loadModelFile(file);
      const data = makeData(model);
      if (options.keyframe !== undefined) {
        const key = nameToId(model, 'key', options.keyframe);
        if (key < 0) throw new Error(`the model has no keyframe '${options.keyframe}'`);
        resetDataKeyframe(model, data, key);
      }
      const summary = simulate(model, data, duration, options.drive);
      if (options.json) console.log(JSON.stringify(summary, null, 1));
      else console.log(`${colors(process.stdout).bold(file)}\n${summaryTable(summary)}`);
    });
}
