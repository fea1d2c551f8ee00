import { MujocoError } from './errors.ts';

const SPEC_HINT = 'edit the Spec inside a MjSpec, spec.inner, with addBody, addGeom and the like of qpos';
const SCENE_HINT = 'draw with @qpos/viewer, or read the poses of geoms from MjData';

/** Groups of official names that do not exist here: why, and what to use. */
const GROUPS: readonly (readonly [names: RegExp, reason: string, hint: string])[] = [
  [/^(mjs_|Mjs|mj_copyBack)/, 'specs are edited with the functions of qpos', SPEC_HINT],
  [/^(mjv_|Mjv|mj_print\w*Scene)/, 'there is no abstract scene here', SCENE_HINT],
  [/^mju_(get|set)LogConfig|^mju_(message|info|writeLog)|^MjLog/, 'there is no log file', 'set data.inner.onWarning'],
  [/^mju_threadpool/, 'a step runs on one thread', 'run many simulations on threads with @qpos/batch'],
  [/^mj_addContact/, 'contacts come from the collision stage', 'use a contact pair, or a plugin with a distance'],
  [/./, 'pointers into the heap have no meaning here', 'use the typed arrays of MjModel and MjData'],
];

/** The official names that are refused. */
const NAMES =
  'mj_addContact mj_copyBack mj_printFormattedScene mj_printScene mjs_activatePlugin mjs_addActuator ' +
  'mjs_addBody mjs_addCamera mjs_addDefault mjs_addEquality mjs_addExclude mjs_addFlex mjs_addFrame ' +
  'mjs_addFreeJoint mjs_addGeom mjs_addHField mjs_addJoint mjs_addKey mjs_addLight mjs_addMaterial mjs_addMesh ' +
  'mjs_addNumeric mjs_addPair mjs_addPlugin mjs_addSensor mjs_addSite mjs_addSkin mjs_addTendon mjs_addText ' +
  'mjs_addTexture mjs_addTuple mjs_asActuator mjs_asBody mjs_asCamera mjs_asEquality mjs_asExclude mjs_asFlex ' +
  'mjs_asFrame mjs_asGeom mjs_asHField mjs_asJoint mjs_asKey mjs_asLight mjs_asMaterial mjs_asMesh mjs_asNumeric ' +
  'mjs_asPair mjs_asPlugin mjs_asSensor mjs_asSite mjs_asSkin mjs_asTendon mjs_asText mjs_asTexture mjs_asTuple ' +
  'mjs_attach mjs_defaultActuator mjs_defaultBody mjs_defaultCamera mjs_defaultEquality mjs_defaultFlex ' +
  'mjs_defaultFrame mjs_defaultGeom mjs_defaultHField mjs_defaultJoint mjs_defaultKey mjs_defaultLight ' +
  'mjs_defaultMaterial mjs_defaultMesh mjs_defaultNumeric mjs_defaultOrientation mjs_defaultPair ' +
  'mjs_defaultPlugin mjs_defaultSensor mjs_defaultSite mjs_defaultSkin mjs_defaultSpec mjs_defaultTendon ' +
  'mjs_defaultText mjs_defaultTexture mjs_defaultTuple mjs_delete mjs_deleteUserValue mjs_findBody mjs_findChild ' +
  'mjs_findDefault mjs_findElement mjs_findFrame mjs_findSpec mjs_firstChild mjs_firstElement mjs_getCompiler ' +
  'mjs_getDefault mjs_getError mjs_getFrame mjs_getId mjs_getName mjs_getOriginSpec mjs_getParent mjs_getSpec ' +
  'mjs_getSpecDefault mjs_getWarning mjs_getWrap mjs_getWrapCoef mjs_getWrapDivisor mjs_getWrapNum ' +
  'mjs_getWrapSideSite mjs_getWrapTarget mjs_isWarning mjs_makeFlex mjs_makeMesh mjs_nextChild mjs_nextElement ' +
  'mjs_numWarnings mjs_resolveOrientation mjs_sensorDim mjs_setDeepCopy mjs_setDefault mjs_setFrame mjs_setName ' +
  'mjs_setToAdhesion mjs_setToCylinder mjs_setToDCMotor mjs_setToDamper mjs_setToIntVelocity mjs_setToMotor ' +
  'mjs_setToMuscle mjs_setToOrientation mjs_setToPID mjs_setToPosition mjs_setToVelocity mjs_wrapGeom ' +
  'mjs_wrapJoint mjs_wrapPulley mjs_wrapSite mju_getLogConfig mju_info mju_message mju_setLogConfig ' +
  'mju_threadpool mju_writeLog mjv_addGeoms mjv_alignToCamera mjv_applyPerturbForce mjv_applyPerturbPose ' +
  'mjv_camera2GLCamera mjv_cameraFrame mjv_cameraFrustum mjv_cameraInModel mjv_cameraInRoom mjv_connector ' +
  'mjv_defaultCamera mjv_defaultFigure mjv_defaultFreeCamera mjv_defaultOption mjv_defaultPerturb ' +
  'mjv_frustumHeight mjv_initGeom mjv_initPerturb mjv_makeLights mjv_model2room mjv_moveCamera mjv_moveModel ' +
  'mjv_movePerturb mjv_room2model mjv_select mjv_updateCamera mjv_updateScene mjv_updateSkin MjsActuator ' +
  'MjsAuthored MjsBody MjsCamera MjsCompiler MjsDefault MjsElement MjsEquality MjsExclude MjsFlex MjsFrame ' +
  'MjsGeom MjsHField MjsJoint MjsKey MjsLight MjsMaterial MjsMesh MjsNumeric MjsOrientation MjsPair MjsPlugin ' +
  'MjsSensor MjsSite MjsSkin MjsTendon MjsText MjsTexture MjsTuple MjsWrap MjvCamera MjvFigure MjvGLCamera ' +
  'MjvGLCameraVec MjvGeom MjvGeomVec MjvLight MjvLightVec MjvOption MjvPerturb MjvScene ' +
  'MjLogConfig MjLogMessage ccall cwrap';

/** Refuses a name of the official package that cannot exist here. */
function refuseName(name: string): never {
  const [, reason, hint] = GROUPS.find(([names]) => names.test(name)) as (typeof GROUPS)[number];
  throw new MujocoError('unavailable', `qpos/compat has no ${name}: ${reason}`, { hint });
}

/** Functions, one for each official name that does not exist here, which say why and what to use. */
export const unavailable: Readonly<Record<string, () => never>> = Object.fromEntries(
  NAMES.split(' ').map((name) => [
    name,
    function refused(): never {
      return refuseName(name);
    },
  ]),
);
