import { saveModel } from '@qpos/core';
import { Swarm } from '@qpos/viewer';
import type { Simulation } from '../simulation.ts';
import type { Stage } from '../stage.ts';
import { Emitter } from '../ui/emitter.ts';
import type { SwarmCommand, SwarmDevice, SwarmDrive, SwarmFacts, SwarmNumbers, SwarmReport } from './protocol.ts';

/** Most environments that can be asked for. */
export const MOST = 2048;
const VIEW = 1.05; // distance of the camera, of the width of the swarm
const ROOM = 1.1; // cells for each extent of the model

interface Events {
  /** It has begun, ended, or is beginning. */
  changed: undefined;
  failed: string;
  numbers: SwarmNumbers;
}

/** Many environments around the one in the picture: they run in a worker of their own, or on a GPU, and are drawn instanced. */
export class SwarmScene extends Emitter<Events> {
  n = 0;
  drive: SwarmDrive = 'policy';
  device: SwarmDevice = 'auto';
  spacing = 2;
  /** Where it runs, from when it does. */
  facts: SwarmFacts | undefined;
  /** How many copies of the model were drawn last. */
  drawn = 0;
  readonly #sim: Simulation;
  readonly #stage: Stage;
  #worker: Worker | undefined;
  #swarm: Swarm | undefined;
  #document = -1;
  #told = { running: true, speed: 1, revision: -1 };

  constructor(sim: Simulation, stage: Stage) {
    super();
    this.#sim = sim;
    this.#stage = stage;
    sim.on('loading', () => this.#end());
    sim.on('loaded', () => this.#loaded());
    sim.on('frame', () => this.#follow());
    sim.on('policy', (bytes) => this.#send({ type: 'policy', bytes }));
  }

  /** Another number of environments; none ends the swarm. */
  setCount(n: number): void {
    const before = this.n;
    this.n = Math.max(0, Math.min(MOST, Math.round(n)));
    this.#start();
    if (this.n > 0 && before === 0) this.lookAtAll();
  }

  setDrive(drive: SwarmDrive): void {
    this.drive = drive;
    this.#start();
  }

  setDevice(device: SwarmDevice): void {
    this.device = device;
    this.#start();
  }

  setSpacing(spacing: number): void {
    this.spacing = spacing;
    this.#send({ type: 'spacing', spacing });
  }

  /** Whether a policy could drive it. */
  get hasPolicy(): boolean {
    return this.#sim.info?.play !== undefined && this.#sim.policy !== undefined;
  }

  /** Puts the camera where all environments are in view. */
  lookAtAll(): void {
    const rig = this.#stage.viewer?.rig;
    const { model } = this.#sim;
    if (rig === undefined || model === undefined) return;
    const side = Math.ceil(Math.sqrt(this.n + 1));
    rig.reset();
    rig.autoFrame = false;
    rig.mode = { kind: 'free' };
    rig.lookat.set(0, 0, 0.3 * model.stat.extent);
    rig.elevation = -28;
    rig.distance = Math.max(rig.distance, VIEW * side * this.spacing);
    this.#stage.wake();
  }

  #loaded(): void {
    const { model, document } = this.#sim;
    if (document !== this.#document) {
      this.n = 0; // another model starts alone
      this.spacing = Number((ROOM * (model?.stat.extent ?? 2)).toPrecision(2));
    }
    this.#document = document;
    this.#start();
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#swarm?.dispose();
    this.#swarm = undefined;
    this.facts = undefined;
    this.drawn = 0;
    this.#stage.wake();
  }

  #start(): void {
    this.#end();
    const { model, info, policy, running, speed, head } = this.#sim;
    this.emit('changed', undefined);
    if (this.n === 0 || model === undefined) return;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<SwarmReport>) => this.#hear(event.data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#fail(event.message || 'The worker could not start.');
    });
    this.#worker = worker;
    this.#swarm = new Swarm(model, this.n, this.#stage.viewer?.view.quality);
    this.#told = { running, speed, revision: head.revision };
    const { n, drive, device, spacing } = this;
    const { geoms } = this.#swarm;
    const task = info?.play?.task;
    this.#send({
      type: 'start',
      order: { n, model: saveModel(model), geoms, drive, task, policy, device, spacing, running, speed },
    });
  }

  #send(command: SwarmCommand, transfer: Transferable[] = []): void {
    this.#worker?.postMessage(command, transfer);
  }

  #hear(report: SwarmReport): void {
    if (report.type === 'failed') {
      this.#fail(report.message);
      return;
    }
    if (report.type === 'started') {
      this.facts = report.facts;
      this.emit('changed', undefined);
      this.#send({ type: 'poses', buffer: undefined });
      return;
    }
    this.#place(report.buffer);
    this.emit('numbers', report.numbers);
    requestAnimationFrame(() => this.#send({ type: 'poses', buffer: report.buffer }, [report.buffer]));
  }

  #place(buffer: ArrayBuffer): void {
    const scene = this.#stage.viewer?.view.scene;
    const swarm = this.#swarm;
    if (scene === undefined || swarm === undefined) return;
    const count = this.n * swarm.geoms.length;
    swarm.place(new Float64Array(buffer, 0, 3 * count), new Float64Array(buffer, 8 * 3 * count, 9 * count));
    if (swarm.group.parent !== scene) scene.add(swarm.group);
    this.drawn = this.n;
    this.#stage.wake();
  }

  #fail(message: string): void {
    this.#end();
    this.n = 0;
    this.emit('changed', undefined);
    this.emit('failed', message);
  }

  /** Runs, rests and starts over with the environment in the picture. */
  #follow(): void {
    if (this.#worker === undefined) return;
    const { running, speed, head } = this.#sim;
    const told = this.#told;
    if (running !== told.running || speed !== told.speed) this.#send({ type: 'run', running, speed });
    if (head.revision !== told.revision) this.#send({ type: 'reset' });
    this.#told = { running, speed, revision: head.revision };
  }
}
