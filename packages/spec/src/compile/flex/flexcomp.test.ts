import { loadOracle, type Oracle } from '@qpos/conformance';
import { type Data, enums, makeData, restoreModel, saveModel } from '@qpos/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { specFromModel } from '../../decompile/index.ts';
import { ModelError } from '../../errors.ts';
import { parseMjcf } from '../../mjcf/parse.ts';
import { writeMjcf } from '../../mjcf/write.ts';
import { addFlexcomp, addGeom } from '../../spec/add.ts';
import { createSpec } from '../../spec/create.ts';
import { expandSpec } from '../../spec/expand.ts';
import { compile } from '../compile.ts';
import { loadModel } from '../load.ts';
import { recompile } from '../recompile.ts';
import { differences, inOracle } from '../testing.ts';

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

const world = (inside: string, before = '', after = ''): string =>
  `<mujoco>${before}<worldbody><body name="p">${inside}</body></worldbody>${after}</mujoco>`;
const EDGES = '<edge equality="true"/>';
const flexcomp = (attributes: string, inside = EDGES): string =>
  world(`<flexcomp name="f" radius=".01" spacing=".1 .1 .1" ${attributes}>${inside}</flexcomp>`);
const direct = (point: string, element: string, inside = EDGES): string =>
  flexcomp(`type="direct" point="${point}" element="${element}"`, inside);
const bodies = ['0 0 1', '.2 0 1', '.2 .2 1', '0 .2 1.1']
  .map(
    (pos, i) =>
      `<body name="b${i}" pos="${pos}"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide"/><geom size=".02"/></body>`,
  )
  .join('');
const flex = (attributes: string, inside = '<edge damping=".1"/>', after = ''): string =>
  `<mujoco><worldbody>${bodies}</worldbody><deformable><flex name="f" ${attributes}>${inside}</flex></deformable>${after}</mujoco>`;
const FOUR = 'body="b0 b1 b2 b3"';
const NO_SELF = '<contact selfcollide="none"/>';
const elastic = (attributes: string): string => `<elasticity young="1e3" poisson=".2" ${attributes}/>`;

const EQUAL: [name: string, xml: string][] = [
  ['scale of a grid, which has none', flexcomp('count="3 3 1" scale="2 2 2"')],
  ['spacing of exactly twice the radius', world('<flexcomp name="f" radius=".05" count="3 3 1" spacing=".1 .1 .1"/>')],
  ['a triangle without area', direct('0 0 0 1 0 0 2 0 0', '0 1 2')],
  ['two parts', direct('0 0 0 1 0 0 0 1 0 5 0 1 6 0 0 5 1 0', '0 1 2 3 4 5')],
  ['the same triangle twice', direct('0 0 0 1 0 0 0 1 0', '0 1 2 0 1 2')],
  ['three triangles at an edge', direct('0 0 0 1 0 0 0 1 0 0 0 1 0 -1 0', '0 1 2 0 1 3 0 1 4')],
  ['pins in reverse', flexcomp('count="3 3 1"', '<pin range="5 2"/>')],
  ['all pinned', flexcomp('count="3 3 1"', '<pin range="0 8"/>')],
  ['pins of what is rigid', flexcomp('count="3 3 1" rigid="true"', '<pin id="99"/>')],
  ['cells of a grid', flexcomp('dim="3" dof="trilinear" count="5 5 5" cellcount="2 2 2"', elastic('') + NO_SELF)],
  ['a negative count of cells', flexcomp('dim="3" dof="trilinear" count="3 3 3" cellcount="-1 -1 -1"', NO_SELF)],
  [
    'pinned control nodes',
    flexcomp('dim="3" dof="trilinear" count="3 3 3"', `${elastic('')}<pin range="0 7"/>${NO_SELF}`),
  ],
  ['edges of an interpolated flex', flexcomp('dim="3" dof="trilinear" count="3 3 3"', EDGES + NO_SELF)],
  ['strain of a flex without nodes', flexcomp('dim="3" count="3 3 3"', '<edge equality="strain"/>')],
  ['vertices that are turned in their plane', flexcomp('count="3 3 1" euler="0 0 30"', '<edge equality="vert"/>')],
  ['vertices, some of them pinned', flexcomp('count="4 5 1"', '<edge equality="vert"/><pin id="0 4"/>')],
  ['vertices of a solid', flexcomp('dim="3" count="3 3 3"', '<edge equality="vert"/>')],
  ['more layers', flexcomp('dim="3" count="5 5 5"', '<contact activelayers="2"/>')],
  ['negative radius', world('<flexcomp name="f" radius="-1" count="3 3 1" spacing=".1 .1 .1"/>')],
  ['quaternion that is no unit', flexcomp('count="3 3 1" quat="2 1 0 0"')],
  ['elements as one body', flex('body="world" vertex="0 0 0 1 0 0 1 1 0" element="0 1 2"', '')],
  ['vertices that are all zero', flex(`${FOUR} vertex="0 0 0 0 0 0 0 0 0 0 0 0" element="0 1 2 0 2 3"`)],
  ['texture coordinates of elements without any', flex(`${FOUR} element="0 1 2" elemtexcoord="0 1 2"`)],
  [
    'two constraints',
    flex(`${FOUR} element="0 1 2"`, '', '<equality><flex flex="f"/><flexstrain flex="f"/></equality>'),
  ],
];

