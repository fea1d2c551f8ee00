import { forward, makeData } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import * as soft from '../../soft/index.ts';
import type { Random } from '../random.ts';
import { type Calls, call, pick, pose, size, vector } from './call.ts';

const model = loadModel(`<mujoco><worldbody><geom type="plane" size="2 2 1"/>
  <body name="bone" pos="0 0 0.5"><freejoint/><geom size="0.1"/></body>
  <flexcomp name="cloth" type="grid" count="3 3 1" spacing="0.1 0.1 0.1" dim="2" pos="0 0 1" rigid="true"/></worldbody>
  <deformable><skin name="skin" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2"><bone body="bone" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/></skin></deformable></mujoco>`);
const data = makeData(model);
forward(model, data);

const names = <T extends object>(presets: T) => Object.keys(presets) as (keyof T)[];
const material = (r: Random) => new soft.Material(pick(r, Object.values(soft.materials)));
const solidMaterial = (r: Random) => new soft.Material({ poisson: 0.3, ...pick(r, Object.values(soft.materials)) });
const cloth = (r: Random) => soft.Cloth.grid({ count: [3, 3], preset: pick(r, names(soft.clothPresets)) });
const solid = (r: Random) =>
  soft.SoftBody.box({ size: [1, 1, 1], count: [2, 2, 2], preset: pick(r, names(soft.solidPresets)) });
const chain = (r: Random) =>
  soft.CapsuleChain.line({ from: [0, 0, 0], to: [1, 0, 0], count: 4, preset: pick(r, names(soft.chainPresets)) });
const body = (r: Random): soft.Deformable => pick(r, [cloth, solid, chain])(r);
const skeleton = () => new soft.Skeleton([{ name: 'a' }, { name: 'b', parent: 'a', pos: [1, 0, 0] }]);
/** All numbers of a body, after some steps. */
const facts = (b: soft.Deformable): unknown => {
  new soft.XpbdSolver().step(b, [0, 0, -9.81], 0.01);
  return [b.x, b.v, b.totalMass, b.centre, b.momentum, b.kineticEnergy, b.speed];
};

