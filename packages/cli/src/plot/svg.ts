import type { Series } from '../recording/recording.ts';
import { extent, tickLabels, ticks } from './scale.ts';

export interface SvgOptions {
  readonly title: string;
  readonly xLabel: string;
  readonly width: number;
  readonly height: number;
}

// distinct for most kinds of colour vision (Okabe and Ito), then the same again, dashed
const PALETTE = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#444444', '#a0a000'];

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f]/g;

const xmlText = (text: string): string =>
  text.replace(/[&<>"']/g, (ch) => `&#${ch.charCodeAt(0)};`).replace(FORBIDDEN, '\ufffd');

const px = (x: number): string => String(Math.round(x * 100) / 100);

/** A picture of curves over a common x, with axes and a legend. */
export function svgPlot(x: Float64Array, series: readonly Series[], options: SvgOptions): string {
  const { width, height } = options;
  const legendWidth = Math.min(260, 40 + 7 * Math.max(...series.map((s) => s.label.length)));
  const box = { left: 70, top: 44, right: width - legendWidth, bottom: height - 48 };
  const [x0, x1] = extent([{ label: '', values: x }]);
  const [low, high] = extent(series);
  const room = 0.04 * (high - low);
  const [y0, y1] = [low - room, high + room];
  const toX = (v: number): number => box.left + ((v - x0) / (x1 - x0)) * (box.right - box.left);
  const toY = (v: number): number => box.bottom - ((v - y0) / (y1 - y0)) * (box.bottom - box.top);

  const xTicks = ticks(x0, x1, (box.right - box.left) / 90);
  const yTicks = ticks(y0, y1, (box.bottom - box.top) / 50);
  const xNames = tickLabels(xTicks);
  const yNames = tickLabels(yTicks);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<text x="${box.left}" y="26" font-size="15" font-weight="600" fill="#222">${xmlText(options.title)}</text>`,
    ...xTicks.map((t, k) => {
      const at = px(toX(t));
      return `<path d="M${at} ${box.top}V${box.bottom}" stroke="#e4e4e4"/><text x="${at}" y="${box.bottom + 18}" text-anchor="middle" fill="#555">${xNames[k]}</text>`;
    }),
    ...yTicks.map((t, k) => {
      const at = px(toY(t));
      return `<path d="M${box.left} ${at}H${box.right}" stroke="#e4e4e4"/><text x="${box.left - 8}" y="${px(toY(t) + 4)}" text-anchor="end" fill="#555">${yNames[k]}</text>`;
    }),
    `<path d="M${box.left} ${box.top}V${box.bottom}H${box.right}" fill="none" stroke="#888"/>`,
    `<text x="${px((box.left + box.right) / 2)}" y="${height - 10}" text-anchor="middle" fill="#333">${xmlText(options.xLabel)}</text>`,
  ];
  series.forEach((s, k) => {
    const color = PALETTE[k % PALETTE.length] as string;
    const dash = k < PALETTE.length ? '' : ` stroke-dasharray="${4 + 3 * Math.floor(k / PALETTE.length)} 3"`;
    parts.push(
      `<path d="${curve(x, s.values, toX, toY, box.right - box.left)}" fill="none" stroke="${color}" stroke-width="1.6" stroke-linejoin="round"${dash}/>`,
    );
    const y = box.top + 8 + 18 * k;
    if (y > box.bottom) return;
    parts.push(
      `<path d="M${box.right + 12} ${y}h18" stroke="${color}" stroke-width="2.4"${dash}/><text x="${box.right + 36}" y="${y + 4}" fill="#222">${xmlText(s.label)}</text>`,
    );
  });
  return `${parts.join('\n')}\n</svg>\n`;
}

/** A path through the points; where there are many per pixel, only the least and greatest of each column are drawn. */
function curve(
  x: Float64Array,
  y: Float64Array,
  toX: (v: number) => number,
  toY: (v: number) => number,
  pixels: number,
): string {
  const bucket = Math.max(1, Math.floor(y.length / (2 * pixels)));
  let path = '';
  let pen = 'M';
  const lineTo = (k: number): void => {
    const value = y[k] as number;
    if (Number.isFinite(value)) path += `${pen}${px(toX(x[k] as number))} ${px(toY(value))}`;
    pen = Number.isFinite(value) ? 'L' : 'M';
  };
  for (let start = 0; start < y.length; start += bucket) {
    const end = Math.min(y.length, start + bucket);
    let least = start;
    let most = start;
    for (let k = start; k < end; k++) {
      if ((y[k] as number) < (y[least] as number)) least = k;
      if ((y[k] as number) > (y[most] as number)) most = k;
    }
    for (const k of [...new Set([least, most])].sort((a, b) => a - b)) lineTo(k);
  }
  return path;
}