const REFUSED: [name: string, xml: string, code: string][] = [
  ['counts that leave rows out', flexcomp('count="3 3 2"'), 'bad-value'],
  ['one point', flexcomp('dim="1" count="1 1 1"'), 'bad-value'],
  ['no count', flexcomp('count="0 3 1"'), 'bad-value'],
  ['four dimensions', flexcomp('dim="4" count="3 3 1"'), 'bad-value'],
  ['a parent without a name', flexcomp('count="3 3 1"').replace(' name="p"', ''), 'missing-attribute'],
  ['spacing below the radius', world('<flexcomp name="f" count="3 3 1" spacing=".009 .1 .1"/>'), 'bad-value'],
  ['no scale', direct('0 0 0 1 0 0 1 1 0', '0 1 2').replace('type=', 'scale="0 1 1" type='), 'bad-value'],
  ['no mass', flexcomp('count="3 3 1" mass="0"'), 'bad-value'],
  ['no points', direct('', '0 1 2'), 'bad-value'],
  ['no elements', direct('0 0 0 1 0 0 1 1 0', ''), 'bad-value'],
  ['half a point', direct('0 0 0 1', '0 1 2'), 'bad-value'],
  ['a point that does not exist', direct('0 0 0 1 0 0 1 1 0', '0 1 3'), 'bad-value'],
  ['a point twice', direct('0 0 0 1 0 0 1 1 0', '0 1 1'), 'bad-value'],
  ['a pin outside', flexcomp('count="3 3 1"', '<pin id="9"/>'), 'bad-value'],
  ['half a range of pins', flexcomp('count="3 3 1"', '<pin range="1 2 3"/>'), 'bad-value'],
  ['a grid of pins of a box', flexcomp('type="box" dim="3" count="3 3 3"', '<pin grid="1 1 1"/>'), 'bad-value'],
  ['self collision of an interpolated flex', flexcomp('dim="3" dof="trilinear" count="3 3 3"'), 'bad-value'],
  ['no cells', flexcomp('dim="3" dof="trilinear" count="3 3 3" cellcount="0 1 1"', NO_SELF), 'bad-value'],
  ['a flat control grid', flexcomp('dof="trilinear" count="3 3 1"', NO_SELF), 'bad-value'],
  ['edges and elasticity', flexcomp('count="3 3 1"', EDGES + elastic('')), 'attribute-conflict'],
  ['vertices that are not in the x-y plane', flexcomp('count="3 3 1" euler="30 0 0"', '<edge equality="vert"/>'), 'compile'],
  ['edge stiffness of a cloth', flexcomp('count="3 3 1"', '<edge stiffness="1"/>'), 'bad-value'],
  ['bending without thickness', flexcomp('count="3 3 1"', elastic('elastic2d="bend"')), 'bad-value'],
  ['bending of a solid', flexcomp('dim="3" count="3 3 3"', elastic('elastic2d="bend" thickness=".1"')), 'bad-value'],
  ['incompressible', flexcomp('dim="3" count="3 3 3"', elastic('').replace('.2', '.5')), 'bad-value'],
  ['the same name twice', world(`<flexcomp name="f" count="2 2 1" spacing=".1 .1 .1"/><body name="f_0"/>`), 'duplicate-name'],
  ['a file that is missing', flexcomp('type="mesh" file="no.obj"'), 'missing-file'],
  ['no file', flexcomp('type="gmsh"'), 'missing-attribute'],
  ['copies', world('<replicate count="2"><flexcomp name="f" count="2 2 1" spacing=".1 .1 .1"/></replicate>'), 'misplaced-element'],
  ['a cable, which is an extension', flexcomp('type="cable" count="3 1 1"'), 'bad-keyword'],
  ['a parent that is fused', flexcomp('count="3 3 1"', '<pin id="0"/>').replace('<mujoco>', '<mujoco><compiler fusestatic="true"/>'), 'unknown-name'],
  ['an unknown material', flexcomp('count="3 3 1" material="no"'), 'unknown-name'],
  ['elasticity under implicit', flexcomp('dim="3" count="3 3 3"', elastic('')).replace('<mujoco>', '<mujoco><option integrator="implicit"/>'), 'attribute-conflict'],
  ['passive contacts under Euler', flexcomp('count="3 3 1"', `${EDGES}<contact passive="true"/>`), 'attribute-conflict'],
  ['PGS under discrete', flexcomp('dim="3" count="3 3 3"', elastic('')).replace('<mujoco>', '<mujoco><option integrator="discrete" solver="PGS"/>'), 'attribute-conflict'],
  ['half an element', flex(`${FOUR} element="0 1"`), 'bad-value'],
  ['an element outside', flex(`${FOUR} element="0 1 4"`), 'bad-value'],
  ['an unknown body', flex('body="b0 b1 no" element="0 1 2"'), 'unknown-name'],
  ['too few vertices', flex('dim="3" body="b0 b1 b2" element="0 1 2 2"'), 'bad-value'],
  ['vertices without bodies', flex(`${FOUR} vertex="0 0 0 1 0 0 1 1 0" element="0 1 2"`), 'bad-value'],
  ['too few texture coordinates', flex(`${FOUR} element="0 1 2" texcoord="0 0 1 1"`), 'bad-value'],
  ['nodes without an order', flex(`${FOUR} element="0 1 2" node="b0 b1 b2 b3"`, NO_SELF), 'bad-value'],
  ['nodes that are no grid', flex(`${FOUR} element="0 1 2" node="b0 b1 b2 b3" dof="trilinear"`, NO_SELF), 'bad-value'],
  ['an unknown flex', flex(`${FOUR} element="0 1 2"`, '', '<equality><flex flex="no"/></equality>'), 'unknown-name'],
]; // biome-ignore format: a table

