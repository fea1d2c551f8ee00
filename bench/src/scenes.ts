import fs from 'node:fs';
import path from 'node:path';

const models = path.resolve(import.meta.dirname, '../../models');

/** A model to be timed: MJCF text, and how it is put in a typical state. */
export interface Scene {
  readonly name: string;
  readonly xml: string;
  /** Steps before the run. */
  readonly settle: number;
  /** Whether controls move during the run. */
  readonly driven: boolean;
  /** Simulated seconds of the run, after which it starts again. */
  readonly duration: number;
  /** What the ratio of a step's time to the oracle's may be, on the `wasm` back end (0.8) and on `js`. */
  readonly limit?: number;
  readonly jsLimit?: number;
  readonly note?: string;
}

/** MJCF of a model of this repository. */
export const bundled = (file: string): string => fs.readFileSync(path.join(models, file), 'utf8');

/** `count` copies of the humanoid on a grid. */
export function humanoids(count: number): string {
  const one = bundled('humanoid.xml');
  const body = one.slice(one.indexOf('<body name="torso"'), one.indexOf('</worldbody>'));
  const side = Math.ceil(Math.sqrt(count));
  const copies = Array.from({ length: count }, (_, k) => {
    const renamed = body
      .replace(/name="([^"]*)"/g, (_m, n: string) => `name="${n}_${k}"`)
      .replace(/<camera[^>]*>/g, '');
    return `<frame pos="${2 * (k % side)} ${2 * Math.floor(k / side)} 0">${renamed}</frame>`;
  });
  const head = one.slice(0, one.indexOf('<body name="torso"'));
  return `${head}${copies.join('')}</worldbody></mujoco>`;
}

const heapSide = (count: number): number => Math.max(2, Math.round(Math.cbrt(count)));

/** A wall: a point of it, and the direction in which it keeps bodies. */
export interface Plane {
  readonly pos: readonly [number, number, number];
  readonly normal: readonly [number, number, number];
}

/** Floor and walls of the bin of a heap. */
export function binPlanes(count: number): Plane[] {
  const w = 0.15 * heapSide(count) + 0.02;
  return [
    { pos: [0, 0, 0], normal: [0, 0, 1] },
    { pos: [-w, 0, 0], normal: [1, 0, 0] },
    { pos: [w, 0, 0], normal: [-1, 0, 0] },
    { pos: [0, -w, 0], normal: [0, 1, 0] },
    { pos: [0, w, 0], normal: [0, -1, 0] },
  ];
}

/** Planes as geoms. */
export const planeGeoms = (planes: readonly Plane[]): string =>
  planes
    .map(({ pos, normal }) => `<geom type="plane" size="0 0 1" pos="${pos.join(' ')}" zaxis="${normal.join(' ')}"/>`)
    .join('');

/** A heap of boxes that fell into a bin without a lid: tilted, and layers above the gaps of the layer below. */
export function heap(count: number): string {
  const side = heapSide(count);
  const boxes = Array.from({ length: count }, (_, k) => {
    const layer = Math.floor(k / (side * side));
    const shift = layer % 2 === 0 ? -0.06 : 0.06;
    const x = 0.28 * ((k % side) - (side - 1) / 2) + shift;
    const y = 0.28 * ((Math.floor(k / side) % side) - (side - 1) / 2) + shift;
    const turn = `${(40 * Math.sin(7 * k)).toFixed(2)} ${(40 * Math.sin(5 * k)).toFixed(2)} ${(k * 17) % 90}`;
    return `<body pos="${x.toFixed(4)} ${y.toFixed(4)} ${(0.2 + 0.32 * layer).toFixed(4)}" euler="${turn}"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>`;
  });
  return `<mujoco><option timestep="0.004"/><worldbody>${planeGeoms(binPlanes(count))}${boxes.join('')}</worldbody></mujoco>`;
}

/** The bundled rocks, on a height field of 40 x 40 samples. */
export function rocksOnField(): string {
  const heights = Array.from({ length: 1600 }, (_, k) =>
    (0.5 + 0.5 * Math.sin(0.37 * k) * Math.cos(0.11 * k)).toFixed(3),
  );
  const field = `<hfield name="field" nrow="40" ncol="40" size="1 1 0.1 0.1" elevation="${heights.join(' ')}"/>`;
  return bundled('meshes.xml')
    .replace('<mesh name="rock0"', `${field}<mesh name="rock0"`)
    .replace(/<geom name="floor"[^>]*>/, '<geom type="hfield" hfield="field"/>');
}

/** `count` boxes and capsules on a wide plane, none near another. */
export function sparse(count: number): string {
  const side = Math.ceil(Math.sqrt(count));
  const bodies = Array.from(
    { length: count },
    (_, k) =>
      `<body pos="${0.5 * (k % side)} ${0.5 * Math.floor(k / side)} 0.1"><freejoint/><geom type="${k % 2 === 0 ? 'capsule' : 'box'}" size="0.1 0.1 0.1"/></body>`,
  );
  return `<mujoco><worldbody><geom type="plane" size="0 0 1"/>${bodies.join('')}</worldbody></mujoco>`;
}

