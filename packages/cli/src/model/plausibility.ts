import { type Data, enums, forward, idToName, type Model, makeData, resetData, resetDataKeyframe, step } from 'qpos';
import { num } from '../output/terminal.ts';
import { actuatorKind, geomTypeName, nameOf } from './describe.ts';

/** Something that compiles and is probably not meant. */
export interface Finding {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  /** The object that it is about. */
  readonly kind: 'body' | 'geom' | 'joint' | 'actuator' | 'model';
  readonly id: number;
}

type Rule = (model: Model, data: Data) => Iterable<Finding>;

const { BiasType, DisableBit, JointType, TransmissionType } = enums;

const at = (array: ArrayLike<number>, k: number): number => array[k] as number;
const label = (model: Model, kind: Finding['kind'], id: number): string => `'${nameOf(model, kind, id)}'`;

/** `body 'torso'`, or `body 4` if it has no name. */
function titled(model: Model, kind: Finding['kind'], id: number): string {
  const name = idToName(model, kind, id);
  return name === undefined ? `${kind} ${id}` : `${kind} '${name}'`;
}

const TINY_MASS = 1e-6; // kg: a cubic millimetre of water
const TINY_INERTIA = 1e-10; // kg m²: a gram within 0.3 mm
const LOPSIDED = 1000; // ratio of principal moments; a rod of 1 m and 2 cm thickness has 830
const MASS_RATIO = 5000; // what a chain of bodies still solves well

/** Bodies that move with next to no mass or inertia make forces explode. */
function* tinyInertias(model: Model): Generator<Finding> {
  for (let b = 1; b < model.nbody; b++) {
    if (at(model.body_dofnum, b) === 0) continue;
    const mass = rigidMass(model, b);
    const inertia = Math.min(...model.body_inertia.subarray(3 * b, 3 * b + 3));
    const first = at(model.body_dofadr, b);
    const armature = at(model.dof_armature, first);
    const turns = at(model.jnt_type, at(model.body_jntadr, b)) !== JointType.SLIDE;
    if (mass < TINY_MASS && armature < TINY_MASS) {
      yield {
        code: 'tiny-mass',
        message: `${titled(model, 'body', b)} moves and has a mass of only ${num(mass)} kg`,
        hint: 'give it a realistic mass, or armature to its joint',
        kind: 'body',
        id: b,
      };
    } else if (
      turns &&
      mass === at(model.body_mass, b) &&
      inertia < TINY_INERTIA &&
      armature < TINY_INERTIA &&
      !hasSubtree(model, b)
    ) {
      yield {
        code: 'tiny-inertia',
        message: `${titled(model, 'body', b)} turns and has a moment of inertia of only ${num(inertia)} kg m²`,
        hint: 'are its sizes in metres? armature on its joint also helps',
        kind: 'body',
        id: b,
      };
    }
  }
}

/** Mass of everything that is rigidly fixed to a body. */
function rigidMass(model: Model, body: number): number {
  let mass = 0;
  for (let b = body; b < model.nbody; b++) if (at(model.body_weldid, b) === body) mass += at(model.body_mass, b);
  return mass;
}

const hasSubtree = (model: Model, b: number): boolean =>
  at(model.body_subtreemass, b) > at(model.body_mass, b) * (1 + 1e-12);

/** Moments that no body can have, or that only a needle has. */
function* lopsidedInertias(model: Model): Generator<Finding> {
  for (let b = 1; b < model.nbody; b++) {
    const moments = [...model.body_inertia.subarray(3 * b, 3 * b + 3)].sort((x, y) => x - y);
    const [small = 0, middle = 0, large = 0] = moments;
    const list = moments.map((x) => num(x, 3)).join(', ');
    const base = { code: 'lopsided-inertia', kind: 'body', id: b } as const;
    if (large > (small + middle) * (1 + 1e-6)) {
      yield {
        ...base,
        message: `${titled(model, 'body', b)} has moments of inertia (${list}) that no mass distribution has`,
        hint: 'each must be at most the sum of the other two; balanceinertia in <compiler> repairs it',
      };
    } else if (large > LOPSIDED * small && small > 0 && at(model.body_weldid, b) !== 0) {
      yield {
        ...base,
        message: `${titled(model, 'body', b)} has moments of inertia (${list}) that differ by a factor of ${num(large / small, 3)}`,
        hint: 'only very thin bodies have that; check diaginertia or fullinertia, and the units of its geoms',
      };
    }
  }
}