describe('flexcomp and flex', () => {
  test.each(EQUAL)('%s: as in the oracle', (_, xml) => {
    const theirs = inOracle(oracle, xml);
    expect(theirs).toBeDefined();
    if (theirs !== undefined) expect(differences(loadModel(xml, { onWarning: () => {} }), theirs)).toEqual([]);
  });

  test.each(REFUSED)('%s: refused by both, here with a code and a place', (_, xml, code) => {
    expect(inOracle(oracle, xml)).toBeUndefined();
    const error = refusal(xml);
    expect([error.code, error.line]).toEqual([code, 1]);
  });

  test('stricter than the oracle: elasticity of elements without area or volume', () => {
    const stretch = elastic('elastic2d="stretch" thickness=".1"');
    expect(refusal(direct('0 0 0 1 0 0 2 0 0', '0 1 2', stretch))).toMatchObject({
      code: 'bad-value',
      element: "flex 'f'",
    });
    expect(refusal(flex(`${FOUR} dim="3" element="0 1 2 3"`, elastic('')).replace('1.1', '1')).message).toContain(
      'volume',
    );
  });

  test('three triangles that bend at one edge are a warning, an error in strict mode', () => {
    const xml = direct(
      '0 0 0 1 0 0 0 1 0 0 0 1 0 -1 0',
      '0 1 2 0 1 3 0 1 4',
      elastic('elastic2d="bend" thickness=".1"'),
    );
    const warnings: string[] = [];
    loadModel(xml, { onWarning: ({ message }) => warnings.push(message) });
    expect(warnings.join()).toContain('more than two triangles');
    expect(() => loadModel(xml, { mode: 'strict' })).toThrow(ModelError);
  });

  test('the flag ipc refuses sheets on what turns, and vertices with bodies of their own on what moves', () => {
    const sheet = (joint: string, pin: string): string =>
      `<mujoco><option integrator="discrete" solver="CG"><flag ipc="enable"/></option><worldbody>
        <body name="arm"><joint type="${joint}"/><geom size=".01" contype="0" conaffinity="0"/>
          <flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".01"><edge equality="true"/>
            <contact selfcollide="none"/>${pin}</flexcomp></body></worldbody></mujoco>`;
    const pins = '<pin gridrange="0 0 2 2"/>';
    expect(refusal(sheet('hinge', pins))).toMatchObject({ message: expect.stringContaining('fixed or slide') });
    expect(refusal(sheet('ball', pins))).toMatchObject({ message: expect.stringContaining('fixed or slide') });
    expect(refusal(sheet('slide', '<pin id="0"/>'))).toMatchObject({
      message: expect.stringContaining('bodies of their own'),
      element: expect.stringContaining('flex'),
    });
    expect(() => loadModel(sheet('slide', pins))).not.toThrow();
  });

  test('counts are limited before anything is made', () => {
    expect(refusal(flexcomp('dim="3" count="3000 3000 3000"')).code).toBe('limit');
    const spec = createSpec();
    addFlexcomp(spec.worldbody, { name: 'f', type: 'box', dim: 3, count: [2000, 2000, 2000] });
    expect(() => compile(spec)).toThrow(expect.objectContaining({ code: 'limit' }));
    const many = flexcomp('dim="3" count="41 41 41"').replace('.01', '.001');
    expect(refusal(many)).toMatchObject({ code: 'limit', hint: expect.stringContaining('control nodes') });
  });

  test('a cable is a grid of one dimension, with extensions', () => {
    const cable = loadModel(flexcomp('type="cable" count="5 1 1"'), { extensions: true });
    const grid = loadModel(flexcomp('type="grid" dim="1" count="5 1 1"'));
    expect(differences(cable, grid)).toEqual([]);
  });
});

