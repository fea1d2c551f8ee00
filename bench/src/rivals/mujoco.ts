import { type Contender, makeContest } from '../contest.ts';
import { planeGeoms, type Scene } from '../scenes.ts';
import type { Rival, World } from './bodies.ts';

/** World axes of a vector in the axes of a body turned by `q` (w, x, y, z). */
function turned(q: ArrayLike<number>, at: number, v: ArrayLike<number>, from: number): [number, number, number] {
  const [w = 1, x = 0, y = 0, z = 0] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  const [a = 0, b = 0, c = 0] = [v[from], v[from + 1], v[from + 2]];
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

/** A scene of free bodies only, in the oracle or in ours. */
function freeBodies({ data, step }: Contender): Rival {
  return {
    step,
    read(box, into) {
      const { qpos, qvel } = data as { qpos: Float64Array; qvel: Float64Array };
      into.set(qpos.subarray(7 * box, 7 * box + 7));
      into.set(qvel.subarray(6 * box, 6 * box + 3), 7);
      into.set(turned(qpos, 7 * box + 3, qvel, 6 * box + 3), 10); // a free joint turns in its own axes
    },
  };
}

/** The same world for the engines that read MJCF. */
function mjcf({ boxes, timestep, gravity, planes }: World): string {
  const bodies = boxes.map(
    ({ half, pos, quat }) =>
      `<body pos="${pos.join(' ')}" quat="${quat.join(' ')}"><freejoint/><geom type="box" size="${half.join(' ')}"/></body>`,
  );
  return `<mujoco><option timestep="${timestep}" gravity="0 0 ${-gravity}"/><worldbody>${planeGeoms(planes)}${bodies.join('')}</worldbody></mujoco>`;
}

/** The oracle and both back ends, each with the world in it. */
export async function makeMujoco(world: World, settle: number): Promise<Record<'theirs' | 'wasm' | 'js', Rival>> {
  const scene: Scene = { name: 'boxes', xml: mjcf(world), settle, driven: false, duration: Number.POSITIVE_INFINITY };
  const { start, theirs, wasm, js } = await makeContest(scene);
  world.boxes.forEach(({ spin }, b) => {
    if (spin !== undefined) start.set(spin, 1 + 7 * world.boxes.length + 6 * b + 3);
  });
  for (const c of [theirs, wasm, js]) c.setState(start);
  return { theirs: freeBodies(theirs), wasm: freeBodies(wasm), js: freeBodies(js) };
}
