import { Cloth, materials, Skeleton } from '@qpos/parts/soft';
import * as k from './kinds.ts';

const positions = k.value(() => [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);

/** What the parameters of the functions of `@qpos/parts/soft` take. */
export const SOFT: Readonly<Record<string, k.Kind>> = {
  'CapsuleChain.line.options': k.value(() => ({ from: [0, 0, 0], to: [1, 0, 0], count: 3 })),
  'CapsuleChain.fromPoints.points': positions,
  'CapsuleChain.fromPoints.options': k.settings(),
  'Cloth.grid.options': k.value(() => ({ count: [3, 3] })),
  'Cloth.fromTriangles.positions': k.value(() => [0, 0, 0, 1, 0, 0, 0, 1, 0]),
  'Cloth.fromTriangles.triangles': k.value(() => [0, 1, 2]),
  'Cloth.fromTriangles.options': k.settings(),
  'SoftBody.box.options': k.value(() => ({ size: [1, 1, 1] })),
  'SoftBody.sphere.options': k.value(() => ({ ballRadius: 1 })),
  'SoftBody.fromTetrahedra.positions': positions,
  'SoftBody.fromTetrahedra.tetrahedra': k.value(() => [0, 1, 2, 3]),
  'SoftBody.fromTetrahedra.options': k.settings(),
  'Material.parameters': k.value(() => materials.rubber),
  'SoftScene.bodies': k.value(() => [Cloth.grid({ count: [3, 3] })], 'array'),
  'SoftScene.options': k.settings(),
  'XpbdSolver.options': k.settings(),
  'Skeleton.bones': k.value(() => [{ name: 'a' }], 'array'),
  'Skin.skeleton': k.value(() => new Skeleton([{ name: 'a' }])),
  'Skin.vertices': k.value(() => [0, 0, 0]),
  'Skin.weights': k.value(() => [1]),
  'Skin.options': k.settings(),
  'skinOfModel.skin': k.value(() => 'coat'),
  'skinOfModel.options': k.settings(),
  'softStateOfFlex.flex': k.index(),
  'softBodyOfFlex.flex': k.value(() => 'net'),
  'softBodyOfFlex.options': k.settings(),
};
