import { describe, expect, test } from 'vitest';
import { random } from '../testing/random.ts';
import { hingeAngle } from './constraints/hinges.ts';
import {
  CapsuleChain,
  Cloth,
  chainPresets,
  clothPresets,
  type Deformable,
  Material,
  materials,
  SoftBody,
  solidPresets,
  XpbdSolver,
  xpbdPresets,
} from './index.ts';

const GRAVITY = [0, 0, -9.81];
const NONE = [0, 0, 0];
const bodies = (): [string, Deformable][] => [
  ['cloth', Cloth.grid({ count: [6, 5], damping: 0.1 })],
  ['solid', SoftBody.box({ size: [0.3, 0.2, 0.2], count: [4, 3, 3], preset: 'gelatin' })],
  ['ball', SoftBody.sphere({ ballRadius: 0.1, count: 4 })],
  ['chain', CapsuleChain.line({ from: [0, 0, 0], to: [1, 0, 0], count: 9 })],
];
const run = (solver: XpbdSolver, body: Deformable, steps: number, dt: number, gravity = GRAVITY): void => {
  for (let k = 0; k < steps; k++) solver.step(body, gravity, dt);
};

describe('laws', () => {
  test.each(bodies())('%s: falls freely, whatever it is made of', (_, body) => {
    const solver = new XpbdSolver({ damping: 0, substeps: 2 });
    const start = body.centre[2];
    run(solver, body, 50, 0.01);
    const h = 0.005;
    expect(body.centre[2]).toBeCloseTo(start - 0.5 * 9.81 * 0.5 * (0.5 + h), 9);
  });

  test.each(bodies())('%s: keeps its momentum while it wobbles', (_, body) => {
    const r = random(4);
    body.v.set(r.numbers(body.v.length));
    const before = body.momentum.slice();
    const energy = body.kineticEnergy;
    run(new XpbdSolver({ damping: 0 }), body, 100, 0.005, NONE);
    body.momentum.forEach((p, k) => void expect(p).toBeCloseTo(before[k], 9));
    expect(body.kineticEnergy).toBeLessThan(energy); // relative motion is damped
  });

  test('a rope stretches by its own weight as Hooke says', () => {
    const rubber = new Material({ young: 2e5, poisson: 0.4, density: 1000 });
    const rope = CapsuleChain.line({ from: [0, 0, 0], to: [0, 0, -1], count: 11, material: rubber, radius: 0.01 });
    rope.pin(0);
    run(new XpbdSolver({ iterations: 40, substeps: 2, damping: 0.2 }), rope, 600, 0.01);
    // the weight below each part stretches it: Σ m·g·l / (E·A)
    let [below, expected] = [0, 0];
    for (let k = 9; k >= 0; k--) {
      below += rope.mass[k + 1];
      expected += (below * 9.81 * 0.1) / (2e5 * Math.PI * 1e-4);
    }
    expect(-rope.x[32] - 1).toBeCloseTo(expected, 4);
    expect(expected).toBeCloseTo((0.5 * 1000 * 9.81) / 2e5, 2); // ½·ρ·g·L² / E
  });

  test('a chain hangs as a catenary', () => {
    const chain = CapsuleChain.line({ from: [0, 0, 0], to: [1, 0, 0], count: 41, preset: 'chain' });
    chain.pin(0);
    chain.pin(40);
    for (let v = 0; v < 41; v++) chain.x[3 * v] *= 0.8;
    run(new XpbdSolver({ iterations: 30, substeps: 4, damping: 0.1 }), chain, 400, 0.01);
    // 2a·sinh(0.4 / a) = 1 for a span of 0.8 and a length of 1
    let [low, high] = [0.1, 10];
    for (let k = 0; k < 100; k++) {
      const a = 0.5 * (low + high);
      if (2 * a * Math.sinh(0.4 / a) > 1) low = a;
      else high = a;
    }
    const sag = low * (Math.cosh(0.4 / low) - 1);
    expect(-chain.x[3 * 20 + 2] / sag).toBeCloseTo(1, 2);
    expect(chain.length).toBeCloseTo(1, 2);
  });

  test('a rod bends under its weight as Euler and Bernoulli say', () => {
    const wood = new Material({ young: 2e7, poisson: 0.3, density: 500, damping: 0.1 });
    const rod = CapsuleChain.line({ from: [0, 0, 0], to: [0.4, 0, 0], count: 9, material: wood, radius: 0.01 });
    rod.pin(0);
    rod.pin(1);
    run(new XpbdSolver({ iterations: 60, substeps: 4, damping: 0.3 }), rod, 300, 0.01);
    // the clamp ends at the second vertex; each joint i bends by the moment of the weight beyond it
    const [l, stiffness] = [0.05, 2e7 * 0.25 * Math.PI * 1e-8];
    let expected = 0;
    for (let joint = 1; joint < 8; joint++) {
      let moment = 0;
      for (let v = joint + 1; v < 9; v++) moment += rod.mass[v] * 9.81 * (v - joint) * l;
      expected += (moment * l * (8 - joint) * l) / stiffness;
    }
    expect(-rod.x[26] / expected).toBeCloseTo(1, 1);
    expect(expected).toBeLessThan(0.04);
  });

  test('rubber keeps its volume under its own weight', () => {
    const block = SoftBody.box({ size: [0.2, 0.2, 0.3], count: [4, 4, 5], preset: 'rubber' });
    expect(block.volume).toBeCloseTo(0.012, 12);
    expect(block.totalMass).toBeCloseTo(1100 * 0.012, 9);
    block.pinBottom();
    run(new XpbdSolver({ iterations: 10, substeps: 2 }), block, 100, 0.01);
    expect(block.volume / 0.012).toBeCloseTo(1, 2);
  });

  test('wind pushes a sheet with half the density times drag, area and speed squared', () => {
    const sheet = Cloth.grid({ count: [5, 5], spacing: 0.1 });
    sheet.setWind([0, 0, 3], 1.2);
    new XpbdSolver({ damping: 0 }).step(sheet, NONE, 1e-4);
    const force = 0.5 * 1.2 * 1.2 * 0.16 * 9;
    expect(sheet.momentum[2] / 1e-4 / force).toBeCloseTo(1, 2);
  });

  test('pinned vertices stay; edges, corners, bottoms and surfaces can be pinned', () => {
    const sheet = Cloth.grid({ count: [4, 5] });
    sheet.pinEdge('left');
    sheet.pinCorners();
    expect([...sheet.inverseMass].flatMap((w, k) => (w === 0 ? [k] : []))).toEqual([0, 3, 4, 8, 12, 16, 19]);
    const before = sheet.x.slice();
    run(new XpbdSolver(), sheet, 20, 0.01);
    for (const v of [0, 3, 19]) expect(sheet.x.slice(3 * v, 3 * v + 3)).toEqual(before.slice(3 * v, 3 * v + 3));
    const box = SoftBody.box({ size: [1, 1, 1], count: [3, 3, 3] });
    box.pinBottom();
    expect([...box.inverseMass].filter((w) => w === 0)).toHaveLength(9);
    box.pinSurface();
    expect([...box.inverseMass].filter((w) => w === 0)).toHaveLength(26);
    box.unpin(0);
    expect(box.inverseMass[0]).toBeGreaterThan(0);
  });

  test('a curled chain keeps its torsion', () => {
    const points = Array.from({ length: 24 }, (_, k) => [0.05 * Math.cos(k), 0.05 * Math.sin(k), 0.02 * k]).flat();
    const turned = (twist: boolean): number => {
      const curl = CapsuleChain.fromPoints(points, { preset: 'hair', bend: 10, twist });
      curl.v.set(random(1).numbers(72));
      run(new XpbdSolver({ iterations: 10, substeps: 2, damping: 0.1 }), curl, 100, 0.01, NONE);
      // torsion of four vertices in a row: 0.37 rad at rest, by the curvature and pitch of the helix
      const angles = Array.from({ length: 21 }, (_, k) => hingeAngle(curl.x, 3 * k + 3, 3 * k + 6, 3 * k, 3 * k + 9));
      const rest = hingeAngle(Float64Array.from(points), 3, 6, 0, 9);
      return Math.max(...angles.map((angle) => Math.abs(angle - rest)));
    };
    expect(turned(true)).toBeLessThan(0.1);
    expect(turned(false)).toBeGreaterThan(0.3);
  });

  test('a flex edge against shear sags as a torsion spring does: angle = compliance · moment', () => {
    const compliance = 0.05;
    const arm = CapsuleChain.fromPoints([0, 0, 0.5, 0, 0, 0, 0.5, 0, 0], { preset: 'chain' });
    arm.pin(0);
    arm.pin(1);
    arm.addFlexEdge('shear', [1, 0, 2], compliance);
    run(new XpbdSolver({ iterations: 20, substeps: 4, damping: 0.2 }), arm, 600, 0.005);
    const angle = Math.atan2(-arm.x[8], arm.x[6]);
    expect(angle / (compliance * arm.mass[2] * 9.81 * 0.5 * Math.cos(angle))).toBeCloseTo(1, 4);
    expect(Math.hypot(arm.x[6], arm.x[8])).toBeCloseTo(0.5, 6);
  });

  test('a flex edge against stretching sags as a spring does: length = compliance · force', () => {
    const rod = CapsuleChain.line({ from: [0, 0, 0], to: [0, 0, -0.5], count: 2, stretch: 1e6 });
    rod.pin(0);
    rod.addFlexEdge('stretch', [0, 1], 1e-3);
    run(new XpbdSolver({ iterations: 20, damping: 0.2 }), rod, 600, 0.005);
    expect((-rod.x[5] - 0.5) / (1e-3 * rod.mass[1] * 9.81)).toBeCloseTo(1, 4);
  });

  test('a flex edge against stretching and shear makes a free corner rigid', () => {
    const corner = CapsuleChain.fromPoints([0.5, 0, 0, 0, 0, 0, 0, 0.5, 0], { preset: 'chain', stretch: 0.1 });
    corner.addFlexEdge('stretch-shear', [1, 0, 2]);
    corner.v.set(random(2).numbers(9));
    run(new XpbdSolver({ iterations: 100 }), corner, 50, 0.005, NONE);
    const [x, y] = [0, 6].map((v) => [0, 1, 2].map((k) => corner.x[v + k] - corner.x[3 + k]));
    const length = (a: readonly number[] = []): number => Math.hypot(...a);
    expect([length(x), length(y)].map((l) => Math.round(1e6 * l))).toEqual([5e5, 5e5]);
    expect(x?.reduce((sum, a, k) => sum + a * (y?.[k] ?? 0), 0)).toBeCloseTo(0, 6);
  });

  test('a flex edge against twist keeps the torsion of four vertices in a row', () => {
    const points = [0, 0.1, 0, 0, 0, 0, 0.2, 0, 0, 0.2, 0.05, 0.1];
    const turned = (twist: boolean): number => {
      const curl = CapsuleChain.fromPoints(points, { preset: 'chain' });
      if (twist) curl.addFlexEdge('twist', [0, 1, 2, 3]);
      curl.v.set(random(1).numbers(12));
      run(new XpbdSolver({ iterations: 50 }), curl, 50, 0.005, NONE);
      return Math.abs(hingeAngle(curl.x, 3, 6, 0, 9) - hingeAngle(Float64Array.from(points), 3, 6, 0, 9));
    };
    expect(turned(true)).toBeLessThan(1e-4);
    expect(turned(false)).toBeGreaterThan(0.1);
  });

  test('a body at rest sleeps, and wakes when asked', () => {
    const rope = CapsuleChain.line({ from: [0, 0, 0], to: [0, 0, -0.5], count: 6 });
    rope.pin(0);
    const solver = new XpbdSolver({ sleepThreshold: 0.01, damping: 0.2, substeps: 2 });
    run(solver, rope, 500, 0.01);
    expect([rope.isAsleep, rope.speed]).toEqual([true, 0]);
    rope.wake();
    run(solver, rope, 1, 0.01);
    expect(rope.isAsleep).toBe(false);
  });

  test('points and directions along a chain', () => {
    const line = CapsuleChain.line({ from: [0, 0, 1], to: [2, 0, 1], count: 5 });
    expect([...line.positionAt(0.3)].map((c) => Math.round(1e9 * c) / 1e9)).toEqual([0.6, 0, 1]);
    expect([...line.tangentAt(1)]).toEqual([1, 0, 0]);
    expect(line.length).toBeCloseTo(2, 14);
  });
});

