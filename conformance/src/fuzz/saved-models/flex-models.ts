const twice = (extra: string, inner: string): string => `<mujoco><worldbody>
  <flexcomp name="f" ${extra} mass="1">${inner}</flexcomp><flexcomp name="g" pos="0 0 3" ${extra} mass="1">${inner}</flexcomp>
  </worldbody></mujoco>`;

const grid = (dim: number, count: string, rest = ''): string =>
  `type="grid" dim="${dim}" count="${count}" spacing=".1 .1 .1" ${rest}`;
const elastic = '<elasticity young="1e4" poisson=".2"/>';
const alone = '<contact selfcollide="none"/>';

/** Flexes of every dimension, interpolation and constraint. */
export const FLEX_MODELS: readonly string[] = [
  twice(grid(1, '6 1 1'), '<edge equality="true"/>'),
  twice(grid(2, '4 4 1'), '<elasticity young="1e4" poisson=".2" thickness=".01" elastic2d="both"/>'),
  twice(grid(2, '4 4 1'), '<edge equality="vert"/>'),
  twice(grid(3, '3 3 3'), `${elastic}<contact internal="true"/>`),
  twice(grid(3, '4 4 4', 'dof="trilinear" cellcount="2 3 2"'), alone + elastic),
  twice(grid(3, '4 4 4', 'dof="quadratic"'), alone + elastic),
  `<mujoco><worldbody><body name="b"><freejoint/><geom size=".1"/></body></worldbody><deformable>
    <flex dim="2" body="b b b" vertex="0 0 0 1 0 0 0 1 0" element="0 1 2" texcoord="0 0 1 0 0 1" elemtexcoord="0 1 2"/></deformable></mujoco>`,
];
