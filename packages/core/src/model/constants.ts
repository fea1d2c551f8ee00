import type { f64, i32 } from '../dialect.ts';

// joint types
export const JNT_FREE: i32 = 0;
export const JNT_BALL: i32 = 1;
export const JNT_SLIDE: i32 = 2;
export const JNT_HINGE: i32 = 3;

// geom types
export const GEOM_PLANE: i32 = 0;
export const GEOM_HFIELD: i32 = 1;
export const GEOM_SPHERE: i32 = 2;
export const GEOM_CAPSULE: i32 = 3;
export const GEOM_ELLIPSOID: i32 = 4;
export const GEOM_CYLINDER: i32 = 5;
export const GEOM_BOX: i32 = 6;
export const GEOM_MESH: i32 = 7;
export const GEOM_SDF: i32 = 8;

// object types
export const OBJ_UNKNOWN: i32 = 0;
export const OBJ_BODY: i32 = 1;
export const OBJ_XBODY: i32 = 2;
export const OBJ_JOINT: i32 = 3;
export const OBJ_DOF: i32 = 4;
export const OBJ_GEOM: i32 = 5;
export const OBJ_SITE: i32 = 6;
export const OBJ_CAMERA: i32 = 7;
export const OBJ_LIGHT: i32 = 8;
export const OBJ_FLEX: i32 = 9;
export const OBJ_MESH: i32 = 10;
export const OBJ_SKIN: i32 = 11;
export const OBJ_HFIELD: i32 = 12;
export const OBJ_TEXTURE: i32 = 13;
export const OBJ_MATERIAL: i32 = 14;
export const OBJ_PAIR: i32 = 15;
export const OBJ_EXCLUDE: i32 = 16;
export const OBJ_EQUALITY: i32 = 17;
export const OBJ_TENDON: i32 = 18;
export const OBJ_ACTUATOR: i32 = 19;
export const OBJ_SENSOR: i32 = 20;
export const OBJ_NUMERIC: i32 = 21;
export const OBJ_TEXT: i32 = 22;
export const OBJ_TUPLE: i32 = 23;
export const OBJ_KEY: i32 = 24;
export const OBJ_PLUGIN: i32 = 25;
export const NOBJECT: i32 = 26;

// camera and light tracking
export const CAMLIGHT_FIXED: i32 = 0;
export const CAMLIGHT_TRACK: i32 = 1;
export const CAMLIGHT_TRACKCOM: i32 = 2;
export const CAMLIGHT_TARGETBODY: i32 = 3;
export const CAMLIGHT_TARGETBODYCOM: i32 = 4;

// light types
export const LIGHT_SPOT: i32 = 0;
export const LIGHT_DIRECTIONAL: i32 = 1;
export const LIGHT_POINT: i32 = 2;
export const LIGHT_IMAGE: i32 = 3;

// camera projections
export const PROJ_PERSPECTIVE: i32 = 0;
export const PROJ_ORTHOGRAPHIC: i32 = 1;

// texture types
export const TEXTURE_2D: i32 = 0;
export const TEXTURE_CUBE: i32 = 1;
export const TEXTURE_SKYBOX: i32 = 2;

// texture roles
export const TEXROLE_USER: i32 = 0;
export const TEXROLE_RGB: i32 = 1;
export const TEXROLE_OCCLUSION: i32 = 2;
export const TEXROLE_ROUGHNESS: i32 = 3;
export const TEXROLE_METALLIC: i32 = 4;
export const TEXROLE_NORMAL: i32 = 5;
export const TEXROLE_OPACITY: i32 = 6;
export const TEXROLE_EMISSIVE: i32 = 7;
export const TEXROLE_RGBA: i32 = 8;
export const TEXROLE_ORM: i32 = 9;
export const NTEXROLE: i32 = 10;

// texture colour spaces
export const COLORSPACE_AUTO: i32 = 0;
export const COLORSPACE_LINEAR: i32 = 1;
export const COLORSPACE_SRGB: i32 = 2;

