import {
  bytesPerCall,
  callOracle,
  compareConstraints,
  compareData,
  copySleep,
  copyState,
  loadOracle,
  loadOracleXml,
  makeRandom,
  modelFromOracle,
  type Oracle,
  type OracleStruct,
  type Random,
  toleranceOf,
} from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { compareContacts } from '../../../../../../conformance/src/compare/compare.ts';
import { backendName, castRayFlex, collision, forward, fwdPosition, makeData } from '../../../index.ts';

/** A scene, how far its vertices and bodies are moved at random before each comparison, and what kind of contact it has to show. */
interface Scene {
  readonly xml: string;
  readonly shake: number;
  /** Sides that a contact of it must have, as `describeSides` writes them. */
  readonly shows: readonly string[];
}

const assets = `<asset><mesh name="m" vertex="0 0 0 .2 0 0 0 .2 0 0 0 .2 .15 .15 .1"/>
  <hfield name="h" nrow="5" ncol="6" size=".4 .4 .1 .05" elevation="0 1 0 .5 .2 .3  .4 .1 .9 0 .6 .2  .5 .5 0 .1 .8 1  0 .2 .4 .6 .8 1  1 0 1 0 1 0"/></asset>`;

/** A rope, a cloth, a block: one flex of each dimension. */
const flexes: Record<1 | 2 | 3, (attributes: string, contact: string, name?: string) => string> = {
  1: (attributes, contact, name = 'f') =>
    `<flexcomp name="${name}" type="grid" dim="1" count="9 1 1" spacing=".07 .07 .07" radius=".02" mass=".3" ${attributes}><contact ${contact}/></flexcomp>`,
  2: (attributes, contact, name = 'f') =>
    `<flexcomp name="${name}" type="grid" dim="2" count="5 5 1" spacing=".1 .1 .1" radius=".015" mass=".3" ${attributes}><contact ${contact}/></flexcomp>`,
  3: (attributes, contact, name = 'f') =>
    `<flexcomp name="${name}" type="grid" dim="3" count="3 3 3" spacing=".12 .12 .12" radius=".01" mass=".5" ${attributes}><contact ${contact}/></flexcomp>`,
};

const geoms: Record<string, string> = {
  plane: '<geom type="plane" size="0 0 1" pos="0 0 .02"/>',
  hfield: '<geom type="hfield" hfield="h"/>',
  sphere: '<body><freejoint/><geom size=".15"/></body>',
  capsule: '<body euler="0 80 20"><freejoint/><geom type="capsule" size=".1 .2"/></body>',
  ellipsoid: '<body euler="10 20 30"><freejoint/><geom type="ellipsoid" size=".2 .15 .1"/></body>',
  cylinder: '<body euler="80 10 0"><freejoint/><geom type="cylinder" size=".1 .2"/></body>',
  box: '<body euler="10 20 30"><freejoint/><geom type="box" size=".2 .15 .1"/></body>',
  mesh: '<body><freejoint/><geom type="mesh" mesh="m"/></body>',
};

const plain = 'selfcollide="none"';
const model = (body: string, options = ''): string =>
  `<mujoco>${options}${assets}<worldbody>${body}</worldbody></mujoco>`;
