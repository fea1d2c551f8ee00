// The URDF language as a table, as `mjcf/schema.ts` is for MJCF. It serves editors: the reader ignores what it does not know.
import { file, floats, id, keyword, real, reals, ref, required, text } from '../mjcf/attributes.ts';
import { type ElementRow, element } from '../mjcf/element-row.ts';

const ROWS: Readonly<Record<string, () => ElementRow>> = {
  robot: () => element({ name: required(text) }, 'link* joint* material* mujoco?'),
  link: () => element({ name: required(id('body')) }, 'inertial? visual* collision*'),
  inertial: () => element({}, 'origin? mass! inertia!'),
  origin: () => element({ xyz: reals(3), rpy: reals(3) }),
  mass: () => element({ value: required(real) }),
  inertia: () =>
    element({
      ixx: required(real),
      ixy: required(real),
      ixz: required(real),
      iyy: required(real),
      iyz: required(real),
      izz: required(real),
    }),
  visual: () => element({ name: text }, 'origin? geometry! material?'),
  collision: () => element({ name: id('geom') }, 'origin? geometry!'),
  geometry: () => element({}, 'box? cylinder? sphere? capsule? mesh?'),
  box: () => element({ size: required(reals(3)) }),
  cylinder: () => element({ radius: required(real), length: required(real) }),
  sphere: () => element({ radius: required(real) }),
  capsule: () => element({ radius: required(real), length: required(real) }),
  mesh: () => element({ filename: required(file), scale: reals(3) }),
  material: () => element({ name: required(id('material')) }, 'color? texture?'),
  color: () => element({ rgba: required(floats(4)) }),
  texture: () => element({ filename: required(file) }),
  joint: () =>
    element(
      {
        name: required(id('joint')),
        type: required(keyword('revolute', 'continuous', 'prismatic', 'fixed', 'floating', 'planar', 'spherical')),
      },
      'parent! child! origin? axis? limit? dynamics? mimic?',
    ),
  parent: () => element({ link: required(ref('body')) }),
  child: () => element({ link: required(ref('body')) }),
  axis: () => element({ xyz: required(reals(3)) }),
  limit: () => element({ lower: real, upper: real, effort: real, velocity: real }),
  dynamics: () => element({ damping: real, friction: real }),
  mimic: () => element({ joint: required(ref('joint')), multiplier: real, offset: real }),
  mujoco: () => element({}, 'compiler? option? size?'),
};

/** Names of the rows. */
export const URDF_ROWS: readonly string[] = Object.keys(ROWS);

/** The row of a URDF element. */
export const urdfRow = (name: string): ElementRow | undefined => ROWS[name]?.();