/** A light body that carries a heavy one. */
function* massRatios(model: Model): Generator<Finding> {
  for (let b = 1; b < model.nbody; b++) {
    if (at(model.body_dofnum, b) === 0) continue;
    const own = rigidMass(model, b);
    const carried = at(model.body_subtreemass, b) - own;
    if (own < TINY_MASS || carried <= MASS_RATIO * own) continue;
    yield {
      code: 'mass-ratio',
      message: `${titled(model, 'body', b)} of ${num(own)} kg carries ${num(carried)} kg`,
      hint: 'so large a ratio is hard on every solver; add mass or armature',
      kind: 'body',
      id: b,
    };
  }
}

const DEEP = 1e-3; // m
const DEEP_SHARE = 0.02; // of the smaller geom
const MOST_PER_STATE = 8;

/** Geoms that are inside of each other before anything has moved, at the start and in each keyframe. */
function* interpenetrations(model: Model, data: Data): Generator<Finding> {
  const seen = new Set<string>();
  for (let key = -1; key < model.nkey; key++) {
    if (key < 0) resetData(model, data);
    else resetDataKeyframe(model, data, key);
    forward(model, data);
    const state = key < 0 ? 'at the start' : `in keyframe '${nameOf(model, 'key', key)}'`;
    let listed = 0;
    for (const { geoms, depth } of deepest(model, data)) {
      const id = geoms.join();
      if (seen.has(id) || listed++ >= MOST_PER_STATE) continue;
      seen.add(id);
      const [first = 0, second = 0] = geoms;
      yield {
        code: 'interpenetration',
        message: `${describeGeom(model, first)} and ${describeGeom(model, second)} overlap by ${num(1000 * depth, 3)} mm ${state}`,
        hint: 'move them apart, or keep the pair from colliding with contype, conaffinity or <exclude>',
        kind: 'geom',
        id: second,
      };
    }
  }
}

function describeGeom(model: Model, g: number): string {
  const name = model.geom(g).name;
  if (name !== '') return `geom '${name}'`;
  return `a ${geomTypeName(at(model.geom_type, g))} of ${titled(model, 'body', at(model.geom_bodyid, g))}`;
}

/** The deepest contact of each pair of geoms, deepest first. */
function deepest(model: Model, data: Data): { geoms: number[]; depth: number }[] {
  const pairs = new Map<string, { geoms: number[]; depth: number }>();
  for (let c = 0; c < data.ncon; c++) {
    const geoms = [at(data.contact.geom, 2 * c), at(data.contact.geom, 2 * c + 1)];
    const depth = -at(data.contact.dist, c);
    if (geoms.some((g) => g < 0) || depth < Math.max(DEEP, DEEP_SHARE * smallest(model, geoms))) continue;
    const known = pairs.get(geoms.join());
    if (known === undefined || known.depth < depth) pairs.set(geoms.join(), { geoms, depth });
  }
  return [...pairs.values()].sort((x, y) => y.depth - x.depth);
}

function smallest(model: Model, geoms: readonly number[]): number {
  const sizes = geoms.map((g) => at(model.geom_rbound, g)).filter((r) => r > 0);
  return sizes.length === 0 ? 0 : Math.min(...sizes);
}

