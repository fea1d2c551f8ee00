import { idToName } from '@qpos/core';
import type { Simulation } from './simulation.ts';
import type { Header } from './snapshot.ts';
import { el, iconButton } from './ui/dom.ts';
import { setIcon } from './ui/icons.ts';

export const speeds = [8, 4, 2, 1, 1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32];
const speedText = (s: number): string => (s >= 1 ? `${s}×` : `1/${Math.round(1 / s)}×`);

/** Play, pause, step, reset, keyframes, speed and the timeline. */
export class Transport {
  readonly #sim: Simulation;
  readonly #play: HTMLButtonElement;
  readonly #keys: HTMLSelectElement;
  readonly #speed: HTMLSelectElement;
  readonly #timeline: HTMLInputElement;
  readonly #time = el('output', { class: 'time', title: 'Simulation time' }, '0.000 s');
  readonly #rate = el('output', { class: 'rate', title: 'Actual speed, relative to real time' }, '');
  #scrubbing = false;
  #shown = { running: undefined as boolean | undefined, time: -1, count: -1, index: -1 };

  constructor(root: HTMLElement, sim: Simulation) {
    this.#sim = sim;
    this.#play = iconButton('pause', 'Pause (Space)', () => this.toggle());
    this.#play.classList.add('primary');
    this.#play.id = 'play';
    this.#keys = el('select', { title: 'Keyframes', id: 'keyframe' });
    this.#keys.setAttribute('aria-label', 'Keyframe');
    this.#keys.addEventListener('change', () => this.#loadKey());
    this.#speed = el('select', { title: 'Speed (+ and −)', id: 'speed' });
    this.#speed.setAttribute('aria-label', 'Speed');
    this.#speed.append(...speeds.map((s) => el('option', { value: String(s) }, speedText(s))));
    this.#speed.value = '1';
    this.#speed.addEventListener('change', () => sim.setSpeed(Number(this.#speed.value)));
    this.#timeline = el('input', {
      type: 'range',
      min: '0',
      max: '0',
      step: '1',
      id: 'timeline',
      title: 'Recorded states',
    });
    this.#timeline.setAttribute('aria-label', 'Timeline of recorded states');
    this.#timeline.addEventListener('input', () => sim.seek(this.#timeline.valueAsNumber));
    this.#timeline.addEventListener('pointerdown', () => {
      this.#scrubbing = true;
    });
    for (const end of ['pointerup', 'pointercancel', 'change'])
      this.#timeline.addEventListener(end, () => {
        this.#scrubbing = false;
      });
    root.append(
      el(
        'div',
        { class: 'buttons' },
        iconButton('reset', 'Reset (Backspace)', () => this.reset()),
        iconButton('stepBack', 'Step back (Left)', () => sim.step(-1)),
        this.#play,
        iconButton('stepForward', 'Step (Right)', () => sim.step(1)),
      ),
      this.#timeline,
      this.#time,
      this.#rate,
      this.#speed,
      this.#keys,
    );
    sim.on('frame', (head) => this.#show(head));
    sim.on('loaded', () => this.#listKeys());
    sim.on('failed', () => this.#showRunning(false));
  }

  toggle(): void {
    this.#sim.run(!this.#sim.running);
    this.#showRunning(this.#sim.running);
  }

  /** Back to the first keyframe if the model has one, else to its initial state. */
  reset(): void {
    this.#sim.reset(Number(this.#keys.value));
  }

  changeSpeed(by: 1 | -1): void {
    const at = speeds.indexOf(this.#sim.speed);
    const next = speeds[Math.max(0, Math.min(speeds.length - 1, at - by))] ?? 1;
    this.#speed.value = String(next);
    this.#sim.setSpeed(next);
  }

  #loadKey(): void {
    this.#sim.reset(Number(this.#keys.value));
  }

  #listKeys(): void {
    const { model } = this.#sim;
    if (model === undefined) return;
    const options = [el('option', { value: '-1' }, 'Initial state')];
    for (let k = 0; k < model.nkey; k++)
      options.push(el('option', { value: String(k) }, idToName(model, 'key', k) ?? `Keyframe ${k}`));
    this.#keys.replaceChildren(...options);
    this.#keys.value = model.nkey > 0 ? '0' : '-1';
    this.#shown.count = -1;
  }

  #showRunning(running: boolean): void {
    if (this.#shown.running === running) return;
    this.#shown.running = running;
    setIcon(this.#play, running ? 'pause' : 'play');
    this.#play.title = running ? 'Pause (Space)' : 'Play (Space)';
    this.#play.setAttribute('aria-label', running ? 'Pause' : 'Play');
  }

  #show(head: Header): void {
    this.#showRunning(head.running === 1);
    if (this.#shown.time !== head.time) {
      this.#shown.time = head.time;
      this.#time.value = `${head.time.toFixed(3)} s`;
    }
    const rate = head.running === 1 ? `${(100 * head.realtime).toFixed(0)} %` : 'paused';
    if (this.#rate.value !== rate) this.#rate.value = rate;
    if (this.#shown.count !== head.historyCount) {
      this.#shown.count = head.historyCount;
      this.#timeline.max = String(Math.max(0, head.historyCount - 1));
      this.#shown.index = -1;
    }
    if (!this.#scrubbing && this.#shown.index !== head.historyIndex) {
      this.#shown.index = head.historyIndex;
      this.#timeline.valueAsNumber = head.historyIndex;
    }
  }
}