// integrators
export const INT_EULER: i32 = 0;
export const INT_RK4: i32 = 1;
export const INT_IMPLICIT: i32 = 2;
export const INT_IMPLICITFAST: i32 = 3;
export const INT_DISCRETE: i32 = 4;
export const INT_SPRINGDAMPER: i32 = 5; // an extension

// friction cones
export const CONE_PYRAMIDAL: i32 = 0;
export const CONE_ELLIPTIC: i32 = 1;

// constraint Jacobian storage
export const JAC_DENSE: i32 = 0;
export const JAC_SPARSE: i32 = 1;
export const JAC_AUTO: i32 = 2;

// constraint solvers
export const SOL_PGS: i32 = 0;
export const SOL_CG: i32 = 1;
export const SOL_NEWTON: i32 = 2;

// equality constraints
export const EQ_CONNECT: i32 = 0;
export const EQ_WELD: i32 = 1;
export const EQ_JOINT: i32 = 2;
export const EQ_TENDON: i32 = 3;
export const EQ_FLEX: i32 = 4;
export const EQ_FLEXVERT: i32 = 5;
export const EQ_FLEXSTRAIN: i32 = 6;
export const EQ_DISTANCE: i32 = 7;

// tendon path elements
export const WRAP_NONE: i32 = 0;
export const WRAP_JOINT: i32 = 1;
export const WRAP_PULLEY: i32 = 2;
export const WRAP_SITE: i32 = 3;
export const WRAP_SPHERE: i32 = 4;
export const WRAP_CYLINDER: i32 = 5;

// actuator transmissions
export const TRN_JOINT: i32 = 0;
export const TRN_JOINTINPARENT: i32 = 1;
export const TRN_SLIDERCRANK: i32 = 2;
export const TRN_TENDON: i32 = 3;
export const TRN_SITE: i32 = 4;
export const TRN_BODY: i32 = 5;
export const TRN_SO3: i32 = 6;

// activation dynamics
export const DYN_NONE: i32 = 0;
export const DYN_INTEGRATOR: i32 = 1;
export const DYN_FILTER: i32 = 2;
export const DYN_FILTEREXACT: i32 = 3;
export const DYN_MUSCLE: i32 = 4;
export const DYN_DCMOTOR: i32 = 5;
export const DYN_PID: i32 = 6;
export const DYN_USER: i32 = 7;

// actuator gains
export const GAIN_FIXED: i32 = 0;
export const GAIN_AFFINE: i32 = 1;
export const GAIN_MUSCLE: i32 = 2;
export const GAIN_DCMOTOR: i32 = 3;
export const GAIN_SO3: i32 = 4;
export const GAIN_PID: i32 = 5;
export const GAIN_USER: i32 = 6;

// actuator biases
export const BIAS_NONE: i32 = 0;
export const BIAS_AFFINE: i32 = 1;
export const BIAS_MUSCLE: i32 = 2;
export const BIAS_DCMOTOR: i32 = 3;
export const BIAS_SO3: i32 = 4;
export const BIAS_USER: i32 = 5;

// control inputs (bits)
export const INPUT_POS: i32 = 1;
export const INPUT_VEL: i32 = 2;
export const INPUT_FF: i32 = 4;
export const INPUT_VOLTAGE: i32 = 8;
export const INPUT_NONE: i32 = 16;

// orientation charts
export const CHART_EXPMAP: i32 = 1;
export const CHART_QUAT: i32 = 2;

