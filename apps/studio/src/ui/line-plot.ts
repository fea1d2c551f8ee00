import uPlot from 'uplot';

const lineColors = ['#f0954a', '#35b6bd', '#8f7ee6', '#e0556a', '#69b34c', '#d9b23a', '#4d8fe0', '#c96bbf'];

/** A plot of curves over one axis, in the colours of the theme. */
export function makeLinePlot(
  holder: HTMLElement,
  labels: readonly string[],
  data: uPlot.AlignedData,
  size: { readonly width: number; readonly height: number },
): uPlot {
  const style = getComputedStyle(document.documentElement);
  const stroke = style.getPropertyValue('--muted');
  const grid = { stroke: style.getPropertyValue('--line'), width: 1 };
  const axis = { stroke, grid, ticks: grid, font: '10px system-ui' };
  const series = labels.map((label, k) => ({
    label,
    stroke: lineColors[k % lineColors.length] ?? '#fff',
    width: 1.5,
    points: { show: false },
  }));
  return new uPlot(
    {
      ...size,
      cursor: { drag: { x: false, y: false } },
      legend: { live: false },
      scales: { x: { time: false } },
      axes: [
        { ...axis, size: 26 },
        { ...axis, size: 46 },
      ],
      series: [{}, ...series],
    },
    data,
    holder,
  );
}