const scenes: Record<string, Scene> = {};
for (const dim of [1, 2, 3] as const) {
  for (const [name, geom] of Object.entries(geoms))
    scenes[`${name} and a flex of dimension ${dim}`] = {
      xml: model(geom + flexes[dim]('pos="0 0 .05"', plain)),
      shake: 0.03,
      shows: [name === 'plane' ? 'plane vertex' : `${name} element`],
    };
  for (const mode of ['narrow', 'bvh', 'sap', 'auto'])
    scenes[`self-collision by ${mode}, dimension ${dim}`] = {
      xml: model(flexes[dim]('', `selfcollide="${mode}"`)),
      shake: 0.15,
      shows: ['element element'],
    };
  scenes[`internal collisions, dimension ${dim}`] = {
    xml: model(flexes[dim]('', `internal="true" ${plain}`)),
    shake: 0.1,
    shows: [dim === 3 ? 'element vertex' : 'vertex element'],
  };
  for (const other of [1, 2, 3] as const)
    scenes[`flexes of dimensions ${dim} and ${other}`] = {
      xml: model(flexes[dim]('', plain, 'a') + flexes[other]('pos=".05 0 .02" euler="10 40 0"', plain, 'b')),
      shake: 0.02,
      shows: ['element element'],
    };
}
const several =
  flexes[2]('pos="0 0 .05"', `${plain} condim="4" margin=".01" gap=".02" friction=".3 .2 .1" solmix="3"`) +
  geoms['box'];
const flags = (text: string): string => `<option><flag ${text}/></option>`;
const more: Record<string, Scene> = {
  'midphase off': {
    xml: model(several + geoms['plane'], flags('midphase="disable"')),
    shake: 0.03,
    shows: ['box element'],
  },
  'self-collision with midphase off': {
    xml: model(flexes[2]('', 'selfcollide="auto"'), flags('midphase="disable"')),
    shake: 0.15,
    shows: ['element element'],
  },
  'portal refinement': {
    xml: model(flexes[3]('pos="0 0 .05"', plain) + geoms['ellipsoid'] + geoms['hfield'], flags('nativeccd="disable"')),
    shake: 0.03,
    shows: ['ellipsoid element', 'hfield element'],
  },
  'mixed parameters': { xml: model(several), shake: 0.03, shows: ['box element'] },
  'a geom of higher priority': {
    xml: model(
      `${flexes[2]('pos="0 0 .05"', `${plain} condim="1"`)}<body><freejoint/><geom size=".15" priority="2" condim="6" solref="-100 -3" adhesion="2"/></body>`,
    ),
    shake: 0.03,
    shows: ['sphere element'],
  },
  'a flex of higher priority': {
    xml: model(`${flexes[2]('pos="0 0 .05"', `${plain} condim="6" priority="3"`)}${geoms['capsule']}`),
    shake: 0.03,
    shows: ['capsule element'],
  },
  'an adhesive geom': {
    xml: model(
      `${flexes[3]('pos="0 0 .05"', plain)}<body><freejoint/><geom size=".15" adhesion="2" margin=".01" gap=".05"/></body>`,
    ),
    shake: 0.03,
    shows: ['sphere element'],
  },
  override: {
    xml: model(
      several,
      '<option o_margin=".05" o_solref=".1 .9" o_friction=".1 .2 .3 .4 .5"><flag override="enable"/></option>',
    ),
    shake: 0.03,
    shows: ['box element'],
  },
  'bits that do not meet': {
    xml: model(
      `${flexes[2]('pos="0 0 .05"', `${plain} contype="2" conaffinity="4"`)}<body><freejoint/><geom size=".15" contype="1" conaffinity="1"/><geom size=".1" pos=".1 0 0" contype="4" conaffinity="0"/></body>${geoms['plane']}`,
    ),
    shake: 0.03,
    shows: ['sphere element'],
  },
  'a plane whose bits do not meet, on a body whose others do': {
    xml: model(
      `${flexes[2]('pos="0 0 .05"', plain)}<geom type="plane" size="0 0 1" pos="0 0 .05" contype="0" conaffinity="0"/><geom size=".1" pos="0 .1 0"/>`,
    ),
    shake: 0.03,
    shows: ['sphere element'],
  },
  'a plane on a body that moves': {
    xml: model(
      `${flexes[2]('pos="0 0 .05"', plain)}<body mocap="true"><geom type="plane" size="0 0 1" pos="0 0 .02"/></body><body><joint type="slide" axis="0 0 1"/><geom size=".1" mass="1"/></body>`,
    ),
    shake: 0.03,
    shows: ['plane vertex', 'sphere element'],
  },
  'many contacts, of which fifty are listed': {
    xml: model(
      `<flexcomp name="f" type="grid" dim="2" count="12 12 1" spacing=".05 .05 .05" radius=".02" mass=".3" pos="0 0 .03"><contact ${plain}/></flexcomp>${geoms['box']}${geoms['plane']}<geom size=".3" pos="0 0 -.2"/>`,
    ),
    shake: 0.01,
    shows: ['plane vertex', 'box element', 'sphere element'],
  },
  'active layers': {
    xml: model(
      `<flexcomp name="f" type="grid" dim="3" count="5 5 5" spacing=".06 .06 .06" radius=".005" mass=".3"><contact selfcollide="bvh" activelayers="2"/></flexcomp>`,
    ),
    shake: 0.05,
    shows: ['element element'],
  },
  'pinned to a body with a geom': {
    xml: model(
      `<body name="b" pos="0 0 .05"><freejoint/><geom type="box" size=".1 .1 .05"/>${flexes[2]('', plain).replace('<contact', '<pin gridrange="0 0 1 4"/><contact')}</body>${geoms['plane']}`,
    ),
    shake: 0.03,
    shows: ['plane vertex'],
  },
  'a rigid flex': {
    xml: model(`${flexes[2]('pos="0 0 .05" rigid="true"', plain)}${geoms['sphere']}`),
    shake: 0.02,
    shows: ['sphere element'],
  },
  'explicit pairs and several bodies around flexes': {
    xml: model(
      `${geoms['plane']}${geoms['box']}${flexes[2]('pos="0 0 .05"', plain, 'a')}<body name="b1" pos=".1 0 .1"><freejoint/><geom name="g1" size=".1"/><geom size=".05" pos=".1 0 0"/></body>${flexes[1]('pos="0 .1 .05"', plain, 'b')}<body name="b2" pos=".15 .1 .1"><freejoint/><geom name="g2" size=".1"/></body>`,
    ).replace('</mujoco>', '<contact><pair geom1="g2" geom2="g1" condim="4"/></contact></mujoco>'),
    shake: 0.02,
    shows: ['plane vertex', 'box element', 'sphere element', 'element element', 'sphere sphere'],
  },
};
for (const dof of ['trilinear', 'quadratic'])
  for (const [name, cells] of [
    ['', ''],
    [' of several cells', 'cellcount="2 2 1"'],
  ] as const)
    more[`interpolated, ${dof}${name}`] = {
      xml: model(
        `<flexcomp name="f" type="grid" dim="3" count="4 4 4" spacing=".08 .08 .08" radius=".005" mass=".5" dof="${dof}" ${cells} pos="0 0 .05"><contact ${plain}/></flexcomp>${geoms['plane']}${geoms['ellipsoid']}${geoms['sphere']}`,
      ),
      shake: 0.03,
      shows: ['plane vertex', 'ellipsoid element', 'sphere element'],
    };