/** Hinged capsules in `branches` hanging chains of `count` links altogether, held at one point. */
export function chain(count: number, branches = 1): string {
  const length = count / branches;
  const link = (k: number): string =>
    `<body pos="0 0 -0.1"><joint axis="${k % 2} ${(k + 1) % 2} 0" damping="0.02"/><geom type="capsule" size="0.02" fromto="0 0 0 0 0 -0.1" contype="0" conaffinity="0"/>`;
  const one = `${Array.from({ length }, (_, k) => link(k)).join('')}${'</body>'.repeat(length)}`;
  const all = Array.from({ length: branches }, (_, k) => `<body euler="40 0 ${(360 * k) / branches}">${one}</body>`);
  return `<mujoco><option timestep="0.002"/><worldbody><body pos="0 0 ${0.1 * length + 1}">${all.join('')}</body></worldbody></mujoco>`;
}

/** `count` free bodies of two geoms each, made by replication. */
export const replicated = (count: number): string =>
  `<mujoco><worldbody><replicate count="${count}" offset="0 0 0.3"><body><freejoint/><geom type="box" size="0.1 0.1 0.1"/><geom type="sphere" size="0.05" pos="0 0 0.1"/></body></replicate></worldbody></mujoco>`;

/** A tree of about `dofs` hinges with three branches at every third link. */
export function tree(dofs: number): string {
  let made = 0;
  const grow = (depth: number): string => {
    if (made >= dofs) return '';
    made++;
    const link = `<body pos="0.02 ${0.01 * (depth % 3)} -0.1"><joint axis="${depth % 2} ${(depth + 1) % 2} ${depth % 3 === 0 ? 1 : 0}" damping="0.05"/><geom type="capsule" size="0.02" fromto="0 0 0 0 0 -0.1" contype="0" conaffinity="0"/>`;
    const children = depth % 3 === 2 ? 3 : 1;
    let inner = '';
    for (let k = 0; k < children; k++) inner += grow(depth + 1);
    return `${link}${inner}</body>`;
  };
  let roots = '';
  while (made < dofs) roots += grow(0);
  return `<mujoco><worldbody><body pos="0 0 3">${roots}</body></worldbody></mujoco>`;
}

const scene = (name: string, xml: string, more: Partial<Scene> = {}): Scene => ({
  name,
  xml,
  settle: 0,
  driven: false,
  duration: 4,
  ...more,
});
const driven = (name: string, file: string, more: Partial<Scene> = {}): Scene =>
  scene(name, bundled(file), { driven: true, ...more });

/** The public benchmark's scenes. */
export function scenes(): Scene[] {
  return [
    scene('humanoid at rest', bundled('humanoid.xml'), { settle: 1500, duration: 2 }),
    driven('humanoid driven', 'humanoid.xml', { limit: 0.6, jsLimit: 2.5 }),
    scene('22 humanoids', humanoids(22), { settle: 100, duration: 1 }),
    scene('100 humanoids', humanoids(100), { settle: 100, duration: 1 }),
    driven('ant', 'ant.xml'),
    driven('cheetah', 'cheetah.xml'),
    driven('quadruped on a height field', 'terrain.xml'),
    driven('arm with gripper, 20 objects', 'arm.xml'),
    driven('hand with tendons', 'hand.xml'),
    driven('musculoskeletal arm', 'muscle-arm.xml'),
    driven('drone with sensors', 'drone.xml'),
    driven('car', 'car.xml'),
    scene('heap of 30 boxes', heap(30), { settle: 300, duration: 0.4 }),
    scene('heap of 100 boxes', heap(100), { settle: 300, duration: 0.4, limit: 0.5 }),
    scene('heap of 300 boxes', heap(300), { settle: 500, duration: 0.1, limit: 0.2 }),
    scene('heap of 30 meshes', bundled('meshes.xml'), { settle: 400, duration: 0.6 }),
    scene('tower of 30 bricks', bundled('tower.xml'), { settle: 100, duration: 1 }),
    scene('chain of 20 links', chain(20)),
    // the oracle aborts on more than some 130 nested bodies
    scene('chain of 200 links', chain(200, 2), { note: 'held in the middle' }),
  ];
}

/** More scenes for single stages. */
export function stageScenes(): Scene[] {
  return [
    ...scenes(),
    scene('tree of 100 dofs', tree(100), { settle: 20 }),
    scene('height field with 30 meshes', rocksOnField(), { settle: 300 }),
    scene('200 bodies apart', sparse(200)),
    scene('400 bodies apart', sparse(400)),
  ];
}