/** Calls of `@qpos/parts/soft`. */
export const softCalls: Calls = {
  'CapsuleChain.line': (r) =>
    call((o) => facts(soft.CapsuleChain.line(o)), {
      from: vector(r),
      to: vector(r),
      count: 5,
      preset: pick(r, names(soft.chainPresets)),
    }),
  'CapsuleChain.fromPoints': (r) =>
    call((p, o) => facts(soft.CapsuleChain.fromPoints(p, o)), r.numbers(12), { twist: r.number() < 0.5 }),
  'CapsuleChain.positionAt': (r) => call((s) => chain(r).positionAt(s), r.number()),
  'CapsuleChain.tangentAt': (r) => call((s) => chain(r).tangentAt(s), r.number()),
  'Cloth.grid': (r) =>
    call((o) => facts(soft.Cloth.grid(o)), {
      count: [3, 4] as const,
      spacing: size(r),
      centre: vector(r),
      material: material(r),
      thickness: size(r),
    }),
  'Cloth.fromTriangles': (r) =>
    call((x, t, o) => facts(soft.Cloth.fromTriangles(x, t, o)), r.numbers(12), [0, 1, 2, 1, 3, 2], {}),
  'Cloth.pinEdge': (r) => call((side) => { const c = cloth(r); c.pinEdge(side); return facts(c); }, pick(r, ['left', 'right', 'bottom', 'top'] as const)), // biome-ignore format: one line
  'Cloth.pinCorners': (r) => call(() => { const c = cloth(r); c.pinCorners(); return facts(c); }), // biome-ignore format: one line
  'Cloth.setWind': (r) => call((wind, drag) => { const c = cloth(r); c.setWind(wind, drag); return facts(c); }, vector(r), r.number(0, 2)), // biome-ignore format: one line
  'Deformable.pin': (r) => call((v) => { const b = body(r); b.pin(v); return facts(b); }, 1), // biome-ignore format: one line
  'Deformable.unpin': (r) => call((v) => { const b = body(r); b.unpin(v); return facts(b); }, 1), // biome-ignore format: one line
  'Deformable.addFlexEdge': (r) => call((kind, vertices, c) => { const b = body(r); b.addFlexEdge(kind, vertices, c); return facts(b); }, 'stretch' as const, [0, 2], size(r)), // biome-ignore format: one line
  'Deformable.translate': (r) => call((offset) => facts(body(r).translate(offset)), vector(r)),
  'Deformable.wake': (r) => call(() => body(r).wake()),
  softBodyOfFlex: () => call((m, f, o) => facts(soft.softBodyOfFlex(m, f, o)), model, 'cloth' as string | number, {}),
  softStateOfFlex: () => call(soft.softStateOfFlex, data, 0),
  Material: (r) => call((p) => { const { lambda, shear, bulk } = new soft.Material(p); return [lambda, shear, bulk]; }, { young: size(r), poisson: r.number(-0.5, 0.49), density: size(r) }), // biome-ignore format: one line
  'Material.stretchCompliance': (r) => call((l, a) => material(r).stretchCompliance(l, a), size(r), size(r)),
  'Material.hingeCompliance': (r) => call((t, e, a) => material(r).hingeCompliance(t, e, a), size(r), size(r), size(r)),
  'Material.bendCompliance': (r) => call((l, radius) => material(r).bendCompliance(l, radius), size(r), size(r)),
  'Material.volumeCompliance': (r) => call((v) => solidMaterial(r).volumeCompliance(v), size(r)),
  Skeleton: (r) =>
    call(
      (b) => new soft.Skeleton(b),
      [
        { name: 'a', ...pose(r) },
        { name: 'b', parent: 'a', ...pose(r) },
      ],
    ),
  'Skeleton.bone': () => call((name) => skeleton().bone(name), 'b'),
  'Skeleton.update': () => call(() => skeleton().update()),
  'Skeleton.followModel': () => call((d) => new soft.Skeleton([{ name: 'bone' }]).followModel(d), data),
  Skin: (r) =>
    call((s, x, w, o) => { const skin = new soft.Skin(s, x, w, o); skin.update(); return skin.positions; }, skeleton(), r.numbers(6), r.numbers(4).map(Math.abs), { method: pick(r, ['linear', 'dual-quaternion'] as const) }), // biome-ignore format: one line
  'Skin.update': (r) => call(() => new soft.Skin(skeleton(), r.numbers(6), [1, 0, 0, 1]).update()),
  skinOfModel: () => call((m, s, o) => soft.skinOfModel(m, s, o).positions, model, 'skin' as string | number, {}),
  'SoftBody.box': (r) =>
    call((o) => facts(soft.SoftBody.box(o)), {
      size: [size(r), size(r), size(r)] as const,
      count: [2, 3, 2] as const,
      material: solidMaterial(r),
    }),
  'SoftBody.sphere': (r) =>
    call((o) => facts(soft.SoftBody.sphere(o)), {
      ballRadius: size(r),
      count: 4,
      preset: pick(r, names(soft.solidPresets)),
    }),
  'SoftBody.fromTetrahedra': (r) =>
    call(
      (x, t, o) => facts(soft.SoftBody.fromTetrahedra(x, t, o)),
      [0, 0, 0, size(r), 0, 0, 0, size(r), 0, 0, 0, size(r)],
      [0, 1, 2, 3],
      {},
    ),
  'SoftBody.pinBottom': (r) => call((h) => { const b = solid(r); b.pinBottom(h); return facts(b); }, r.number()), // biome-ignore format: one line
  'SoftBody.pinSurface': (r) => call(() => { const b = solid(r); b.pinSurface(); return [b.volume, facts(b)]; }), // biome-ignore format: one line
  SoftScene: (r) =>
    call((m, d, b, o) => new soft.SoftScene(m, d, b, o), model, makeData(model), [body(r)], { iterations: 2 }),
  'SoftScene.step': (r) => {
    const [own, b] = [makeData(model), body(r)];
    return call(() => [new soft.SoftScene(model, own, [b]).step(), b.x, own.qpos]);
  },
  'SoftScene.solve': (r) =>
    call((q) => [new soft.SoftScene(model, data, [body(r)]).solve(q), q], new Float64Array(model.nv)),
  XpbdSolver: (r) => call((o) => new soft.XpbdSolver(o), pick(r, Object.values(soft.xpbdPresets))),
  'XpbdSolver.step': (r) => {
    const b = body(r);
    return call((d, g, dt) => [new soft.XpbdSolver().step(d, g, dt), b.x, b.v], b, vector(r), r.number(1e-5, 0.1));
  },
};
