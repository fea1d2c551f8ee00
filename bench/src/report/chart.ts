import type { Row } from '../rows.ts';
import { digits, quantity } from './table.ts';

const WIDTH = 840;
const LABEL = 220; // room for names on the left
const RIGHT = 150; // room for numbers on the right
const TOP = 94;
const PITCH = 25;
const BAR = 13;
const TICKS = [0.3, 1, 3, 10, 30];
const SCALE: readonly [number, number] = [0.25, 32];

const style = `
  svg { font-family: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; font-size: 13px; }
  .paper { fill: #ffffff; } .text { fill: #1f2733; } .faint { fill: #66707d; } .grid { stroke: #dfe3e8; } .one { stroke: #66707d; }
  .wasm { fill: #0f7f86; } .js { fill: #d98324; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #11161d; } .text { fill: #e3e8ee; } .faint { fill: #98a2ae; } .grid { stroke: #2a323d; } .one { stroke: #98a2ae; }
    .wasm { fill: #35b3ba; } .js { fill: #eba04c; }
  }`;

const escaped = (s: string): string => s.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Horizontal place of a speed relative to the oracle's, on a logarithmic scale. */
function place(speed: number): number {
  const [low, high] = SCALE;
  const part = Math.log(Math.min(high, Math.max(low, speed)) / low) / Math.log(high / low);
  return LABEL + part * (WIDTH - LABEL - RIGHT);
}

function scene({ name, ratio, js, ours }: Row, k: number): string {
  const y = TOP + PITCH * k;
  const [from, to] = [place(1), place(1 / ratio)].sort((a, b) => a - b) as [number, number];
  const line = y + BAR / 2 + 4.5;
  const dot = (r: number): string =>
    `<circle class="js" cx="${place(1 / r).toFixed(1)}" cy="${y + BAR / 2}" r="4"><title>js back end: ${digits(1 / r)} ×</title></circle>`;
  return [
    `<text class="text" x="${LABEL - 10}" y="${line}" text-anchor="end">${escaped(name)}</text>`,
    `<rect class="wasm" x="${from.toFixed(1)}" y="${y}" width="${(to - from).toFixed(1)}" height="${BAR}"/>`,
    js === undefined ? '' : dot(js),
    `<text class="text" x="${WIDTH - RIGHT + 58}" y="${line}" text-anchor="end">${digits(1 / ratio)} ×</text>`,
    `<text class="faint" x="${WIDTH - 16}" y="${line}" text-anchor="end">${quantity(ours, 'us')}</text>`,
  ].join('');
}

/** An SVG of the speed of a step, one bar a scene. */
export function chart(rows: readonly Row[]): string {
  const bottom = TOP + PITCH * rows.length;
  const height = bottom + 34;
  const one = place(1).toFixed(1);
  const ticks = TICKS.map((t) => {
    const x = place(t).toFixed(1);
    return `<line class="${t === 1 ? 'one' : 'grid'}" x1="${x}" y1="${TOP - 10}" x2="${x}" y2="${bottom}"/><text class="faint" x="${x}" y="${bottom + 18}" text-anchor="middle">${t} ×</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Speed of a step of qpos, relative to the official MuJoCo build">
<style>${style}
</style>
<rect class="paper" width="${WIDTH}" height="${height}" rx="8"/>
<text class="text" x="20" y="30" font-size="17" font-weight="600">Speed of a step, relative to the official MuJoCo build</text>
<rect class="wasm" x="20" y="45" width="18" height="10"/><text class="faint" x="45" y="54">wasm back end</text>
<circle class="js" cx="170" cy="50" r="4"/><text class="faint" x="182" y="54">js back end</text>
<text class="faint" x="${one}" y="${TOP - 17}" text-anchor="middle">official build</text>
<text class="faint" x="${WIDTH - RIGHT + 58}" y="${TOP - 17}" text-anchor="end">speed</text><text class="faint" x="${WIDTH - 16}" y="${TOP - 17}" text-anchor="end">a step</text>
${ticks.join('\n')}
${rows.map(scene).join('\n')}
</svg>
`;
}
