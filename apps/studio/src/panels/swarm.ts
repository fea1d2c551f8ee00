import type { Simulation } from '../simulation.ts';
import type { SwarmDevice, SwarmDrive, SwarmNumbers } from '../swarm/protocol.ts';
import { MOST, type SwarmScene } from '../swarm/swarm-scene.ts';
import { choice, el, section, slider } from '../ui/dom.ts';
import type { Panel } from '../ui/panel.ts';

const STEP = 16; // environments
const SETTLE_MS = 350; // after which another number of environments is made
const EVERY_MS = 250;

const count = (x: number): string => Math.round(x).toLocaleString('en');

/** Many environments of the model around the one in the picture: how many, who drives them, where they run and how fast. */
export class SwarmPanel implements Panel {
  readonly id = 'swarm';
  readonly title = 'Swarm';
  readonly element = el('div');
  readonly #swarm: SwarmScene;
  readonly #count = slider('Environments', 0, MOST, (n) => this.#ask(n), STEP);
  readonly #drive = choice<SwarmDrive>(
    'Controls',
    [
      ['policy', 'the policy'],
      ['random', 'random'],
    ],
    'policy',
    (drive) => this.#swarm.setDrive(drive),
  );
  readonly #device = choice<SwarmDevice>(
    'Runs on',
    [
      ['auto', 'the GPU, if there is one'],
      ['cpu', 'the processor'],
    ],
    'auto',
    (device) => this.#swarm.setDevice(device),
  );
  readonly #spacing = el('div');
  readonly #facts = el('dl', { class: 'facts', id: 'swarm-facts' });
  readonly #note = el('p', { class: 'fine', id: 'swarm-note', role: 'status' });
  #timer: ReturnType<typeof setTimeout> | undefined;
  #numbers: SwarmNumbers | undefined;
  #told = 0;

  constructor(swarm: SwarmScene, sim: Simulation) {
    this.#swarm = swarm;
    const look = el('button', { type: 'button', on: { click: () => swarm.lookAtAll() } }, 'Look at all');
    const none = el('button', { type: 'button', on: { click: () => this.#swarm.setCount(0) } }, 'Only one');
    this.element.append(
      section(
        'Environments',
        true,
        el(
          'p',
          { class: 'fine' },
          'Copies of the model around the one that you see, each in a state of its own. They run, pause and reset with it, but have no timeline.',
        ),
        this.#count.row,
        this.#drive.row,
        this.#device.row,
        this.#spacing,
        el('div', { class: 'buttons' }, look, none),
        this.#note,
      ),
      section('Now', true, this.#facts),
    );
    sim.on('loaded', () => this.#build());
    sim.on('policy', () => this.#show());
    swarm.on('changed', () => this.#show());
    swarm.on('failed', (message) => {
      this.#note.textContent = `It could not be started: ${message}`;
    });
    swarm.on('numbers', (numbers) => {
      this.#numbers = numbers;
      if (performance.now() - this.#told > EVERY_MS) this.#showFacts();
    });
  }

  #ask(n: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#swarm.setCount(n), SETTLE_MS);
  }

  #build(): void {
    const { spacing } = this.#swarm;
    const s = slider('Spacing', 0.25 * spacing, 3 * spacing, (x) => this.#swarm.setSpacing(x), 0.05 * spacing);
    s.show(spacing);
    this.#spacing.replaceChildren(s.row);
    this.#show();
  }

  #show(): void {
    const { n, hasPolicy, drive, facts } = this.#swarm;
    this.#numbers = undefined;
    this.#count.show(n);
    this.#drive.select.value = hasPolicy ? drive : 'random';
    this.#drive.select.disabled = !hasPolicy;
    this.#drive.row.title = hasPolicy ? '' : 'Play a task with a policy to have it drive the swarm';
    this.#note.textContent =
      n > 0 && facts === undefined
        ? `Starting ${count(n)} environments …`
        : facts?.driveReason === undefined
          ? ''
          : `The policy cannot drive a swarm: ${facts.driveReason}. Controls are random.`;
    this.#showFacts();
  }

  #showFacts(): void {
    this.#told = performance.now();
    const { n, facts } = this.#swarm;
    const numbers = this.#numbers;
    if (facts === undefined) {
      const text = n === 0 ? 'There is only the environment in the picture.' : '…';
      this.#facts.replaceChildren(el('p', { class: 'empty' }, text));
      return;
    }
    const device = `${facts.device === 'webgpu' ? 'GPU' : 'Processor'}, ${facts.where}`;
    const rows: [string, string][] = [
      ['Device', device],
      ...(facts.reason === undefined ? [] : [['Why', facts.reason] as [string, string]]),
      ['Environments', count(n)],
      ['Steps per s', numbers === undefined ? '…' : count(numbers.stepsPerSecond)],
      ['Real time', numbers === undefined ? '…' : numbers.realtime > 0 ? `${numbers.realtime.toFixed(2)}×` : 'paused'],
      ['Started over', numbers === undefined ? '…' : count(numbers.restarts)],
    ];
    this.#facts.replaceChildren(...rows.flatMap(([k, v]) => [el('dt', {}, k), el('dd', {}, v)]));
  }
}