/** A servo that nothing holds back pushes with any force towards any target. */
function* unlimitedServos(model: Model): Generator<Finding> {
  for (let a = 0; a < model.nactuator; a++) {
    const kind = actuatorKind(model, a);
    if (kind !== 'position' && kind !== 'velocity' && kind !== 'intvelocity') continue;
    const { forcelimited, ctrladr, trntype, trnid } = model.actuator(a);
    const joint = trntype === TransmissionType.JOINT ? at(trnid, 0) : -1;
    const limited = forcelimited === 1 || (joint >= 0 && at(model.jnt_actfrclimited, joint) === 1);
    if (limited || at(model.actuator_ctrllimited, ctrladr) === 1) continue;
    yield {
      code: 'unlimited-servo',
      message: `${kind} servo ${label(model, 'actuator', a)} has neither a range of controls nor one of forces`,
      hint: 'give it ctrlrange or inheritrange, and forcerange: a real motor has a largest torque',
      kind: 'actuator',
      id: a,
    };
  }
}

/** A servo or spring that is too stiff for the time step makes the state oscillate and explode. */
function* stiffServos(model: Model): Generator<Finding> {
  const dt = model.opt.timestep;
  for (let a = 0; a < model.nactuator; a++) {
    const { biastype, biasprm, trntype, trnid, outadr } = model.actuator(a);
    if (biastype !== BiasType.AFFINE || trntype !== TransmissionType.JOINT) continue;
    const dof = at(model.jnt_dofadr, at(trnid, 0));
    const gear = at(model.actuator_gear, 6 * outadr);
    const stiffness = -at(biasprm, 1) * gear * gear;
    if (!(stiffness * at(model.dof_invweight0, dof) * dt * dt > 4)) continue;
    yield {
      code: 'stiff-servo',
      message: `servo ${label(model, 'actuator', a)} with a gain of ${num(stiffness)} is too stiff for a time step of ${num(dt)} s`,
      hint: 'lower kp, add armature or damping to the joint, or shorten the time step',
      kind: 'actuator',
      id: a,
    };
  }
}

/** Positions at the start that the limits forbid, and limits that leave no room. */
function* jointLimits(model: Model): Generator<Finding> {
  for (let j = 0; j < model.njnt; j++) {
    const { type, limited, range, qposadr } = model.joint(j);
    if (limited !== 1 || (type !== JointType.HINGE && type !== JointType.SLIDE)) continue;
    const [low = 0, high = 0] = range;
    const start = at(model.qpos0, qposadr);
    const slack = 1e-3 * (high - low) + 1e-6;
    const unit = type === JointType.HINGE ? 'rad' : 'm';
    const base = { kind: 'joint', id: j } as const;
    if (start < low - slack || start > high + slack) {
      yield {
        ...base,
        code: 'outside-limits',
        message: `${titled(model, 'joint', j)} starts at ${num(start)} ${unit}, outside of its range ${num(low)} to ${num(high)}`,
        hint: 'change ref or range; ranges are in degrees unless <compiler angle="radian"/>',
      };
    }
    if (type === JointType.HINGE && high - low > 4 * Math.PI + 1e-6) {
      yield {
        ...base,
        code: 'wide-limits',
        message: `${titled(model, 'joint', j)} has a range of ${num(high - low)} rad, more than two turns`,
        hint: 'was the range meant in degrees? <compiler angle="degree"/>',
      };
    }
  }
}

/** True if the geom takes part in any collision. */
const collides = (model: Model, g: number): boolean =>
  at(model.geom_contype, g) !== 0 || at(model.geom_conaffinity, g) !== 0 || inPair(model, g);

function inPair(model: Model, g: number): boolean {
  return model.pair_geom1.includes(g) || model.pair_geom2.includes(g);
}

