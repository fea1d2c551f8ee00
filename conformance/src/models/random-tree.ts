import type { OracleStruct } from '../oracle/oracle.ts';

/** A source of random numbers with a fixed seed (PCG XSH-RR). */
export interface Random {
  /** A number in [low, high). */
  uniform(low: number, high: number): number;
  /** An integer in [0, count). */
  below(count: number): number;
  /** Whether an event of this probability happens. */
  chance(probability: number): boolean;
}

export function makeRandom(seed: number): Random {
  let state = (BigInt(seed) * 2862933555777941757n + 3037000493n) & 0xffffffffffffffffn;
  const next = (): number => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    const shifted = Number(((state >> 18n) ^ state) >> 27n) >>> 0;
    const rotation = Number(state >> 59n);
    return ((shifted >>> rotation) | (shifted << ((32 - rotation) & 31))) >>> 0;
  };
  const uniform = (low: number, high: number): number => low + ((high - low) * next()) / 4294967296;
  return {
    uniform,
    below: (count) => Math.floor(uniform(0, count)),
    chance: (probability) => uniform(0, 1) < probability,
  };
}

const text = (values: readonly number[]): string => values.map((x) => x.toPrecision(6)).join(' ');

/** Writes one random tree. */
class TreeWriter {
  readonly #random: Random;
  readonly #names: string[] = [];
  #room: number;

  constructor(random: Random, bodies: number) {
    this.#random = random;
    this.#room = bodies;
  }

  vector(size: number): string {
    return text(Array.from({ length: 3 }, () => this.#random.uniform(-size, size)));
  }

  #unit(): string {
    return text(Array.from({ length: 3 }, () => this.#random.uniform(0.1, 1) * (this.#random.chance(0.5) ? 1 : -1)));
  }

  #quat(): string {
    return text(Array.from({ length: 4 }, () => this.#random.uniform(-1, 1)));
  }

  #maybe(probability: number, attribute: string): string {
    return this.#random.chance(probability) ? ` ${attribute}` : '';
  }

  #coefficients(size: number): string {
    const r = this.#random;
    const all = [r.uniform(0, size), r.uniform(0, 0.3 * size), r.uniform(0, 0.3 * size)];
    return text(all.slice(0, 1 + r.below(3)));
  }

  #forces(): string {
    return (
      this.#maybe(0.4, `stiffness="${this.#coefficients(20)}"`) +
      this.#maybe(0.4, `damping="${this.#coefficients(1)}"`) +
      this.#maybe(0.4, `armature="${text([this.#random.uniform(0, 0.2)])}"`)
    );
  }

  #joint(kind: string): string {
    const r = this.#random;
    const scalar = kind === 'hinge' || kind === 'slide';
    const axis = scalar ? ` axis="${this.#unit()}"` : '';
    const refs = scalar
      ? this.#maybe(0.3, `ref="${text([r.uniform(-0.5, 0.5)])}"`) +
        this.#maybe(0.3, `springref="${text([r.uniform(-0.5, 0.5)])}"`)
      : '';
    const pos = kind === 'free' ? '' : this.#maybe(0.6, `pos="${this.vector(0.2)}"`);
    return `<joint type="${kind}"${axis}${pos}${refs}${this.#forces()}/>`;
  }

  /** The joints of a body: none, one of any kind, or several of one or more dofs. */
  #joints(root: boolean): string {
    const r = this.#random;
    if (root && r.chance(0.4)) return r.chance(0.3) ? '<freejoint/>' : this.#joint('free');
    if (r.chance(0.15)) return '';
    if (r.chance(0.2)) return this.#joint('ball') + (r.chance(0.4) ? this.#joint('slide') : '');
    const count = 1 + (r.chance(0.4) ? r.below(3) : 0);
    return Array.from({ length: count }, () => this.#joint(r.chance(0.65) ? 'hinge' : 'slide')).join('');
  }

