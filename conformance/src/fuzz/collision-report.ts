// What the fuzzers of collision count, and how contacts are compared.

export interface PairReport {
  readonly pair: string;
  poses: number;
  touching: number;
  countDiffers: number;
  /** Poses with equal count where some value is beyond the tolerance of the pair. */
  valueDiffers: number;
  bitEqual: number;
  maxDist: number;
  maxPos: number;
  maxFrame: number;
  /** The first poses that differ, for a closer look. */
  readonly examples: string[];
}

/** Closed forms agree to rounding. */
const ANALYTIC_TOLERANCE = 1e-9;
/** Iterative pairs agree in distance and normal to the tolerance of their iteration. */
const CCD_TOLERANCE = 1e-5;

const ANALYTIC = new Set([
  'plane-sphere',
  'plane-capsule',
  'plane-ellipsoid',
  'plane-cylinder',
  'plane-box',
  'plane-mesh',
  'sphere-sphere',
  'sphere-capsule',
  'sphere-cylinder',
  'sphere-box',
  'capsule-capsule',
  'capsule-box',
  'box-box',
]);

/** A contact: distance, position, frame. */
export type Found = readonly number[];

function gap(a: Found, b: Found, from: number, to: number): number {
  let g = 0;
  for (let i = from; i < to; i++) g = Math.max(g, Math.abs((a[i] as number) - (b[i] as number)));
  return g;
}

export function compare(report: PairReport, theirs: Found[], ours: Found[], pose: () => string): void {
  report.poses++;
  if (theirs.length > 0) report.touching++;
  if (theirs.length !== ours.length) {
    report.countDiffers++;
    if (report.examples.length < 5) report.examples.push(`${theirs.length} contacts, ours ${ours.length}: ${pose()}`);
    return;
  }
  let dist = 0;
  let pos = 0;
  let frame = 0;
  theirs.forEach((t, i) => {
    const o = ours[i] as Found;
    dist = Math.max(dist, gap(t, o, 0, 1));
    pos = Math.max(pos, gap(t, o, 1, 4));
    frame = Math.max(frame, gap(t, o, 4, 13));
  });
  const analytic = ANALYTIC.has(report.pair);
  const tolerance = analytic ? ANALYTIC_TOLERANCE : CCD_TOLERANCE;
  if (dist === 0 && pos === 0 && frame === 0) report.bitEqual++;
  if (!(Math.max(dist, analytic ? pos : 0, frame) <= tolerance)) {
    report.valueDiffers++;
    if (report.examples.length < 5) report.examples.push(`dist ${dist} pos ${pos} frame ${frame}: ${pose()}`);
  }
  report.maxDist = Math.max(report.maxDist, dist);
  report.maxPos = Math.max(report.maxPos, pos);
  report.maxFrame = Math.max(report.maxFrame, frame);
}

/** A report without poses. */
export function emptyReport(pair: string): PairReport {
  return {
    pair,
    poses: 0,
    touching: 0,
    countDiffers: 0,
    valueDiffers: 0,
    bitEqual: 0,
    maxDist: 0,
    maxPos: 0,
    maxFrame: 0,
    examples: [],
  };
}

/** One line of the report. */
export function formatPair(r: PairReport): string {
  const e = (x: number) => x.toExponential(1).padStart(8);
  return [
    r.pair.padEnd(20),
    `poses ${r.poses}`,
    `touching ${r.touching}`,
    `count differs ${r.countDiffers}`,
    `values differ ${r.valueDiffers}`,
    `equal to the bit ${r.bitEqual}`,
    `dist ${e(r.maxDist)} pos ${e(r.maxPos)} frame ${e(r.maxFrame)}`,
  ].join('  ');
}

/** The default collider of convex shapes, or portal refinement. */
export type Collider = 'native' | 'portal';