// sensor types
export const SENS_TOUCH: i32 = 0;
export const SENS_ACCELEROMETER: i32 = 1;
export const SENS_VELOCIMETER: i32 = 2;
export const SENS_GYRO: i32 = 3;
export const SENS_FORCE: i32 = 4;
export const SENS_TORQUE: i32 = 5;
export const SENS_MAGNETOMETER: i32 = 6;
export const SENS_RANGEFINDER: i32 = 7;
export const SENS_CAMPROJECTION: i32 = 8;
export const SENS_JOINTPOS: i32 = 9;
export const SENS_JOINTVEL: i32 = 10;
export const SENS_TENDONPOS: i32 = 11;
export const SENS_TENDONVEL: i32 = 12;
export const SENS_ACTUATORPOS: i32 = 13;
export const SENS_ACTUATORVEL: i32 = 14;
export const SENS_ACTUATORFRC: i32 = 15;
export const SENS_JOINTACTFRC: i32 = 16;
export const SENS_TENDONACTFRC: i32 = 17;
export const SENS_BALLQUAT: i32 = 18;
export const SENS_BALLANGVEL: i32 = 19;
export const SENS_JOINTLIMITPOS: i32 = 20;
export const SENS_JOINTLIMITVEL: i32 = 21;
export const SENS_JOINTLIMITFRC: i32 = 22;
export const SENS_TENDONLIMITPOS: i32 = 23;
export const SENS_TENDONLIMITVEL: i32 = 24;
export const SENS_TENDONLIMITFRC: i32 = 25;
export const SENS_FRAMEPOS: i32 = 26;
export const SENS_FRAMEQUAT: i32 = 27;
export const SENS_FRAMEXAXIS: i32 = 28;
export const SENS_FRAMEYAXIS: i32 = 29;
export const SENS_FRAMEZAXIS: i32 = 30;
export const SENS_FRAMELINVEL: i32 = 31;
export const SENS_FRAMEANGVEL: i32 = 32;
export const SENS_FRAMELINACC: i32 = 33;
export const SENS_FRAMEANGACC: i32 = 34;
export const SENS_SUBTREECOM: i32 = 35;
export const SENS_SUBTREELINVEL: i32 = 36;
export const SENS_SUBTREEANGMOM: i32 = 37;
export const SENS_INSIDESITE: i32 = 38;
export const SENS_GEOMDIST: i32 = 39;
export const SENS_GEOMNORMAL: i32 = 40;
export const SENS_GEOMFROMTO: i32 = 41;
export const SENS_CONTACT: i32 = 42;
export const SENS_E_POTENTIAL: i32 = 43;
export const SENS_E_KINETIC: i32 = 44;
export const SENS_CLOCK: i32 = 45;
export const SENS_TACTILE: i32 = 46;
export const SENS_PLUGIN: i32 = 47;
export const SENS_USER: i32 = 48;

// sensor data types
export const DATATYPE_REAL: i32 = 0;
export const DATATYPE_POSITIVE: i32 = 1;
export const DATATYPE_AXIS: i32 = 2;
export const DATATYPE_QUATERNION: i32 = 3;

// contact sensor fields
export const CONDATA_FOUND: i32 = 0;
export const CONDATA_FORCE: i32 = 1;
export const CONDATA_TORQUE: i32 = 2;
export const CONDATA_DIST: i32 = 3;
export const CONDATA_POS: i32 = 4;
export const CONDATA_NORMAL: i32 = 5;
export const CONDATA_TANGENT: i32 = 6;
export const NCONDATA: i32 = 7;

// rangefinder fields
export const RAYDATA_DIST: i32 = 0;
export const RAYDATA_DIR: i32 = 1;
export const RAYDATA_ORIGIN: i32 = 2;
export const RAYDATA_POINT: i32 = 3;
export const RAYDATA_NORMAL: i32 = 4;
export const RAYDATA_DEPTH: i32 = 5;
export const NRAYDATA: i32 = 6;

// stages
export const STAGE_NONE: i32 = 0;
export const STAGE_POS: i32 = 1;
export const STAGE_VEL: i32 = 2;
export const STAGE_ACC: i32 = 3;

// constraint rows
export const CNSTR_EQUALITY: i32 = 0;
export const CNSTR_FRICTION_DOF: i32 = 1;
export const CNSTR_FRICTION_TENDON: i32 = 2;
export const CNSTR_LIMIT_JOINT: i32 = 3;
export const CNSTR_LIMIT_TENDON: i32 = 4;
export const CNSTR_CONTACT_FRICTIONLESS: i32 = 5;
export const CNSTR_CONTACT_PYRAMIDAL: i32 = 6;
export const CNSTR_CONTACT_ELLIPTIC: i32 = 7;