function refusal(xml: string): ModelError {
  try {
    loadModel(xml, { onWarning: () => {} });
  } catch (error) {
    expect(error).toBeInstanceOf(ModelError);
    return error as ModelError;
  }
  throw new Error('it was not refused');
}

describe('round trips', () => {
  const CLOTH = flexcomp('count="4 3 1"', `${EDGES}<pin id="0 3"/>`);
  const ROUND: [string, string][] = [
    ['cloth', CLOTH],
    ['elastic cloth', flexcomp('count="4 3 1"', elastic('elastic2d="both" thickness=".02" damping=".1"'))],
    ['cloth that bends', flexcomp('type="cylinder" count="4 4 3"', elastic('elastic2d="bend" thickness=".02"'))],
    ['solid', flexcomp('dim="3" count="3 3 3"', elastic('damping=".3"'))],
    ['interpolated', flexcomp('dim="3" dof="quadratic" count="3 3 3" euler="10 20 0"', elastic('') + NO_SELF)],
    ['shell', flexcomp('dim="3" dof="trilinear" count="3 3 3"', elastic('elastic2d="both" thickness=".03"') + NO_SELF)],
    ['strain', flexcomp('dim="3" dof="trilinear" count="3 3 3"', `<edge equality="strain"/>${NO_SELF}`)],
    ['rigid', flexcomp('count="3 3 1" rigid="true"', '')],
  ];

  test.each(ROUND)('%s: expanded, written and read it is the same', (_, xml) => {
    const model = loadModel(xml);
    expect(differences(loadModel(writeMjcf(parseMjcf(xml))), model)).toEqual([]);
    expect(differences(loadModel(writeMjcf(expandSpec(parseMjcf(xml)))), model)).toEqual([]);
  });

  test.each(ROUND)('%s: decompiled and compiled it has the same physics', (_, xml) => {
    const model = loadModel(xml);
    const again = loadModel(writeMjcf(specFromModel(model).spec));
    // where the vertices of interpolated flexes are counted from is not in the Model
    expect(differences(again, model).filter((name) => name !== 'flex_vert')).toEqual([]);
  });

  test.each(ROUND)('%s: saved and restored it has the same bytes', (_, xml) => {
    const bytes = saveModel(loadModel(xml));
    const restored = restoreModel(bytes);
    expect(saveModel(restored)).toEqual(bytes);
    expect(differences(restored, loadModel(xml))).toEqual([]);
  });

  test('an edit keeps the state of the vertices', () => {
    const spec = parseMjcf(CLOTH);
    const before = compile(spec);
    const data: Data = makeData(before);
    data.qpos.forEach((_, i) => {
      data.qpos[i] = 0.01 * i;
    });
    data.qvel.fill(0.5);
    addGeom(spec.worldbody, { type: 'plane', size: [1, 1, 0.1] });
    const after = recompile(spec, before, data);
    expect(after.model.ngeom).toBe(before.ngeom + 1);
    expect(after.data.qpos).toEqual(data.qpos);
    expect(after.data.qvel).toEqual(data.qvel);
  });

  test('the factor of the bending metric: LᵀL = M + (h² + h·damping) K, on every dof', () => {
    const m = loadModel(flexcomp('count="4 4 1"', elastic('elastic2d="bend" thickness=".05" damping=".1"')));
    const n = m.nefm0dof;
    const h = m.opt.timestep;
    const matrix = new Float64Array(n * n);
    const rowOf = new Map(Array.from(m.efm0_dofid, (dof, row) => [dof, row]));
    for (let i = 0; i < n; i++) matrix[i * n + i] = m.body_mass[m.dof_bodyid[m.efm0_dofid[i]]];
    for (let e = 0; e < m.nflexedge; e++) {
      const stencil = [...m.flex_edge.subarray(2 * e, 2 * e + 2), ...m.flex_edgeflap.subarray(2 * e, 2 * e + 2)];
      if (stencil.includes(-1)) continue;
      for (const [i, a] of stencil.entries()) {
        for (const [j, b] of stencil.entries()) {
          for (let k = 0; k < 3; k++) {
            const [p, q] = [a, b].map((v) => rowOf.get(m.body_dofadr[m.flex_vertbodyid[v]] + k) ?? 0);
            matrix[p * n + q] += (h * h + h * m.flex_damping[0]) * m.flex_bending[17 * e + 4 * i + j];
          }
        }
      }
    }
    const factor = new Float64Array(n * n);
    for (let r = 0; r < n; r++)
      for (let k = m.efm0_L_rowadr[r]; k < m.efm0_L_rowadr[r] + m.efm0_L_rownnz[r]; k++)
        factor[r * n + m.efm0_L_colind[k]] = m.efm0_L[k];
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        let sum = 0;
        for (let r = 0; r < n; r++) sum += factor[r * n + i] * factor[r * n + j];
        expect(sum).toBeCloseTo(matrix[i * n + j], 12);
      }
    }
    expect(m.flex_selfcollide[0]).toBe(enums.FlexSelf.AUTO);
  });
});
