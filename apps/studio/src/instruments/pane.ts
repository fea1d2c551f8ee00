import uPlot from 'uplot';
import { download, el, iconButton } from '../ui/dom.ts';
import { makeLinePlot } from '../ui/line-plot.ts';
import type { Probe, Probes } from './probes.ts';
import { type Curves, nearest, valueAt } from './samples.ts';
import { toCsv } from './table.ts';

const HEIGHT = 150;

/** The part of the time axis that all panes show: the last seconds, or what was zoomed into. */
export interface TimeWindow {
  /** Seconds before the end of the run; infinite for all of it. */
  last: number;
  zoom: readonly [number, number] | undefined;
}

/** What a pane needs of the panel around it. */
export interface PaneHost {
  readonly probes: Probes;
  readonly window: TimeWindow;
  /** The time that the picture shows. */
  readonly time: number;
  /** Whether there is a run to compare with. */
  readonly compared: boolean;
  changed(): void;
  remove(pane: Pane): void;
  seek(step: number): void;
  zoom(window: readonly [number, number] | undefined): void;
}

const short = (x: number): string =>
  x === 0 || (Math.abs(x) >= 1e-3 && Math.abs(x) < 1e5) ? x.toPrecision(4) : x.toExponential(2);
const withUnit = (label: string, unit: string): string => (unit === '' ? label : `${label} [${unit}]`);

/** Keeps what lies in a window of time, and one sample on each side, so that curves reach the edges. */
function within({ times, steps, values }: Curves, [from, to]: readonly [number, number]): Curves {
  const first = Math.max(0, nearest(times, from) - 1);
  const end = Math.min(times.length, nearest(times, to) + 2);
  return {
    times: times.subarray(first, end),
    steps: steps.subarray(first, end),
    values: values.map((list) => list.subarray(first, end)),
  };
}

/** One plot of some expressions over time. */
export class Pane {
  readonly element: HTMLElement;
  probe: Probe;
  readonly title: string;
  readonly #host: PaneHost;
  readonly #holder = el('div', { class: 'plot' });
  readonly #problem = el('p', { class: 'problem error', hidden: true });
  readonly #difference = el('p', { class: 'fine difference', hidden: true });
  readonly #input: HTMLInputElement;
  #plot: uPlot | undefined;
  #plotted = '';
  #shown: Curves | undefined;
  #range: readonly [number, number] = [0, 1];