/** Things that fly freely and touch nothing. */
function* missingCollisions(model: Model): Generator<Finding> {
  if ((model.opt.disableflags & DisableBit.CONTACT) !== 0) return;
  const colliding = Array.from({ length: model.ngeom }, (_, g) => collides(model, g));
  for (let j = 0; j < model.njnt; j++) {
    if (at(model.jnt_type, j) !== JointType.FREE) continue;
    const body = at(model.jnt_bodyid, j);
    const tree = at(model.body_treeid, body);
    const geoms = colliding.flatMap((c, g) =>
      at(model.body_treeid, at(model.geom_bodyid, g)) === tree ? [{ g, c }] : [],
    );
    if (geoms.some(({ c }) => c)) continue;
    yield {
      code: 'missing-collision',
      message: `${titled(model, 'body', body)} moves freely and ${geoms.length === 0 ? 'has no geom' : 'none of its geoms collides'}: it falls through everything`,
      hint: geoms.length === 0 ? 'give it a geom' : 'one geom at least needs contype and conaffinity other than 0',
      kind: 'body',
      id: body,
    };
  }
}

/** Free bodies, gravity, and no ground. */
function* missingGround(model: Model): Generator<Finding> {
  const falls = model.opt.gravity.some((x) => x !== 0) && (model.opt.disableflags & DisableBit.GRAVITY) === 0;
  const free = model.jnt_type.indexOf(JointType.FREE);
  if (!falls || free < 0 || model.neq > 0 || model.opt.density > 0) return;
  for (let g = 0; g < model.ngeom; g++) {
    if (at(model.body_treeid, at(model.geom_bodyid, g)) < 0 && collides(model, g)) return;
  }
  if (at(model.body_gravcomp, at(model.jnt_bodyid, free)) !== 0) return;
  yield {
    code: 'missing-ground',
    message: `${titled(model, 'body', at(model.jnt_bodyid, free))} falls for ever: there is nothing to land on`,
    hint: 'add <geom type="plane" size="0 0 1"/> to the world, or set gravity to 0 0 0',
    kind: 'body',
    id: at(model.jnt_bodyid, free),
  };
}

const LONG_STEP = 0.02; // s

function* timeStep(model: Model): Generator<Finding> {
  if (model.opt.timestep <= LONG_STEP) return;
  yield {
    code: 'long-step',
    message: `a time step of ${num(model.opt.timestep)} s is too long for contacts and servos`,
    hint: '0.001 to 0.005 s are usual',
    kind: 'model',
    id: 0,
  };
}

const TRIAL_SECONDS = 0.5;
const TRIAL_STEPS = 500;

/** Half a second without control: does it stay finite? */
function* trialRun(model: Model, data: Data): Generator<Finding> {
  resetData(model, data);
  const { BADQPOS, BADQVEL, BADQACC } = enums.Warning;
  const steps = Math.min(TRIAL_STEPS, Math.ceil(TRIAL_SECONDS / model.opt.timestep));
  for (let k = 0; k < steps; k++) {
    const time = data.time;
    step(model, data);
    const bad = [BADQPOS, BADQVEL, BADQACC].find((w) => at(data.warning.number, w) > 0);
    if (bad === undefined) continue;
    const info = at(data.warning.lastinfo, bad);
    const body = bad === BADQPOS ? 0 : at(model.dof_bodyid, Math.max(0, Math.min(info, model.nv - 1)));
    yield {
      code: 'unstable',
      message: `the simulation diverges after ${num(time)} s without any control${body > 0 ? `, first at ${titled(model, 'body', body)}` : ''}`,
      hint: 'shorten the time step, or look for tiny inertias and overlaps',
      kind: body > 0 ? 'body' : 'model',
      id: body,
    };
    return;
  }
}

const rules: readonly Rule[] = [
  timeStep,
  tinyInertias,
  lopsidedInertias,
  massRatios,
  jointLimits,
  missingCollisions,
  missingGround,
  unlimitedServos,
  stiffServos,
  interpenetrations,
  trialRun,
];

/** Looks for what a model has that is probably not meant. */
export function findImplausible(model: Model): Finding[] {
  const data = makeData(model);
  return rules.flatMap((rule) => [...rule(model, data)]);
}
