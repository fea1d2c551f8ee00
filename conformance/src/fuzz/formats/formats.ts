import { strToU8, zipSync } from 'fflate';
import { openArchive, parseModel, writeMjcf } from 'qpos';
import * as assets from './asset-seeds.ts';
import { binary } from './binary-format.ts';
import { mutateBytes, mutateInPlace } from './byte-mutations.ts';
import type { Format } from './format.ts';
import { link } from './link-format.ts';
import { loadAndStep, loadAsset, STRANGERS } from './load-case.ts';
import { mjb } from './mjb-format.ts';
import { mjcfSeeds, RARE_MJCF, URDF } from './model-seeds.ts';
import { state } from './state-format.ts';
import { mutateLines, mutateXml } from './text-mutations.ts';

const body = (geom: string): string =>
  `<worldbody><geom type="plane" size="1 1 1"/><body name="b" pos="0 0 1"><freejoint/>${geom}</body><body name="c"/></worldbody>`;

/** A mesh as a hull, as a shell with a negative scale, and as a distance field. */
const meshModels = (file: string): string[] => [
  `<mujoco><asset><mesh name="m" file="${file}"/></asset>${body('<geom type="mesh" mesh="m"/>')}</mujoco>`,
  `<mujoco><asset><mesh name="m" file="${file}" inertia="shell" scale="-1 1 2" smoothnormal="true" maxhullvert="8"/></asset>
    ${body('<geom type="mesh" mesh="m"/><geom type="box" mesh="m" pos="2 0 0"/>')}</mujoco>`,
  `<mujoco><asset><mesh name="m" file="${file}" inertia="exact"/></asset>${body('<geom type="sdf" mesh="m"/>')}</mujoco>`,
];

const textureModels = (file: string): string[] => [
  `<mujoco><asset><texture name="t" type="2d" file="${file}" hflip="true"/></asset></mujoco>`,
  `<mujoco><asset><texture name="t" type="cube" file="${file}" gridsize="2 2" gridlayout="UDLF"/></asset></mujoco>`,
  `<mujoco><asset><texture name="t" type="skybox" file="${file}" nchannel="4"/></asset></mujoco>`,
  `<mujoco><asset><hfield name="h" file="${file}" size="1 1 1 1"/></asset>
    <worldbody><geom type="hfield" hfield="h"/><body pos="0 0 .5"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`,
];

const meshFormat = (extension: string, seeds: Format['seeds'], mutate: Format['mutate']): Format => ({
  name: extension,
  extension,
  seeds,
  mutate,
  run: (bytes) => loadAsset(`a.${extension}`, bytes, meshModels(`a.${extension}`)),
});

/** An XML text, read, compiled, simulated; and written and read again where that much went well. */
function runXml(bytes: Uint8Array): void {
  loadAndStep(bytes);
  const spec = parseModel(bytes, { limits: STRANGERS });
  parseModel(writeMjcf(spec), { limits: STRANGERS });
}

/** Has what the models of this repository do not have, and so is taken more often than each of them. */
const rareSeeds = (): Uint8Array[] => Array<Uint8Array>(20).fill(strToU8(RARE_MJCF));

const mjcf: Format = {
  name: 'mjcf',
  extension: 'xml',
  seeds: () => [...mjcfSeeds(), ...rareSeeds()],
  mutate: mutateXml,
  run: runXml,
};

const urdf: Format = { name: 'urdf', extension: 'urdf', seeds: () => [strToU8(URDF)], mutate: mutateXml, run: runXml };

const png: Format = {
  name: 'png',
  extension: 'png',
  seeds: assets.pngSeeds,
  seal: assets.sealPng,
  mutate: mutateBytes,
  run: (bytes) => loadAsset('a.png', bytes, textureModels('a.png')),
};

const ktx: Format = {
  name: 'ktx',
  extension: 'ktx',
  seeds: assets.ktxSeeds,
  mutate: mutateBytes,
  run: (bytes) =>
    loadAsset('a.ktx', bytes, ['<mujoco><asset><texture name="t" type="2d" file="a.ktx"/></asset></mujoco>']),
};

const hfield: Format = {
  name: 'hfield',
  extension: 'bin',
  seeds: assets.hfieldSeeds,
  mutate: mutateInPlace,
  run: (bytes) => loadAsset('a.bin', bytes, textureModels('a.bin').slice(-1)),
};

const skin: Format = {
  name: 'skin',
  extension: 'skn',
  seeds: assets.skinSeeds,
  mutate: mutateInPlace,
  run: (bytes) =>
    loadAsset('a.skn', bytes, [
      `<mujoco><asset><skin name="s" file="a.skn"/></asset>${body('<geom size=".1"/>')}</mujoco>`,
    ]),
};

const gmsh: Format = {
  name: 'gmsh',
  extension: 'msh',
  seeds: assets.gmshSeeds,
  mutate: mutateBytes,
  run: (bytes) =>
    loadAsset('a.msh', bytes, [
      '<mujoco><worldbody><flexcomp name="f" type="gmsh" file="a.msh" radius=".01"><edge equality="true"/></flexcomp></worldbody></mujoco>',
    ]),
};

/** When the files of the archives were written: the same bytes at any time. */
const WRITTEN = new Date(2000, 0, 1);

const zip: Format = {
  name: 'zip',
  extension: 'zip',
  seeds: () => [
    zipSync(
      {
        'robot/robot.xml': strToU8(meshModels('a.stl')[0] as string),
        'robot/a.stl': assets.stlSeeds()[0] as Uint8Array,
        'robot/empty/': new Uint8Array(0),
      },
      { mtime: WRITTEN },
    ),
    zipSync(
      { 'model.xml': [strToU8(RARE_MJCF), { level: 0 }], 'x.txt': strToU8('a'.repeat(1000)) },
      { comment: 'hello', mtime: WRITTEN },
    ),
  ],
  mutate: mutateBytes,
  run: (bytes) => {
    const { files, main } = openArchive(bytes, { name: 'robot.zip', limits: STRANGERS });
    if (main !== undefined) loadAndStep(files[main] as Uint8Array, files, main);
  },
};

/** Every format, in the order in which they are tried. */
export const FORMATS: readonly Format[] = [
  mjcf,
  urdf,
  meshFormat('stl', assets.stlSeeds, mutateInPlace),
  meshFormat('obj', assets.objSeeds, mutateLines),
  meshFormat('msh', assets.mshSeeds, mutateInPlace),
  png,
  ktx,
  hfield,
  skin,
  gmsh,
  zip,
  binary,
  mjb,
  state,
  link,
];