// constraint row states
export const CNSTRSTATE_SATISFIED: i32 = 0;
export const CNSTRSTATE_QUADRATIC: i32 = 1;
export const CNSTRSTATE_LINEARNEG: i32 = 2;
export const CNSTRSTATE_LINEARPOS: i32 = 3;
export const CNSTRSTATE_CONE: i32 = 4;

// disable flags
export const DSBL_CONSTRAINT: i32 = 1;
export const DSBL_EQUALITY: i32 = 2;
export const DSBL_FRICTIONLOSS: i32 = 4;
export const DSBL_LIMIT: i32 = 8;
export const DSBL_CONTACT: i32 = 16;
export const DSBL_SPRING: i32 = 32;
export const DSBL_DAMPER: i32 = 64;
export const DSBL_GRAVITY: i32 = 128;
export const DSBL_CLAMPCTRL: i32 = 256;
export const DSBL_WARMSTART: i32 = 512;
export const DSBL_FILTERPARENT: i32 = 1024;
export const DSBL_ACTUATION: i32 = 2048;
export const DSBL_REFSAFE: i32 = 4096;
export const DSBL_SENSOR: i32 = 8192;
export const DSBL_MIDPHASE: i32 = 16384;
export const DSBL_EULERDAMP: i32 = 32768;
export const DSBL_AUTORESET: i32 = 65536;
export const DSBL_NATIVECCD: i32 = 131072;
export const DSBL_ISLAND: i32 = 262144;
export const DSBL_MULTICCD: i32 = 524288;
export const NDISABLE: i32 = 20;

// enable flags
export const ENBL_OVERRIDE: i32 = 1;
export const ENBL_ENERGY: i32 = 2;
export const ENBL_FWDINV: i32 = 4;
export const ENBL_INVDISCRETE: i32 = 8;
export const ENBL_SLEEP: i32 = 16;
export const ENBL_DIAGEXACT: i32 = 32;
export const ENBL_IPC: i32 = 64;
export const NENABLE: i32 = 7;

// coinciding frames
export const SAMEFRAME_NONE: i32 = 0;
export const SAMEFRAME_BODY: i32 = 1;
export const SAMEFRAME_INERTIA: i32 = 2;
export const SAMEFRAME_BODYROT: i32 = 3;
export const SAMEFRAME_INERTIAROT: i32 = 4;

// sleep policies
export const SLEEP_AUTO: i32 = 0;
export const SLEEP_AUTO_NEVER: i32 = 1;
export const SLEEP_AUTO_ALLOWED: i32 = 2;
export const SLEEP_NEVER: i32 = 3;
export const SLEEP_ALLOWED: i32 = 4;
export const SLEEP_INIT: i32 = 5;

// sleep states
export const S_STATIC: i32 = -1;
export const S_ASLEEP: i32 = 0;
export const S_AWAKE: i32 = 1;

// state components
export const STATE_TIME: i32 = 1;
export const STATE_QPOS: i32 = 2;
export const STATE_QVEL: i32 = 4;
export const STATE_ACT: i32 = 8;
export const STATE_HISTORY: i32 = 16;
export const STATE_WARMSTART: i32 = 32;
export const STATE_CTRL: i32 = 64;
export const STATE_QFRC_APPLIED: i32 = 128;
export const STATE_XFRC_APPLIED: i32 = 256;
export const STATE_EQ_ACTIVE: i32 = 512;
export const STATE_MOCAP_POS: i32 = 1024;
export const STATE_MOCAP_QUAT: i32 = 2048;
export const STATE_USERDATA: i32 = 4096;
export const STATE_PLUGIN: i32 = 8192;
export const STATE_PHYSICS: i32 = 30;
export const STATE_FULLPHYSICS: i32 = 8223;
export const STATE_USER: i32 = 8128;
export const STATE_INTEGRATION: i32 = 16383;
export const NSTATE: i32 = 14;

// warnings
export const WARN_INERTIA: i32 = 0;
export const WARN_CONTACTFULL: i32 = 1;
export const WARN_CNSTRFULL: i32 = 2;
export const WARN_BADQPOS: i32 = 3;
export const WARN_BADQVEL: i32 = 4;
export const WARN_BADQACC: i32 = 5;
export const WARN_BADCTRL: i32 = 6;
export const NWARNING: i32 = 7;