for (const cone of ['pyramidal', 'elliptic'])
  for (const jacobian of ['dense', 'sparse'])
    more[`${cone} cones, ${jacobian} Jacobian`] = {
      xml: model(
        `${flexes[2]('pos="0 0 .05"', `${plain} condim="6"`)}${geoms['box']}${geoms['plane']}`,
        `<option cone="${cone}" jacobian="${jacobian}"/>`,
      ),
      shake: 0.03,
      shows: ['box element', 'plane vertex'],
    };
more['sensors of contacts'] = {
  xml: model(
    `${flexes[2]('pos="0 0 .05"', `${plain} condim="3"`)}<body name="b"><freejoint/><geom name="g" type="box" size=".2 .15 .03"/><site name="s" type="box" size=".2 .15 .05"/></body>`,
  ).replace(
    '</mujoco>',
    `<sensor><touch site="s"/><contact geom1="g" num="3" data="found force dist pos normal" reduce="mindist"/>
      <contact body1="f_12" num="2" data="found force torque tangent"/><contact subtree1="b" reduce="netforce" data="force pos"/>
      <contact site="s" num="4" data="found dist"/></sensor></mujoco>`,
  ),
  shake: 0.03,
  shows: ['box element'],
};
Object.assign(scenes, more);

const geomTypes = ['plane', 'hfield', 'sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh', 'sdf'];