  #geom(): string {
    const r = this.#random;
    const kind = ['sphere', 'capsule', 'cylinder', 'box', 'ellipsoid'][r.below(5)] as string;
    const size = text([r.uniform(0.04, 0.2), r.uniform(0.04, 0.2), r.uniform(0.04, 0.2)]);
    const fluid = this.#maybe(0.3, 'fluidshape="ellipsoid"');
    const frame = this.#maybe(0.5, `pos="${this.vector(0.2)}"`) + this.#maybe(0.5, `quat="${this.#quat()}"`);
    return `<geom type="${kind}" size="${size}" contype="0" conaffinity="0"${frame}${fluid}/>`;
  }

  #inertial(): string {
    const r = this.#random;
    const a = r.uniform(0.01, 0.1);
    const b = r.uniform(0.01, 0.1);
    const c = r.uniform(Math.abs(a - b), a + b);
    return `<inertial pos="${this.vector(0.1)}" quat="${this.#quat()}" mass="${text([r.uniform(0.2, 3)])}" diaginertia="${text([a, b, c])}"/>`;
  }

  #viewpoints(): string {
    const r = this.#random;
    const mode = ['fixed', 'track', 'trackcom', 'targetbody', 'targetbodycom'][r.below(5)] as string;
    const target = mode.startsWith('target') ? ` target="${this.#names[r.below(this.#names.length)]}"` : '';
    return (
      (r.chance(0.2) ? `<camera mode="${mode}"${target} pos="${this.vector(2)}" quat="${this.#quat()}"/>` : '') +
      (r.chance(0.2) ? `<light mode="${mode}"${target} pos="${this.vector(2)}" dir="${this.#unit()}"/>` : '')
    );
  }

  body(depth: number): string {
    const r = this.#random;
    const name = `b${this.#names.length}`;
    this.#names.push(name);
    this.#room--;
    const frame = this.#maybe(0.8, `pos="${this.vector(0.5)}"`) + this.#maybe(0.6, `quat="${this.#quat()}"`);
    const content = [
      this.#joints(depth === 0),
      r.chance(0.3) ? this.#inertial() : '',
      ...Array.from({ length: 1 + r.below(2) }, () => this.#geom()),
      r.chance(0.5) ? `<site pos="${this.vector(0.3)}" quat="${this.#quat()}"/>` : '',
      this.#viewpoints(),
    ];
    while (this.#room > 0 && depth < 12 && r.chance(0.7)) content.push(this.body(depth + 1));
    return `<body name="${name}"${frame}${this.#maybe(0.2, `gravcomp="${text([r.uniform(0, 1.5)])}"`)}>${content.join('')}</body>`;
  }

  world(): string {
    const r = this.#random;
    const content = [r.chance(0.5) ? this.#geom() : ''];
    if (r.chance(0.3))
      content.push(
        `<body mocap="true" pos="${this.vector(1)}" quat="${this.#quat()}">${this.#geom()}<body pos="${this.vector(1)}">${this.#geom()}</body></body>`,
      );
    do content.push(this.body(0));
    while (this.#room > 0);
    return `<worldbody>${content.join('\n')}</worldbody>`;
  }
}

/**
 * MJCF of a random mechanism with up to `bodies` bodies and every kind of joint, spring, damper and frame, in a random
 * medium, without limits and contacts.
 */
export function randomTree(seed: number, bodies = 12): string {
  const r = makeRandom(seed);
  const writer = new TreeWriter(r, 1 + r.below(bodies));
  const medium = r.chance(0.5)
    ? ` density="${text([r.uniform(0, 20)])}" viscosity="${text([r.uniform(0, 2)])}" wind="${writer.vector(3)}"`
    : '';
  const integrator = ['Euler', 'RK4'][r.below(2)] as string;
  const options = `<option integrator="${integrator}" gravity="${writer.vector(10)}"${medium}><flag energy="enable"/></option>`;
  return `<mujoco><compiler angle="radian"/>${options}${writer.world()}</mujoco>`;
}

/** Random state and inputs: positions (with quaternions off unit length), velocities, forces and mocap poses. */
export function randomState(seed: number, data: OracleStruct): void {
  const r = makeRandom(seed);
  const spread: readonly (readonly [string, number])[] = [
    ['qpos', 0.7],
    ['qvel', 1.5],
    ['qfrc_applied', 1],
    ['xfrc_applied', 1],
    ['mocap_pos', 0.5],
    ['mocap_quat', 0.5],
  ];
  for (const [name, size] of spread) {
    const array = data[name] as Float64Array;
    for (let i = 0; i < array.length; i++) array[i] = (array[i] as number) + r.uniform(-size, size);
  }
}
