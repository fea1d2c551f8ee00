import fs from 'node:fs';
import path from 'node:path';

const models = path.resolve(import.meta.dirname, '../../models');

/** A model to be timed: MJCF text, and how it is put in a typical state. */
export interface Scene {
  readonly name: string;
  readonly xml: string;
  /** Steps before the clock starts. */
  readonly settle: number;
  /** Whether controls move during the run. */
  readonly driven: boolean;
  /** Simulated seconds after which the run starts again. */
  readonly duration: number;
}

const bundled = (file: string): string => fs.readFileSync(path.join(models, file), 'utf8');

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

/** A heap of boxes that fell into a pile. */
export function heap(count: number): string {
  const side = Math.max(2, Math.round(Math.cbrt(count)));
  const boxes = Array.from({ length: count }, (_, k) => {
    const x = (k % side) - side / 2;
    const y = (Math.floor(k / side) % side) - side / 2;
    const z = Math.floor(k / (side * side));
    const tilt = 0.2 * Math.sin(7 * k);
    return `<body pos="${(0.23 * x + 0.02 * tilt).toFixed(4)} ${(0.23 * y).toFixed(4)} ${(0.13 + 0.25 * z).toFixed(4)}" euler="${(30 * tilt).toFixed(3)} 0 ${(k * 17) % 90}"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>`;
  });
  return `<mujoco><option timestep="0.004"/><worldbody><geom type="plane" size="0 0 1"/>${boxes.join('')}</worldbody></mujoco>`;
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

/** A hanging chain of hinged capsules. */
export function chain(count: number): string {
  const link = (k: number): string =>
    `<body pos="0 0 -0.1"><joint axis="${k % 2} ${(k + 1) % 2} 0" damping="0.02"/><geom type="capsule" size="0.02" fromto="0 0 0 0 0 -0.1" contype="0" conaffinity="0"/>`;
  return `<mujoco><option timestep="0.002"/><worldbody><body pos="0 0 ${0.1 * count + 1}" euler="40 0 0">${Array.from({ length: count }, (_, k) => link(k)).join('')}${'</body>'.repeat(count)}</body></worldbody></mujoco>`;
}

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

/** The public benchmark's scenes. */
export function scenes(): Scene[] {
  return [
    scene('humanoid at rest', bundled('humanoid.xml'), { settle: 400, duration: 20 }),
    scene('humanoid driven', bundled('humanoid.xml'), { driven: true }),
    scene('22 humanoids', humanoids(22)),
    scene('100 humanoids', humanoids(100), { duration: 1.5 }),
    scene('heap of 30 boxes', heap(30), { settle: 150, duration: 10 }),
    scene('heap of 100 boxes', heap(100), { settle: 150, duration: 10 }),
    scene('heap of 300 boxes', heap(300), { settle: 60, duration: 10 }),
    scene('chain of 20 links', chain(20)),
    scene('chain of 200 links', chain(200)),
  ].concat(
    ['ant', 'cheetah', 'terrain', 'arm', 'hand', 'muscle-arm', 'drone', 'meshes', 'car', 'tower']
      .filter((n) => fs.existsSync(path.join(models, `${n}.xml`)))
      .map((n) => scene(n, bundled(`${n}.xml`), { driven: true })),
  );
}