type Located = { ncon: number; contact: { geom: ArrayLike<number>; elem: ArrayLike<number> } };

/** What the two sides of contact c are. */
function describeSides(types: ArrayLike<number>, { contact }: Located, c: number): string {
  const side = (k: number): string => {
    const geom = contact.geom[2 * c + k] as number;
    if (geom >= 0) return geomTypes[types[geom] as number] as string;
    return (contact.elem[2 * c + k] as number) >= 0 ? 'element' : 'vertex';
  };
  return `${side(0)} ${side(1)}`;
}

/** Moves every coordinate of the oracle's state by up to `amount`, quaternions as well: it normalises them. */
function shake(data: OracleStruct, random: Random, amount: number): void {
  const qpos = data['qpos'] as Float64Array;
  for (let i = 0; i < qpos.length; i++) qpos[i] = (qpos[i] as number) + random.uniform(-amount, amount);
}

describe('collision of flexes', () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await loadOracle();
  });

  test.each(Object.keys(scenes))('%s: contacts and rows as the oracle has them', (name) => {
    const { xml, shake: amount, shows } = scenes[name] as Scene;
    const { model: theirs, data } = loadOracleXml(oracle, xml);
    const m = modelFromOracle(theirs);
    const d = makeData(m);
    const random = makeRandom(7);
    const seen = new Set<string>();
    const start = (data['qpos'] as Float64Array).slice();
    for (let round = 0; round < 6; round++) {
      (data['qpos'] as Float64Array).set(start);
      shake(data, random, amount);
      copyState(data, d);
      callOracle(oracle, 'mj_forward', theirs, data);
      fwdPosition(m, d);
      for (let c = 0; c < d.ncon; c++) seen.add(describeSides(m.geom_type, d as unknown as Located, c));
      for (const [field, error] of Object.entries(compareContacts(d, data)))
        expect(error, `${field} in round ${round}`).toBeLessThan(1e-10);
      const sparse = m.opt.jacobian === 1 || (m.opt.jacobian === 2 && m.nv >= 60);
      for (const { field, error } of compareConstraints(m, data, sparse))
        expect(error, `${field} in round ${round}`).toBeLessThan(1e-10);
    }
    for (const sides of shows) expect([...seen]).toContain(sides);
    data.delete();
    theirs.delete();
  });

  test.each(['sensors of contacts', 'an adhesive geom', 'interpolated, quadratic', 'flexes of dimensions 2 and 3'])(
    '%s: every field of forward as the oracle has it',
    (name) => {
      const { model: theirs, data } = loadOracleXml(oracle, (scenes[name] as Scene).xml);
      const m = modelFromOracle(theirs);
      const d = makeData(m);
      const random = makeRandom(3);
      for (let round = 0; round < 3; round++) {
        shake(data, random, 0.5 * (scenes[name] as Scene).shake);
        copyState(data, d);
        callOracle(oracle, 'mj_forward', theirs, data);
        forward(m, d);
        for (const [field, error] of Object.entries(compareData(d, data)))
          expect(error, `${field} in round ${round}`).toBeLessThanOrEqual(toleranceOf(field));
      }
      data.delete();
      theirs.delete();
    },
  );

  test('rays meet the parts of a flex that are drawn where the oracle says', () => {
    const random = makeRandom(5);
    let hits = 0;
    for (const dim of [1, 2, 3] as const) {
      const { model: theirs, data } = loadOracleXml(oracle, model(flexes[dim]('', plain)));
      const m = modelFromOracle(theirs);
      const d = makeData(m);
      shake(data, random, 0.03);
      copyState(data, d);
      callOracle(oracle, 'mj_fwdPosition', theirs, data);
      fwdPosition(m, d);
      const Ints = oracle.mj['IntBuffer'] as new (n: number) => { GetView(): Int32Array; delete(): void };
      const Doubles = oracle.mj['DoubleBuffer'] as new (n: number) => { GetView(): Float64Array; delete(): void };
      const vertex = new Ints(1);
      const normal = new Doubles(3);
      for (let k = 0; k < 300; k++) {
        const draw = (size: number): number[] => [0, 1, 2].map(() => random.uniform(-size, size));
        const point = draw(0.6);
        const direction = draw(0.2).map((x, i) => x - (point[i] as number)); // towards the flex
        const parts = [0, 1, 2, 3].map(() => random.chance(0.5)) as [boolean, boolean, boolean, boolean];
        const [vertices, edges, faces, skin] = parts;
        const layer = random.below(2);
        const distance = callOracle(
          oracle,
          'mj_rayFlex',
          theirs,
          data,
          layer,
          ...parts,
          0,
          point,
          direction,
          vertex,
          normal,
        );
        const hit = castRayFlex(m, d, 0, point, direction, { vertices, edges, faces, skin, layer });
        expect(hit.distance).toBeCloseTo(distance as number, 10);
        if (hit.distance < 0) continue;
        hits++;
        expect(hit.vertex).toBe(vertex.GetView()[0]);
        for (let i = 0; i < 3; i++) expect(hit.normal[i]).toBeCloseTo(normal.GetView()[i] as number, 9);
      }
      vertex.delete();
      normal.delete();
      data.delete();
      theirs.delete();
    }
    expect(hits).toBeGreaterThan(100);
  });

  test('a sleeping flex is left alone, and woken by what touches it', () => {
    const { model: theirs, data } = loadOracleXml(
      oracle,
      model(
        `<geom type="plane" size="0 0 1"/><body name="p" pos="0 0 .02"><flexcomp name="f" type="grid" dim="1" count="3 1 1" spacing=".05 .05 .05" radius=".02" mass="1"><edge equality="true" solref=".15 .2"/></flexcomp></body>
        <body pos="0 .01 1"><freejoint/><geom size=".05"/></body>`,
        '<option integrator="implicitfast" viscosity="2" sleep_tolerance=".1"><flag sleep="enable"/></option>',
      ),
    );
    const m = modelFromOracle(theirs);
    const d = makeData(m);
    const asleep: boolean[] = []; // whether anything is, when that changes
    for (let s = 0; s < 400; s++) {
      copyState(data, d);
      copySleep(data, d);
      callOracle(oracle, 'mj_forward', theirs, data);
      fwdPosition(m, d);
      const some = d.nbody_awake < m.nbody;
      if (some !== asleep.at(-1)) asleep.push(some);
      for (const [field, error] of Object.entries(compareContacts(d, data)))
        expect(error, `${field} at step ${s}`).toBeLessThan(1e-10);
      callOracle(oracle, 'mj_step', theirs, data);
    }
    expect(asleep.slice(0, 3)).toEqual([false, true, false]);
    data.delete();
    theirs.delete();
  });

  test.each(['many contacts, of which fifty are listed', 'self-collision by sap, dimension 2'])(
    '%s: allocates nothing',
    (name) => {
      const { model: theirs, data } = loadOracleXml(oracle, (scenes[name] as Scene).xml);
      const m = modelFromOracle(theirs);
      const d = makeData(m);
      shake(data, makeRandom(7), (scenes[name] as Scene).shake);
      copyState(data, d);
      forward(m, d);
      expect(d.ncon).toBeGreaterThan(0);
      // numbers that the js back end boxes on their way through calls
      expect(bytesPerCall(() => collision(m, d), 100)).toBeLessThan(
        backendName() === 'wasm' ? 16 : 4000 * (m.nflexelem + d.ncon),
      );
      data.delete();
      theirs.delete();
    },
  );
});
