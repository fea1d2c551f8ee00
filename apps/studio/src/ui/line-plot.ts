import uPlot from 'uplot';

const lineColors = ['#f0954a', '#35b6bd', '#8f7ee6', '#e0556a', '#69b34c', '#d9b23a', '#4d8fe0', '#c96bbf'];

export interface LinePlotOptions {
  readonly width: number;
  readonly height: number;
  /** Unit of the vertical axis. */
  readonly unit?: string;
  /** Each curve has a dashed twin after it, of another run. */
  readonly dashed?: boolean;
  /** What the horizontal axis shows; by default all of it. */
  readonly window?: () => [number, number];
  /** A time that is marked. */
  readonly time?: () => number;
  /** Called with what was dragged over, or with nothing after a double click. */
  readonly zoomed?: (window: readonly [number, number] | undefined) => void;
}

/** A plot of curves over one axis, in the colours of the theme. */
export function makeLinePlot(
  holder: HTMLElement,
  labels: readonly string[],
  data: uPlot.AlignedData,
  { width, height, unit = '', dashed = false, window, time, zoomed }: LinePlotOptions,
): uPlot {
  const style = getComputedStyle(document.documentElement);
  const stroke = style.getPropertyValue('--muted');
  const grid = { stroke: style.getPropertyValue('--line'), width: 1 };
  const axis = { stroke, grid, ticks: grid, font: '10px system-ui' };
  const curve = (label: string, k: number): uPlot.Series => ({
    label,
    stroke: lineColors[k % lineColors.length] ?? '#fff',
    width: 1.5,
    points: { show: false },
    spanGaps: dashed,
    value: (_, x) => (typeof x === 'number' ? String(Number(x.toPrecision(5))) : ''), // none where data ended before
  });
  const series = labels.flatMap((label, k) =>
    dashed ? [curve(label, k), { ...curve(`${label}, compared`, k), dash: [5, 4] }] : [curve(label, k)],
  );
  return new uPlot(
    {
      width,
      height,
      cursor: { drag: { x: zoomed !== undefined, y: false, setScale: false }, sync: { key: 'qpos' } },
      legend: { live: time !== undefined },
      scales: { x: { time: false, ...(window === undefined ? {} : { range: window }) } },
      axes: [
        { ...axis, size: 26 },
        {
          ...axis,
          size: unit === '' ? 46 : 60,
          ...(unit === '' ? {} : { label: unit, labelSize: 14, labelGap: 0, labelFont: '10px system-ui' }),
        },
      ],
      series: [
        time === undefined ? {} : { label: 's', value: (_, x) => (typeof x === 'number' ? x.toFixed(3) : '') },
        ...series,
      ],
      hooks: {
        ...(time === undefined
          ? {}
          : { draw: [(plot: uPlot) => markTime(plot, time(), style.getPropertyValue('--text'))] }),
        ...(zoomed === undefined
          ? {}
          : {
              setSelect: [(plot: uPlot) => zoomInto(plot, zoomed)],
              ready: [(plot: uPlot) => listenForReset(plot, zoomed)],
            }),
      },
    },
    data,
    holder,
  );
}

type Zoomed = NonNullable<LinePlotOptions['zoomed']>;

/** A line across the plot at a time. */
function markTime({ ctx, bbox, valToPos, scales }: uPlot, time: number, color: string): void {
  const { min, max } = scales['x'] ?? {};
  if (time < (min ?? 0) || time > (max ?? 0)) return;
  const x = Math.round(valToPos(time, 'x', true));
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

function zoomInto(plot: uPlot, zoomed: Zoomed): void {
  const { left, width } = plot.select;
  if (width < 4) return;
  zoomed([plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')]);
  // after the click that ends the drag, which else would go to that time
  setTimeout(() => plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false));
}

const listenForReset = (plot: uPlot, zoomed: Zoomed): void =>
  plot.over.addEventListener('dblclick', () => zoomed(undefined));
