const model = (flex: string, options = '', more = ''): string => `<mujoco><option timestep="0.001" ${options}/>
<worldbody><body name="base" pos="0 0 1" euler="10 20 30">${flex}</body></worldbody>${more}</mujoco>`;

const alone = '<contact selfcollide="none" internal="false" contype="0" conaffinity="0"/>';
const sheet = (inner: string, more = ''): string =>
  `<flexcomp name="f" type="grid" dim="2" count="4 3 1" spacing=".1 .12 .1" mass="1" radius=".01" ${more}>${inner}${alone}</flexcomp>`;
const solid = (inner: string, more = ''): string =>
  `<flexcomp name="f" type="grid" dim="3" count="3 3 2" spacing=".1 .12 .15" mass="1" radius=".01" ${more}>${inner}${alone}</flexcomp>`;
const rope = (inner: string): string =>
  `<flexcomp name="f" type="grid" dim="1" count="6 1 1" spacing=".1 .1 .1" mass="1" radius=".01">${inner}${alone}</flexcomp>`;
const stiff = (more = ''): string => `<elasticity young="2e4" poisson=".2" thickness="1e-2" ${more}/>`;
const moving = (flex: string): string => `<mujoco><option timestep="0.001" gravity="0 0 -9.81"/><worldbody>
  <body name="base" pos="0 0 1" euler="10 20 30"><freejoint/><geom type="box" size=".1 .05 .2" contype="0" conaffinity="0"/>
  <body name="arm" pos=".1 0 0"><joint axis="0 1 0"/><geom size=".05" contype="0" conaffinity="0"/>${flex}</body></body></worldbody></mujoco>`;

/** The strain of vertices is known only of sheets that lie in the plane of x and y. */
const level = (flexOrModel: string): string =>
  (flexOrModel.startsWith('<mujoco>') ? flexOrModel : model(flexOrModel)).replace(' euler="10 20 30"', '');

/** Two sheets with different damping over the same four bodies. */
function sharing(): string {
  const corner = (k: number): string =>
    `<body name="v${k}" pos="${0.1 * (k % 2)} ${0.1 * Math.floor(k / 2)} 1">${['1 0 0', '0 1 0', '0 0 1']
      .map((axis) => `<joint type="slide" axis="${axis}"/>`)
      .join('')}<inertial pos="0 0 0" mass=".1" diaginertia="1e-4 1e-4 1e-4"/></body>`;
  const sheetOver = (name: string, damping: number): string =>
    `<flex name="${name}" dim="2" radius=".01" body="v0 v1 v2 v3" vertex="0 0 0 0 0 0 0 0 0 0 0 0" element="0 1 2 1 3 2">
    <elasticity young="2e4" poisson=".2" thickness="1e-2" damping="${damping}" elastic2d="stretch"/>${alone}</flex>`;
  return `<mujoco><option timestep="0.001"/><worldbody>${[0, 1, 2, 3].map(corner).join('')}</worldbody>
    <deformable>${sheetOver('one', 0.01)}${sheetOver('two', 0.03)}</deformable></mujoco>`;
}

/** Small models, one for each feature of flexes outside of collision; none of them touches anything. */
export const flexModels: Readonly<Record<string, string>> = {
  'rope, edge springs': model(rope('<edge stiffness="200" damping="2"/><pin id="0"/>')),
  'rope, edge equality': model(rope('<edge equality="true"/><pin id="0 5"/>')),
  'rope on a moving body': moving(rope('<edge stiffness="200" damping="2"/><pin id="0"/>')),
  'sheet, edge equality': model(sheet('<edge equality="true"/><pin id="0 3"/>')),
  'sheet, edge equality and damping': model(sheet('<edge equality="true" damping=".5"/><pin id="0"/>')),
  'sheet, vertex equality': level(sheet('<edge equality="vert"/>')),
  'sheet, vertex equality, on a moving body': level(moving(sheet('<edge equality="vert"/><pin id="0 1"/>'))),
  'sheet, stretch': model(sheet(stiff('elastic2d="stretch"'))),
  'sheet, stretch and damping': model(sheet(`${stiff('elastic2d="stretch" damping=".01"')}<pin id="0"/>`)),
  'sheet, bend': model(sheet(`${stiff('elastic2d="bend"')}<pin id="0 1"/>`)),
  'sheet, bend and damping': model(sheet(`${stiff('elastic2d="bend" damping=".02"')}<pin id="0 1"/>`)),
  'sheet, bend and edge equality': model(sheet(`${stiff('elastic2d="bend" damping=".02"')}<edge equality="true"/>`)),
  'sheet, both': model(sheet(`${stiff('elastic2d="both" damping=".01"')}<pin id="0 1"/>`)),
  'sheet, stretch, on a moving body': moving(sheet(`${stiff('elastic2d="stretch" damping=".01"')}<pin id="0 1"/>`)),
  'solid, stretch': model(solid(stiff())),
  'solid, stretch and damping': model(solid(`${stiff('damping=".01"')}<pin id="0 1"/>`)),
  'solid, edge equality': model(solid('<edge equality="true"/><pin id="0"/>')),
  'solid, radial': model(solid(stiff('damping=".01"'), 'dof="radial"')),
  'sheet, two dofs': model(sheet(stiff('elastic2d="stretch" damping=".01"'), 'dof="2d"')),
  'solid, trilinear': model(solid(stiff('damping=".01"'), 'dof="trilinear"')),
  'solid, trilinear, pinned': model(solid(`${stiff('damping=".01"')}<pin id="0 1"/>`, 'dof="trilinear"')),
  'solid, trilinear, on a moving body': moving(solid(`${stiff('damping=".01"')}<pin id="0 1"/>`, 'dof="trilinear"')),
  'solid, quadratic': model(solid(stiff('damping=".01"'), 'dof="quadratic"')),
  'solid, cells': model(solid(stiff('damping=".01"'), 'dof="trilinear" cellcount="2 2 1"')),
  'solid, quadratic cells': model(solid(stiff(), 'dof="quadratic" cellcount="2 1 1"')),
  'sheet over a grid, both': model(
    `<flexcomp name="f" type="box" dim="2" count="3 3 3" spacing=".1 .12 .15" mass="1" radius=".01" dof="trilinear" cellcount="2 2 2">${stiff('elastic2d="both"')}${alone}</flexcomp>`,
  ),
  'solid, strain equality': model(solid('<edge equality="strain"/>', 'dof="trilinear"')),
  'solid, strain equality of cells': model(solid('<edge equality="strain"/>', 'dof="trilinear" cellcount="2 1 1"')),
  'rigid sheet': model(sheet(stiff('elastic2d="both"'), 'rigid="true"')),
  'two flexes on the same bodies': sharing(),
  'two flexes and a tendon': `<mujoco><option timestep="0.001"/><worldbody><body name="one" pos="0 0 1">${sheet(stiff('elastic2d="stretch"'))}</body>
    <body name="two" pos="0 0 2">${solid(stiff('damping=".02"')).replace('"f"', '"g"')}</body>
    <body name="ball" pos="0 1 1"><joint name="j" type="slide" axis="0 0 1" stiffness="3" damping="1" range="-1 0" limited="true"/><geom size=".1" contype="0" conaffinity="0"/></body></worldbody>
    <tendon><fixed stiffness="2" damping=".3"><joint joint="j" coef="2"/></fixed></tendon></mujoco>`,
};