  constructor(host: PaneHost, title: string, probe: Probe) {
    this.#host = host;
    this.title = title;
    this.probe = probe;
    this.#input = el('input', { type: 'text', class: 'expression', value: probe.text, spellcheck: false });
    this.#input.setAttribute('aria-label', `Expressions of ${title}`);
    this.#input.setAttribute('list', 'plot-fields');
    this.#input.addEventListener('change', () => this.#rewrite(this.#input.value));
    const head = el(
      'header',
      {},
      el('strong', { title: probe.text }, title),
      iconButton('table', `Save ${title} as CSV`, () => this.#saveCsv()),
      iconButton('camera', `Save ${title} as PNG`, () => void this.#savePicture()),
      iconButton('close', `Remove ${title}`, () => host.remove(this)),
    );
    this.element = el('figure', { class: 'chart' }, head, this.#input, this.#problem, this.#holder, this.#difference);
  }

  /** Binds the text again, to another model or after it was changed. */
  #rewrite(text: string): void {
    const probe = this.#host.probes.check(text);
    this.#problem.hidden = probe.problem === undefined;
    this.#problem.textContent = probe.problem ?? '';
    this.#input.setAttribute('aria-invalid', String(probe.problem !== undefined));
    if (probe.problem !== undefined) return;
    this.probe = probe;
    this.restyle();
    this.#host.changed();
  }

  /** Whether there is anything to be seen. */
  get hasCurve(): boolean {
    return (this.#shown?.times.length ?? 0) > 1;
  }

  draw(): void {
    const width = this.#holder.clientWidth;
    if (width < 40) return;
    const { probes, compared } = this.#host;
    const { from, curves } = this.probe;
    const live = probes.run('live').curves(from, curves.length);
    const reference = compared ? probes.run('reference').curves(from, curves.length) : undefined;
    const window = this.#window(live);
    const shown = within(live, window);
    this.#shown = shown;
    if (reference !== undefined) this.#compare(live, reference);
    this.#difference.hidden = reference === undefined;
    const layout = `${compared} ${curves.map((c) => c.label).join()}`;
    if (layout !== this.#plotted) this.restyle();
    this.#plotted = layout;
    this.#plot ??= this.#make(width);
    if (this.#plot.width !== width) this.#plot.setSize({ width, height: HEIGHT });
    this.#range = window;
    const data = aligned(shown, reference === undefined ? undefined : within(reference, window));
    this.#plot.setData(data);
    // the legend has the values where the timeline is, unless the mouse points elsewhere
    const idx = nearest(data[0], this.#host.time);
    if (idx >= 0 && (this.#plot.cursor.left ?? -1) < 0) this.#plot.setLegend({ idx });
  }

  #window({ times }: Curves): [number, number] {
    const { zoom, last } = this.#host.window;
    if (zoom !== undefined) return [zoom[0], zoom[1]];
    const first = times[0] ?? 0;
    const end = times.at(-1) ?? first;
    return [Math.max(first, end - last), Math.max(end, first + 1e-6)];
  }

  /** Says how far the two runs are apart at most. */
  #compare(live: Curves, reference: Curves): void {
    const parts = this.probe.curves.map(({ label, unit }, k) => {
      let [most, when] = [0, 0];
      live.times.forEach((time, at) => {
        const other = valueAt(reference.times, reference.values[k] ?? [], time);
        const apart = other === undefined ? 0 : Math.abs((live.values[k]?.[at] ?? 0) - other);
        if (apart > most) [most, when] = [apart, time];
      });
      return `${label} ${most === 0 ? '0' : `${short(most)} ${unit} at ${when.toFixed(3)} s`}`;
    });
    this.#difference.textContent = `Largest difference: ${parts.join(', ')}`;
  }

  /** Takes the colours of the theme over. */
  restyle(): void {
    this.#plot?.destroy();
    this.#plot = undefined;
  }

  #make(width: number): uPlot {
    const { curves } = this.probe;
    const labels = curves.map(({ label, unit }) => withUnit(label, unit));
    const units = new Set(curves.map(({ unit }) => unit));
    const empty = [
      [],
      ...curves.flatMap(() => (this.#host.compared ? [[], []] : [[]])),
    ] as unknown as uPlot.AlignedData;
    const plot = makeLinePlot(this.#holder, labels, empty, {
      width,
      height: HEIGHT,
      unit: units.size === 1 ? ([...units][0] ?? '') : '',
      dashed: this.#host.compared,
      time: () => this.#host.time,
      window: () => [this.#range[0], this.#range[1]],
      zoomed: (window) => this.#host.zoom(window),
    });
    plot.over.addEventListener('click', (event) => this.#seek(plot, event));
    return plot;
  }

  /** A click goes to the state at that time. */
  #seek(plot: uPlot, event: MouseEvent): void {
    const { left, width } = plot.over.getBoundingClientRect();
    const { min = 0, max = 0 } = plot.scales['x'] ?? {};
    if (this.#shown === undefined || plot.select.width > 1) return;
    const time = (min ?? 0) + ((event.clientX - left) / width) * ((max ?? 0) - (min ?? 0));
    const step = this.#shown.steps[nearest(this.#shown.times, time)];
    if (step !== undefined) this.#host.seek(step);
  }

  #saveCsv(): void {
    const { probes, compared } = this.#host;
    const { from, curves } = this.probe;
    const live = probes.run('live').curves(from, curves.length);
    const reference = compared ? probes.run('reference').curves(from, curves.length) : undefined;
    const csv = toCsv(
      curves.map(({ label, unit }) => withUnit(label, unit)),
      live,
      reference,
    );
    download(`${fileName(this.title)}.csv`, new Blob([csv], { type: 'text/csv' }));
  }

  async #savePicture(): Promise<void> {
    const plot = this.#plot;
    if (plot === undefined) return;
    const { canvas } = plot.ctx;
    const copy = el('canvas', { width: canvas.width, height: canvas.height });
    const context = copy.getContext('2d');
    if (context === null) return;
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--panel');
    context.fillRect(0, 0, copy.width, copy.height);
    context.drawImage(canvas, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => copy.toBlob(resolve, 'image/png'));
    if (blob !== null) download(`${fileName(this.title)}.png`, blob);
  }
}

const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '') || 'plot';

/** The curves of both runs over common times, each curve before its twin. */
function aligned(live: Curves, reference: Curves | undefined): uPlot.AlignedData {
  const own: uPlot.AlignedData = [live.times, ...live.values];
  if (reference === undefined) return own;
  const [times, ...all] = uPlot.join([own, [reference.times, ...reference.values]]);
  const n = live.values.length;
  return [times, ...live.values.flatMap((_, k) => [all[k] ?? [], all[n + k] ?? []])] as uPlot.AlignedData;
}
