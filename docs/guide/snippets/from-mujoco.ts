import { enums, getState, jacSite, loadModel, makeData, nameToId, setState, stateSize, step, transitionFD } from 'qpos';
import { rotVecQuat } from 'qpos/math';

const model = loadModel(`
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 .1"/>
    <body name="arm" pos="0 0 .5">
      <joint name="elbow" axis="0 1 0" damping=".1"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/>
      <site name="hand" pos=".4 0 0"/>
    </body>
    <body pos="-.3 0 .1"><freejoint/><geom name="ball" size=".1"/></body>
  </worldbody>
  <actuator><motor name="motor" joint="elbow"/></actuator>
</mujoco>`);
const data = makeData(model);

// d.ctrl[0] = 0.1; mj_step(m, d, nstep=200)
data.actuator('motor').ctrl = 0.1;
step(model, data, 200);

// mj_jacSite(m, d, jacp, None, mj_name2id(m, mjOBJ_SITE, 'hand'))
const jacp = new Float64Array(3 * model.nv);
jacSite(model, data, jacp, null, nameToId(model, 'site', 'hand'));

// for c in d.contact: c.dist, c.geom
for (let c = 0; c < data.ncon; c++) {
  const [a, b] = data.contact.geom.subarray(2 * c, 2 * c + 2);
  console.log(model.geom(a as number).name, model.geom(b as number).name, data.contact.dist[c]);
}

// mju_rotVecQuat(res, [1, 0, 0], d.body('arm').xquat)
console.log(rotVecQuat(new Float64Array(3), [1, 0, 0], data.body('arm').xquat));

// mj_getState, mj_setState
const spec = enums.StateBit.FULLPHYSICS;
const state = new Float64Array(stateSize(model, spec));
getState(model, data, state, spec);
step(model, data, 50);
setState(model, data, state, spec);

// mjd_transitionFD(m, d, 1e-6, True, A, None, None, None)
const { A } = transitionFD(model, data, { centered: true, B: null, C: null, D: null });
console.log(data.time, jacp.length, A[0]);
