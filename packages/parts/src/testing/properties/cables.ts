import { forward, makeData } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import * as cables from '../../cables/index.ts';
import type { Random } from '../random.ts';
import { type Calls, call, pick, size, vector } from './call.ts';

const model = loadModel(`<mujoco><worldbody><site name="a" pos="0 0 1"/>
  <body name="arm"><joint name="j" axis="0 1 0"/><geom name="w" type="cylinder" size="0.05 0.2" euler="90 0 0"/><site name="b" pos="0.3 0 0"/></body></worldbody>
  <tendon><spatial name="t"><site site="a"/><geom geom="w"/><site site="b"/></spatial></tendon></mujoco>`);
const data = makeData(model);
forward(model, data);
const route = () => new cables.Route(cables.routeOfTendon(model, 't'));
const jointCable = (r: Random) =>
  new cables.JointCable(r.numbers(2), size(r), { stiffness: size(r) }, pick(r, [undefined, { least: -1, most: 1 }]));
const FRAMES = [new Float64Array(6), Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1)] as const;

/** Calls of `@qpos/parts/cables`. */
export const cablesCalls: Calls = {
  Cable: (r) =>
    call((p) => new cables.Cable(p), {
      stiffness: size(r),
      damping: size(r),
      restLength: size(r),
      maxTension: size(r),
    }),
  'Cable.tension': (r) => call((l, v) => new cables.Cable().tension(l, v), size(r), r.number(-9, 9)),
  'Cable.energy': (r) => call((l) => new cables.Cable().energy(l), size(r)),
  cableOf: (r) =>
    call(cables.cableOf, pick(r, Object.keys(cables.cableMaterials) as cables.CableMaterial[]), size(r), size(r)),
  capstan: (r) => call(cables.capstan, size(r), r.number(0, 2), r.number(-9, 9)),
  capstanHold: (r) => call(cables.capstanHold, size(r), size(r), r.number(0, 2), r.number(-9, 9)),
  CableGroup: (r) => call((c) => new cables.CableGroup(c), [jointCable(r), jointCable(r)]),
  'CableGroup.update': (r) => {
    const group = new cables.CableGroup([jointCable(r), jointCable(r)]);
    return call((q, v) => [group.update(q, v), group], r.numbers(2), r.numbers(2));
  },
  differentialCable: (r) => call(cables.differentialCable, size(r), { stiffness: size(r) }),
  parallelCable: (r) => call(cables.parallelCable, size(r), { stiffness: size(r) }),
  JointCable: (r) =>
    call(
      (c, o, p, range) => new cables.JointCable(c, o, p, range),
      r.numbers(3),
      r.number(-1, 1),
      {},
      { least: -1, most: 1 },
    ),
  'JointCable.lengthAt': (r) => call((q) => jointCable(r).lengthAt(q), r.numbers(2)),
  'JointCable.velocityAt': (r) => call((v) => jointCable(r).velocityAt(v), r.numbers(2)),
  'JointCable.tensionAt': (r) => call((q, v) => jointCable(r).tensionAt(q, v), r.numbers(2), r.numbers(2)),
  'JointCable.addForces': (r) => call((f, t) => [jointCable(r).addForces(f, t), f], new Float64Array(2), size(r)),
  applyTension: (r) => {
    const followed = route();
    cables.followModel(model, data, followed);
    return call(
      (m, d, c, t, f) => [cables.applyTension(m, d, c, t, f), f],
      model,
      data,
      followed,
      size(r),
      new Float64Array(model.nv),
    );
  },
  followModel: () =>
    call((m, d, c, J) => [cables.followModel(m, d, c, J), J], model, data, route(), new Float64Array(model.nv)),
  routeOfTendon: () => call(cables.routeOfTendon, model, 't' as string | number),
  Pulley: (r) => call((p) => { const { inertia, efficiency } = new cables.Pulley(p); return [inertia, efficiency]; }, { radius: size(r), mass: size(r), wrapFriction: r.number() }), // biome-ignore format: one line
  'PulleySystem.directionChange': (r) =>
    call(cables.PulleySystem.directionChange, { bearingFriction: r.number(0, 0.5) }),
  'PulleySystem.blockAndTackle': (r) =>
    call(cables.PulleySystem.blockAndTackle, 2 + Math.floor(r.number(0, 6)), { bearingFriction: r.number(0, 0.5) }),
  'PulleySystem.differential': (r) =>
    call(cables.PulleySystem.differential, 1, r.number(0.1, 0.9), { bearingFriction: r.number(0, 0.1) }),
  'PulleySystem.lift': (r) => call((f) => cables.PulleySystem.blockAndTackle(4).lift(f), size(r)),
  'PulleySystem.travel': (r) => call((x) => cables.PulleySystem.blockAndTackle(4).travel(x), size(r)),
  Route: (r) =>
    call((e) => new cables.Route(e), [
      { point: vector(r) },
      { sphere: size(r), pos: vector(r) },
      { point: vector(r), frame: 1 },
    ] as cables.RouteElement[]),
  'Route.update': (r) => {
    const path = new cables.Route([
      { point: vector(r) },
      { cylinder: size(r), pos: vector(r) },
      { point: vector(r), frame: 1 },
    ]);
    return call((xpos, xmat) => [path.update(xpos, xmat), path.length], ...FRAMES);
  },
};