// flex self-collision
export const FLEXSELF_NONE: i32 = 0;
export const FLEXSELF_NARROW: i32 = 1;
export const FLEXSELF_BVH: i32 = 2;
export const FLEXSELF_SAP: i32 = 3;
export const FLEXSELF_AUTO: i32 = 4;

// signed distance combinations
export const SDFTYPE_SINGLE: i32 = 0;
export const SDFTYPE_INTERSECTION: i32 = 1;
export const SDFTYPE_MIDSURFACE: i32 = 2;
export const SDFTYPE_COLLISION: i32 = 3;

// length range modes
export const LRMODE_NONE: i32 = 0;
export const LRMODE_MUSCLE: i32 = 1;
export const LRMODE_MUSCLEUSER: i32 = 2;
export const LRMODE_ALL: i32 = 3;

// plugin capabilities
export const PLUGIN_ACTUATOR: i32 = 1;
export const PLUGIN_SENSOR: i32 = 2;
export const PLUGIN_PASSIVE: i32 = 4;
export const PLUGIN_SDF: i32 = 8;

// camera outputs (bits)
export const CAMOUT_RGB: i32 = 1;
export const CAMOUT_DEPTH: i32 = 2;
export const CAMOUT_DIST: i32 = 4;
export const CAMOUT_NORMAL: i32 = 8;
export const CAMOUT_SEG: i32 = 16;
export const NCAMOUT: i32 = 5;

// extensions: bits of Model.extensionFlags
export const EXT_TANH_FRICTION: i32 = 1;
export const EXT_PENALTY_LIMITS: i32 = 2;
export const EXT_DISTANCE: i32 = 4;
export const EXT_POLAK_RIBIERE: i32 = 8;
export const EXT_PGS_FALLBACK: i32 = 16;
export const EXT_CONTACT_WARMSTART: i32 = 32;
export const EXT_TRIANGLES: i32 = 64;

// callbacks: bits of Model.callbackMask and kinds of hostCallback
export const CALLBACK_CONTROL: i32 = 1;
export const CALLBACK_PASSIVE: i32 = 2;
export const CALLBACK_SENSOR: i32 = 4;
export const CALLBACK_ACTDYN: i32 = 8;
export const CALLBACK_ACTGAIN: i32 = 16;
export const CALLBACK_ACTBIAS: i32 = 32;
export const CALLBACK_CONTACTFILTER: i32 = 64;
export const CALLBACK_PLUGIN_ACTIVATION: i32 = 128;
export const CALLBACK_PLUGIN_ACTUATOR: i32 = 256;
export const CALLBACK_PLUGIN_SENSOR: i32 = 512;
export const CALLBACK_PLUGIN_PASSIVE: i32 = 1024;
export const CALLBACK_PLUGIN_SDF: i32 = 2048;
export const CALLBACK_PLUGIN_ADVANCE: i32 = 4096;

// numeric limits
/** Anything smaller counts as zero in a denominator. */
export const MINVAL: f64 = 1e-15;
/** Positions, velocities and accelerations beyond this are bad. */
export const MAXVAL: f64 = 1e10;
/** Least friction coefficient. */
export const MINMU: f64 = 1e-5;
export const MINIMP: f64 = 0.0001;
export const MAXIMP: f64 = 0.9999;
/** Most contacts of one geom pair. */
export const MAXCONPAIR: i32 = 50;
/** Steps that a tree must be quiet before it may sleep. */
export const MINAWAKE: i32 = 10;
/** Islands and iterations for which solver statistics are kept. */
export const NISLAND: i32 = 20;
export const NSOLVER: i32 = 200;
// widths of parameter rows
export const NEQDATA: i32 = 11;
export const NDYN: i32 = 10;
export const NGAIN: i32 = 10;
export const NBIAS: i32 = 10;
export const NFLUID: i32 = 12;
export const NREF: i32 = 2;
export const NIMP: i32 = 5;
export const NPOLY: i32 = 2;
export const NSENS: i32 = 3;