describe('presets', () => {
  test('mass follows area, volume and length', () => {
    for (const [preset, p] of Object.entries(clothPresets))
      expect(Cloth.grid({ count: [5, 5], spacing: 0.1, preset: preset as 'silk' }).totalMass).toBeCloseTo(
        p.areaDensity * 0.16,
        9,
      );
    for (const [preset, p] of Object.entries(solidPresets))
      expect(SoftBody.box({ size: [0.1, 0.2, 0.3], preset: preset as 'foam' }).totalMass).toBeCloseTo(
        p.density * 0.006,
        9,
      );
    for (const [preset, p] of Object.entries(chainPresets)) {
      const chain = CapsuleChain.line({ from: [0, 0, 0], to: [2, 0, 0], count: 6, preset: preset as 'rope' });
      expect(chain.totalMass).toBeCloseTo(2 * p.lineDensity, 9);
    }
    expect(chainPresets.steelCable.lineDensity).toBeCloseTo(0.6173, 3); // 7860 kg/m³, not 7.86
  });

  test('solver presets are those of the table', () => {
    const rows = Object.entries(xpbdPresets).map(([name, p]) => [name, p.iterations, p.substeps, p.damping]);
    expect(rows).toEqual([
      ['default', 10, 1, 0.01],
      ['realtime', 4, 1, 0.02],
      ['accurate', 20, 4, 0.001],
      ['soft', 8, 2, 0.05],
      ['stiff', 20, 4, 0.01],
    ]);
    for (const preset of Object.values(xpbdPresets))
      expect(new XpbdSolver(preset).maxVelocity).toBe(preset.maxVelocity);
  });

  test('the moduli of all fourteen materials fit together', () => {
    expect(Object.keys(materials)).toHaveLength(14);
    for (const [name, p] of Object.entries(materials)) {
      const m = new Material({ poisson: 0.3, ...p }); // leather and rope have none
      const { lambda, shear } = m;
      expect((lambda + (2 / 3) * shear) / m.bulk, name).toBeCloseTo(1, 12);
      expect((shear * (3 * lambda + 2 * shear)) / (lambda + shear) / m.young, name).toBeCloseTo(1, 12);
      expect(1 / (m.volumeCompliance(0.01) * 0.01) / m.bulk).toBeCloseTo(1, 12);
    }
  });

  test('bending stiffness of sheets from their material is E·t³ / (12·(1 - ν²))', () => {
    for (const poisson of [0.4, undefined]) {
      const m = new Material({ ...materials.leather, ...(poisson !== undefined && { poisson }) });
      // two equilateral triangles: 3·B·e² / A with e = 1 and A = √3 / 2
      const stiffness = 1 / m.hingeCompliance(0.003, 1, Math.sqrt(3) / 2);
      const rigidity = (m.young * 0.003 ** 3) / (12 * (1 - (poisson ?? 0) ** 2));
      expect(stiffness / ((3 * rigidity) / (Math.sqrt(3) / 2))).toBeCloseTo(1, 12);
    }
  });

  test("a material without a Poisson's ratio makes sheets and chains", () => {
    const [leather, rope] = [new Material(materials.leather), new Material(materials.rope)];
    expect(leather.poisson).toBeUndefined();
    expect(Cloth.grid({ count: [3, 3], material: leather, thickness: 0.001 }).totalMass).toBeGreaterThan(0);
    expect(CapsuleChain.line({ from: [0, 0, 0], to: [1, 0, 0], count: 4, material: rope }).totalMass).toBeGreaterThan(
      0,
    );
  });
});

test('random bodies and steps never give NaN', () => {
  const r = random(12);
  for (let n = 0; n < 40; n++)
    for (const [name, body] of bodies()) {
      body.v.set(r.numbers(body.v.length).map((v) => v * 10 ** r.number(-2, 4)));
      if (r.number() < 0.3) body.x.set(r.numbers(body.x.length));
      if (r.number() < 0.3) body.x.fill(0); // all at one place
      const solver = new XpbdSolver({ iterations: 3, substeps: 1 + (n % 3), damping: r.number() });
      for (let k = 0; k < 3; k++) solver.step(body, GRAVITY, 10 ** r.number(-5, 0));
      expect(body.x.every(Number.isFinite) && body.v.every(Number.isFinite), name).toBe(true);
    }
});

test.each([
  ['a cloth of one row', () => Cloth.grid({ count: [1, 5] })],
  ['an unknown preset', () => Cloth.grid({ count: [3, 3], preset: 'wool' as 'silk' })],
  ['a spacing of zero', () => Cloth.grid({ count: [3, 3], spacing: 0 })],
  ['a triangle of a vertex that is none', () => Cloth.fromTriangles([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 3])],
  ['a triangle without an area', () => Cloth.fromTriangles([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2])],
  ['a vertex without a mass', () => Cloth.fromTriangles([0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5], [0, 1, 2])],
  ['a flat tetrahedron', () => SoftBody.fromTetrahedra([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], [0, 1, 2, 3])],
  ['a chain of one point', () => CapsuleChain.fromPoints([0, 0, 0])],
  ['two points at one place', () => CapsuleChain.fromPoints([0, 0, 0, 0, 0, 0])],
  ['a vertex that is none', () => Cloth.grid({ count: [3, 3] }).pin(9)],
  ['a flex edge of too few vertices', () => Cloth.grid({ count: [3, 3] }).addFlexEdge('shear', [0, 1])],
  ['a flex edge of vertices in line', () => Cloth.grid({ count: [3, 3] }).addFlexEdge('shear', [1, 0, 2])],
  ['a flex edge against bending', () => Cloth.grid({ count: [3, 3] }).addFlexEdge('bend' as 'shear', [0, 1, 3])],
  ['no iterations', () => new XpbdSolver({ iterations: 0 })],
  ['five passes', () => new XpbdSolver({ passes: 5 })],
  ['a step of zero', () => new XpbdSolver().step(Cloth.grid({ count: [3, 3] }), GRAVITY, 0)],
  [
    "a solid without a Poisson's ratio",
    () => SoftBody.box({ size: [0.1, 0.1, 0.1], material: new Material(materials.rope) }),
  ],
  ['a Poisson ratio of one half', () => new Material({ young: 1, poisson: 0.5, density: 1 })],
])('refuses %s', (_, make) => {
  expect(make).toThrow(expect.objectContaining({ name: 'PartsError' }));
});
