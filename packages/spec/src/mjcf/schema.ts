// The MJCF language as a table: each element with its attributes, its children and the rules between attributes.
// The reader, the writer, the types of a Spec and the building functions derive from it. Attribute order is the
// order of writing.

import {
  ANY,
  type Attribute,
  auto,
  bool,
  chars,
  file,
  flags,
  float,
  floats,
  id,
  int,
  ints,
  keyword,
  keywordOrFlags,
  names,
  nodefault,
  real,
  reals,
  ref,
  required,
  text,
} from './attributes.ts';

/** How often a child may appear: exactly once, at most once, or any number of times. */
export type Cardinality = '!' | '?' | '*';

export interface ChildRow {
  /** Key of the child's row in `ELEMENTS`; its tag may be another (`site` in a tendon is `spatialSite`). */
  readonly row: string;
  readonly card: Cardinality;
}

/**
 * A rule between attributes; a bundle is complete when all its attributes are there.
 * `exclusive`: attributes of at most one bundle. `together`: all or none. `oneof`: at least one complete bundle.
 */
export interface Rule {
  readonly type: 'exclusive' | 'together' | 'oneof';
  readonly bundles: readonly (readonly string[])[];
}

export interface ElementRow<A = Record<string, Attribute>> {
  readonly attributes: A;
  /** Names of the attributes that must be there. */
  readonly required: readonly string[];
  readonly children: Readonly<Record<string, ChildRow>>;
  readonly rules: readonly Rule[];
}

/** `'joint* site?'`, `'plugin:bodyPlugin*'`: tags with cardinality, and the row where it has another name. */
function element<A extends Record<string, Attribute>>(attributes: A, children = '', rules: Rule[] = []): ElementRow<A> {
  const table: Record<string, ChildRow> = {};
  for (const word of children.split(' ').filter(Boolean)) {
    const [tag = '', row = tag] = word.slice(0, -1).split(':');
    table[tag] = { row, card: word.slice(-1) as Cardinality };
  }
  const required = Object.keys(attributes).filter((key) => attributes[key].required);
  return { attributes, required, children: table, rules };
}
const rule = (type: Rule['type'], ...bundles: string[]): Rule => ({ type, bundles: bundles.map((b) => b.split('+')) });

// --------------------------------------------------------------------------------------------------- shared attributes

const SOLREF = reals(1, 2);
const SOLIMP = reals(1, 5);
const RGBA = floats(4);
const INTERP = keyword('zoh', 'linear', 'cubic');

const orientation = { quat: reals(4), axisangle: reals(4), xyaxes: reals(6), zaxis: reals(3), euler: reals(3) };

const equalityBase = { name: id('equality'), class: ref('default'), active: bool, solref: SOLREF, solimp: SOLIMP };

const actuatorBase = {
  name: id('actuator'),
  class: ref('default'),
  group: int,
  nsample: int,
  interp: INTERP,
  delay: real,
  ctrlrange: reals(2),
  user: reals(0, ANY),
};

const actuatorMechanics = {
  lengthrange: nodefault(reals(2)),
  gear: reals(1, 6),
  damping: reals(1, 3),
  armature: real,
  cranklength: real,
};

const limitedTransmission = {
  joint: nodefault(ref('joint')),
  jointinparent: nodefault(ref('joint')),
  tendon: nodefault(ref('tendon')),
  slidersite: nodefault(ref('site')),
  cranksite: nodefault(ref('site')),
};

const transmission = { ...limitedTransmission, site: nodefault(ref('site')), refsite: nodefault(ref('site')) };

const sensorBase = {
  name: id('sensor'),
  nsample: int,
  interp: INTERP,
  delay: real,
  interval: reals(1, 2),
  cutoff: real,
  noise: real,
  user: reals(0, ANY),
};

const JOINT_TYPE = keyword('free', 'ball', 'slide', 'hinge');
const GEOM_TYPE = keyword('plane', 'hfield', 'sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh', 'sdf');
const FRAME_OBJECT = keyword('body', 'xbody', 'geom', 'site', 'camera');
const CAMLIGHT_MODE = keyword('fixed', 'track', 'trackcom', 'targetbody', 'targetbodycom');
const DYN_TYPE = keyword('none', 'integrator', 'filter', 'filterexact', 'muscle', 'dcmotor', 'pid', 'user');
const SWITCH = keyword('disable', 'enable');
const FLEX_DOF = keyword('full', 'radial', 'trilinear', 'quadratic', '2d');
const INPUTS = ['pos', 'vel', 'ff', 'voltage'] as const;

const frameObject = { objtype: required(FRAME_OBJECT), objname: required(text) };
const frameReference = { reftype: FRAME_OBJECT, refname: text };
const REFERENCE_RULE = rule('together', 'reftype', 'refname');

const siteSensor = () => element({ ...sensorBase, site: required(ref('site')) });
const jointSensor = () => element({ ...sensorBase, joint: required(ref('joint')) });
const tendonSensor = () => element({ ...sensorBase, tendon: required(ref('tendon')) });
const actuatorSensor = () => element({ ...sensorBase, actuator: required(ref('actuator')) });
const subtreeSensor = () => element({ ...sensorBase, body: required(ref('body')) });
const frameSensor = () => element({ ...sensorBase, ...frameObject, ...frameReference }, '', [REFERENCE_RULE]);
const frameAccSensor = () => element({ ...sensorBase, ...frameObject });
const distanceSensor = () =>
  element({ ...sensorBase, geom1: ref('geom'), geom2: ref('geom'), body1: ref('body'), body2: ref('body') }, '', [
    rule('exclusive', 'geom1', 'body1'),
    rule('oneof', 'geom1', 'body1'),
    rule('exclusive', 'geom2', 'body2'),
    rule('oneof', 'geom2', 'body2'),
  ]);
const plainSensor = () => element(sensorBase);

const tendonBase = {
  name: id('tendon'),
  class: ref('default'),
  group: int,
  limited: auto,
  actuatorfrclimited: auto,
  range: reals(2),
  actuatorfrcrange: reals(2),
  solreflimit: SOLREF,
  solimplimit: SOLIMP,
  solreffriction: SOLREF,
  solimpfriction: SOLIMP,
  frictionloss: real,
  springlength: reals(1, 2),
};
const tendonMechanics = { margin: real, stiffness: reals(1, 3), damping: reals(1, 3), armature: real };

const skinRow = () =>
  element(
    {
      name: id('skin'),
      file: file,
      material: ref('material'),
      rgba: RGBA,
      inflate: float,
      vertex: floats(0, ANY),
      texcoord: floats(0, ANY),
      face: ints(0, ANY),
      group: int,
    },
    'bone*',
  );

const BODY_CHILDREN =
  'body* frame* replicate* inertial? joint* freejoint* geom* attach* site* camera* light* plugin* composite* flexcomp*';

// ------------------------------------------------------------------------------------------------------------ the table

export const ELEMENTS = {
  mujoco: () =>
    element(
      { model: text },
      'compiler* option* size* statistic* visual* default* extension* asset* worldbody* deformable* contact* tendon* ' +
        'equality* actuator* sensor* custom* keyframe*',
    ),

  // settings
  compiler: () =>
    element(
      {
        autolimits: bool,
        boundmass: real,
        boundinertia: real,
        settotalmass: real,
        balanceinertia: bool,
        strippath: bool,
        coordinate: keyword('local', 'global'),
        angle: keyword('radian', 'degree'),
        fitaabb: bool,
        eulerseq: chars(3),
        assetdir: text,
        meshdir: text,
        texturedir: text,
        discardvisual: bool,
        usethread: bool,
        fusestatic: bool,
        inertiafromgeom: auto,
        inertiagrouprange: ints(2),
        saveinertial: bool,
        alignfree: bool,
        conflict: keyword('warning', 'merge', 'error'),
      },
      'lengthrange?',
    ),
  lengthrange: () =>
    element({
      mode: keyword('none', 'muscle', 'muscleuser', 'all'),
      useexisting: bool,
      uselimit: bool,
      accel: real,
      maxforce: real,
      timeconst: real,
      timestep: real,
      inttotal: real,
      interval: real,
      tolrange: real,
    }),
  option: () =>
    element(
      {
        timestep: real,
        impratio: real,
        tolerance: real,
        ls_tolerance: real,
        noslip_tolerance: real,
        ccd_tolerance: real,
        sleep_tolerance: real,
        gravity: reals(3),
        wind: reals(3),
        magnetic: reals(3),
        density: real,
        viscosity: real,
        o_margin: real,
        o_solref: SOLREF,
        o_solimp: SOLIMP,
        o_friction: reals(1, 5),
        integrator: keyword('Euler', 'RK4', 'implicit', 'implicitfast', 'discrete', 'implicitspringdamper'),
        cone: keyword('pyramidal', 'elliptic'),
        jacobian: keyword('dense', 'sparse', 'auto'),
        solver: keyword('PGS', 'CG', 'Newton'),
        iterations: int,
        ls_iterations: int,
        noslip_iterations: int,
        ccd_iterations: int,
        sdf_iterations: int,
        sdf_initpoints: int,
        actuatorgroupdisable: ints(0, 31),
        // extensions
        frictionmodel: keyword('row', 'tanh'),
        friction_smoothing: real,
        limitmodel: keyword('row', 'penalty'),
        meshmodel: keyword('hull', 'triangles'),
        cgformula: keyword('hestenes-stiefel', 'polak-ribiere'),
        solverfallback: keyword('none', 'PGS'),
        warmstartfrom: keyword('acceleration', 'contacts'),
      },
      'flag?',
    ),
  flag: () =>
    element({
      constraint: SWITCH,
      equality: SWITCH,
      frictionloss: SWITCH,
      limit: SWITCH,
      contact: SWITCH,
      spring: SWITCH,
      damper: SWITCH,
      gravity: SWITCH,
      clampctrl: SWITCH,
      warmstart: SWITCH,
      filterparent: SWITCH,
      actuation: SWITCH,
      refsafe: SWITCH,
      sensor: SWITCH,
      midphase: SWITCH,
      eulerdamp: SWITCH,
      autoreset: SWITCH,
      nativeccd: SWITCH,
      island: SWITCH,
      multiccd: SWITCH,
      override: SWITCH,
      energy: SWITCH,
      fwdinv: SWITCH,
      invdiscrete: SWITCH,
      sleep: SWITCH,
      diagexact: SWITCH,
      ipc: SWITCH,
    }),
  size: () =>
    element(
      {
        memory: text,
        njmax: int,
        nconmax: int,
        nstack: int,
        nuserdata: int,
        nkey: int,
        nuser_body: int,
        nuser_jnt: int,
        nuser_geom: int,
        nuser_site: int,
        nuser_cam: int,
        nuser_tendon: int,
        nuser_actuator: int,
        nuser_sensor: int,
      },
      '',
      [rule('exclusive', 'memory', 'nstack'), rule('exclusive', 'memory', 'njmax')],
    ),
  statistic: () => element({ meaninertia: real, meanmass: real, meansize: real, extent: real, center: reals(3) }),

  visual: () => element({}, 'global? quality? headlight? map? scale? rgba?'),
  global: () =>
    element({
      cameraid: int,
      orthographic: bool,
      fovy: float,
      ipd: float,
      azimuth: float,
      elevation: float,
      linewidth: float,
      glow: float,
      offwidth: int,
      offheight: int,
      realtime: float,
      ellipsoidinertia: bool,
      bvactive: bool,
    }),
  quality: () => element({ shadowsize: int, offsamples: int, numslices: int, numstacks: int, numquads: int }),
  headlight: () => element({ ambient: floats(3), diffuse: floats(3), specular: floats(3), active: int }),
  map: () =>
    element({
      stiffness: float,
      stiffnessrot: float,
      force: float,
      torque: float,
      alpha: float,
      fogstart: float,
      fogend: float,
      znear: float,
      zfar: float,
      haze: float,
      shadowclip: float,
      shadowscale: float,
      actuatortendon: float,
    }),
  scale: () =>
    element({
      forcewidth: float,
      contactwidth: float,
      contactheight: float,
      connect: float,
      com: float,
      camera: float,
      light: float,
      selectpoint: float,
      jointlength: float,
      jointwidth: float,
      actuatorlength: float,
      actuatorwidth: float,
      framelength: float,
      framewidth: float,
      constraint: float,
      slidercrank: float,
      frustum: float,
    }),
  rgba: () =>
    element({
      fog: RGBA,
      haze: RGBA,
      force: RGBA,
      inertia: RGBA,
      joint: RGBA,
      actuator: RGBA,
      actuatornegative: RGBA,
      actuatorpositive: RGBA,
      com: RGBA,
      camera: RGBA,
      light: RGBA,
      selectpoint: RGBA,
      connect: RGBA,
      contactpoint: RGBA,
      contactforce: RGBA,
      contactfriction: RGBA,
      contacttorque: RGBA,
      contactgap: RGBA,
      rangefinder: RGBA,
      constraint: RGBA,
      slidercrank: RGBA,
      crankbroken: RGBA,
      frustum: RGBA,
      bv: RGBA,
      bvactive: RGBA,
    }),

  // defaults; the children without a row of their own take the element's row without name, class and `nodefault`
  default: () =>
    element(
      { class: id('default') },
      'default* mesh? material? joint? geom? site? camera? light? pair? equality:defaultEquality? tendon:defaultTendon? ' +
        'general? motor? position? velocity? intvelocity? orientation? pid? damper? cylinder? muscle? adhesion? dcmotor?',
    ),
  defaultEquality: () => element({ active: bool, solref: SOLREF, solimp: SOLIMP }),
  defaultTendon: () =>
    element({
      group: int,
      limited: auto,
      range: reals(2),
      solreflimit: SOLREF,
      solimplimit: SOLIMP,
      solreffriction: SOLREF,
      solimpfriction: SOLIMP,
      frictionloss: real,
      springlength: reals(1, 2),
      width: real,
      material: ref('material'),
      margin: real,
      stiffness: reals(1, 3),
      damping: reals(1, 3),
      rgba: RGBA,
      user: reals(0, ANY),
    }),

  // plugins
  extension: () => element({}, 'plugin:extensionPlugin*'),
  extensionPlugin: () => element({ plugin: required(text) }, 'instance*'),
  instance: () => element({ name: required(id('instance')) }, 'config*'),
  config: () => element({ key: required(text), value: required(text) }),
  plugin: () => element({ plugin: text, instance: ref('instance') }, 'config*'),

  // assets
  asset: () => element({}, 'mesh* hfield* skin* texture* material* model*'),
  mesh: () =>
    element(
      {
        name: id('mesh'),
        class: ref('default'),
        content_type: nodefault(text),
        file: nodefault(file),
        vertex: nodefault(floats(0, ANY)),
        normal: nodefault(floats(0, ANY)),
        texcoord: nodefault(floats(0, ANY)),
        face: nodefault(ints(0, ANY)),
        refpos: nodefault(reals(3)),
        refquat: nodefault(reals(4)),
        scale: reals(3),
        smoothnormal: nodefault(bool),
        maxhullvert: int,
        inertia: keyword('convex', 'legacy', 'exact', 'shell'),
        builtin: nodefault(
          keyword('none', 'sphere', 'hemisphere', 'cone', 'supertorus', 'supersphere', 'wedge', 'plate'),
        ),
        params: nodefault(reals(0, ANY)),
        material: nodefault(ref('material')),
      },
      'plugin*',
      [rule('exclusive', 'builtin', 'file'), rule('exclusive', 'builtin', 'vertex')],
    ),
  hfield: () =>
    element({
      name: id('hfield'),
      content_type: text,
      file: file,
      nrow: int,
      ncol: int,
      size: required(reals(4)),
      elevation: floats(0, ANY),
    }),
  skin: skinRow,
  bone: () =>
    element({
      body: required(ref('body')),
      bindpos: required(floats(3)),
      bindquat: required(floats(4)),
      vertid: required(ints(0, ANY)),
      vertweight: required(floats(0, ANY)),
    }),
  texture: () =>
    element({
      name: id('texture'),
      type: keyword('2d', 'cube', 'skybox'),
      colorspace: keyword('auto', 'linear', 'sRGB'),
      content_type: text,
      file: file,
      gridsize: ints(2),
      gridlayout: chars(0, 12),
      fileright: file,
      fileleft: file,
      fileup: file,
      filedown: file,
      filefront: file,
      fileback: file,
      builtin: keyword('none', 'gradient', 'checker', 'flat'),
      rgb1: reals(3),
      rgb2: reals(3),
      mark: keyword('none', 'edge', 'cross', 'random'),
      markrgb: reals(3),
      random: real,
      width: int,
      height: int,
      hflip: bool,
      vflip: bool,
      nchannel: int,
    }),
  material: () =>
    element(
      {
        name: id('material'),
        class: ref('default'),
        texture: ref('texture'),
        texrepeat: floats(2),
        texuniform: bool,
        emission: float,
        specular: float,
        shininess: float,
        reflectance: float,
        metallic: float,
        roughness: float,
        rgba: RGBA,
      },
      'layer*',
    ),
  layer: () =>
    element({
      texture: required(ref('texture')),
      role: required(
        keyword('rgb', 'occlusion', 'roughness', 'metallic', 'normal', 'opacity', 'emissive', 'rgba', 'orm'),
      ),
    }),
  model: () => element({ name: id('model'), file: required(file), content_type: text }),

  // the tree
  worldbody: () => element({}, BODY_CHILDREN),
  body: () =>
    element(
      {
        name: id('body'),
        childclass: ref('default'),
        pos: reals(3),
        ...orientation,
        mocap: bool,
        gravcomp: real,
        sleep: keyword('auto', 'never', 'allowed', 'init'),
        simple: keyword(false, 'auto'),
        user: reals(0, ANY),
      },
      BODY_CHILDREN,
    ),
  frame: () => element({ name: id('frame'), childclass: ref('default'), pos: reals(3), ...orientation }, BODY_CHILDREN),
  replicate: () =>
    element(
      { count: required(int), offset: reals(3), euler: reals(3), sep: text, childclass: ref('default') },
      BODY_CHILDREN,
    ),
  inertial: () =>
    element(
      {
        pos: required(reals(3)),
        quat: reals(4),
        mass: required(real),
        diaginertia: reals(3),
        axisangle: reals(4),
        xyaxes: reals(6),
        zaxis: reals(3),
        euler: reals(3),
        fullinertia: reals(6),
      },
      '',
      [rule('exclusive', 'fullinertia', 'quat', 'axisangle', 'xyaxes', 'zaxis', 'euler')],
    ),
  joint: () =>
    element({
      name: id('joint'),
      class: ref('default'),
      type: JOINT_TYPE,
      group: int,
      pos: reals(3),
      axis: reals(3),
      springdamper: reals(2),
      limited: auto,
      actuatorfrclimited: auto,
      solreflimit: SOLREF,
      solimplimit: SOLIMP,
      solreffriction: SOLREF,
      solimpfriction: SOLIMP,
      stiffness: reals(1, 3),
      range: reals(2),
      actuatorfrcrange: reals(2),
      actuatorgravcomp: bool,
      margin: real,
      ref: real,
      springref: real,
      armature: real,
      damping: reals(1, 3),
      frictionloss: real,
      user: reals(0, ANY),
    }),
  freejoint: () => element({ name: id('joint'), group: int, align: auto }),
  geom: () =>
    element(
      {
        name: id('geom'),
        class: ref('default'),
        type: GEOM_TYPE,
        contype: int,
        conaffinity: int,
        condim: int,
        group: int,
        priority: int,
        size: reals(1, 3),
        material: ref('material'),
        friction: reals(1, 3),
        mass: real,
        density: real,
        shellinertia: bool,
        solmix: real,
        solref: SOLREF,
        solimp: SOLIMP,
        margin: real,
        gap: real,
        surfacevel: reals(1, 6),
        adhesion: real,
        fromto: reals(6),
        pos: reals(3),
        ...orientation,
        hfield: ref('hfield'),
        mesh: ref('mesh'),
        fitscale: real,
        rgba: RGBA,
        fluidshape: keyword('none', 'ellipsoid'),
        fluidcoef: reals(1, 5),
        user: reals(0, ANY),
      },
      'plugin*',
    ),
  attach: () =>
    element({ model: ref('model'), body: ref('body'), frame: ref('frame'), prefix: required(text) }, '', [
      rule('exclusive', 'body', 'frame'),
    ]),
  site: () =>
    element({
      name: id('site'),
      class: ref('default'),
      type: GEOM_TYPE,
      group: int,
      pos: reals(3),
      ...orientation,
      material: ref('material'),
      mesh: ref('mesh'),
      size: reals(1, 3),
      fromto: reals(6),
      rgba: RGBA,
      user: reals(0, ANY),
    }),
  camera: () =>
    element(
      {
        name: id('camera'),
        class: ref('default'),
        projection: keyword('perspective', 'orthographic'),
        fovy: real,
        ipd: real,
        resolution: ints(2),
        output: flags('rgb', 'depth', 'distance', 'normal', 'segmentation'),
        pos: reals(3),
        ...orientation,
        mode: CAMLIGHT_MODE,
        target: nodefault(ref('body')),
        focal: floats(2),
        focalpixel: floats(2),
        principal: floats(2),
        principalpixel: floats(2),
        sensorsize: floats(2),
        user: reals(0, ANY),
      },
      '',
      [rule('exclusive', 'fovy', 'sensorsize')],
    ),
  light: () =>
    element(
      {
        name: id('light'),
        class: ref('default'),
        directional: bool,
        type: keyword('spot', 'directional', 'point', 'image'),
        castshadow: bool,
        active: bool,
        pos: reals(3),
        dir: reals(3),
        bulbradius: float,
        intensity: float,
        range: float,
        attenuation: floats(3),
        cutoff: float,
        softness: float,
        exponent: float,
        ambient: floats(3),
        diffuse: floats(3),
        specular: floats(3),
        mode: CAMLIGHT_MODE,
        target: nodefault(ref('body')),
        texture: nodefault(ref('texture')),
      },
      '',
      [rule('exclusive', 'directional', 'type')],
    ),

  // generated parts of the tree
  composite: () =>
    element(
      {
        prefix: text,
        type: required(keyword('particle', 'grid', 'rope', 'loop', 'cable', 'cloth')),
        count: ints(1, 3),
        offset: reals(3),
        vertex: floats(0, ANY),
        initial: text,
        curve: text,
        size: reals(1, 3),
        quat: reals(4),
      },
      'joint:compositeJoint* skin:compositeSkin? geom:compositeGeom? site:compositeSite? plugin*',
    ),
  compositeJoint: () =>
    element({
      kind: required(keyword('main')),
      group: int,
      stiffness: real,
      damping: real,
      armature: real,
      solreffix: SOLREF,
      solimpfix: SOLIMP,
      type: JOINT_TYPE,
      axis: reals(3),
      limited: auto,
      range: reals(2),
      margin: real,
      solreflimit: SOLREF,
      solimplimit: SOLIMP,
      frictionloss: real,
      solreffriction: SOLREF,
      solimpfriction: SOLIMP,
    }),
  compositeSkin: () =>
    element({
      texcoord: bool,
      material: ref('material'),
      group: int,
      rgba: RGBA,
      inflate: float,
      subgrid: int,
    }),
  compositeGeom: () =>
    element({
      type: GEOM_TYPE,
      contype: int,
      conaffinity: int,
      condim: int,
      group: int,
      priority: int,
      size: reals(1, 3),
      material: ref('material'),
      rgba: RGBA,
      friction: reals(1, 3),
      mass: real,
      density: real,
      solmix: real,
      solref: SOLREF,
      solimp: SOLIMP,
      margin: real,
      gap: real,
      surfacevel: reals(1, 6),
      adhesion: real,
    }),
  compositeSite: () =>
    element({ group: int, size: reals(1, 3), material: ref('material'), mesh: ref('mesh'), rgba: RGBA }),
  flexcomp: () =>
    element(
      {
        name: required(id('flex')),
        type: keyword('grid', 'box', 'cylinder', 'ellipsoid', 'square', 'disc', 'circle', 'mesh', 'gmsh', 'direct'),
        group: int,
        dim: int,
        dof: FLEX_DOF,
        count: ints(3),
        cellcount: ints(3),
        spacing: reals(3),
        radius: real,
        rigid: bool,
        mass: real,
        inertiabox: real,
        scale: reals(3),
        file: file,
        point: reals(0, ANY),
        element: ints(0, ANY),
        texcoord: floats(0, ANY),
        material: ref('material'),
        rgba: RGBA,
        flatskin: bool,
        pos: reals(3),
        ...orientation,
        origin: reals(3),
      },
      'edge:flexcompEdge? elasticity? contact:flexContact? pin* plugin*',
    ),
  flexcompEdge: () =>
    element({
      equality: keyword(false, true, 'vert', 'strain'),
      solref: SOLREF,
      solimp: SOLIMP,
      stiffness: real,
      damping: real,
    }),
  elasticity: () =>
    element({
      young: real,
      poisson: real,
      damping: real,
      thickness: real,
      elastic2d: keyword('none', 'bend', 'stretch', 'both'),
    }),
  flexContact: () =>
    element({
      contype: int,
      conaffinity: int,
      condim: int,
      priority: int,
      friction: reals(1, 3),
      solmix: real,
      solref: SOLREF,
      solimp: SOLIMP,
      margin: real,
      gap: real,
      internal: bool,
      selfcollide: keyword('none', 'narrow', 'bvh', 'sap', 'auto'),
      activelayers: int,
      passive: bool,
    }),
  pin: () => element({ id: ints(0, ANY), range: ints(0, ANY), grid: ints(0, ANY), gridrange: ints(0, ANY) }),

  // deformables
  deformable: () => element({}, 'flex* skin*'),
  flex: () =>
    element(
      {
        name: id('flex'),
        group: int,
        dim: int,
        radius: real,
        material: ref('material'),
        rgba: RGBA,
        flatskin: bool,
        body: required(names),
        vertex: reals(0, ANY),
        element: required(ints(0, ANY)),
        texcoord: floats(0, ANY),
        elemtexcoord: ints(0, ANY),
        node: names,
        nodecoord: reals(0, ANY),
        cellcount: ints(3),
        dof: FLEX_DOF,
      },
      'contact:flexContact? edge:flexEdge? elasticity?',
    ),
  flexEdge: () => element({ stiffness: real, damping: real }),

  // contact
  contact: () => element({}, 'pair* exclude*'),
  pair: () =>
    element({
      name: id('pair'),
      class: ref('default'),
      geom1: nodefault(ref('geom')),
      geom2: nodefault(ref('geom')),
      condim: int,
      friction: reals(1, 5),
      solref: SOLREF,
      solreffriction: SOLREF,
      solimp: SOLIMP,
      gap: real,
      margin: real,
      adhesion: real,
    }),
  exclude: () => element({ name: id('exclude'), body1: required(ref('body')), body2: required(ref('body')) }),

  // tendons
  tendon: () => element({}, 'spatial* fixed*'),
  spatial: () =>
    element(
      {
        ...tendonBase,
        width: real,
        material: ref('material'),
        ...tendonMechanics,
        rgba: RGBA,
        user: reals(0, ANY),
      },
      'site:spatialSite* geom:spatialGeom* pulley*',
    ),
  spatialSite: () => element({ site: required(ref('site')) }),
  spatialGeom: () => element({ geom: required(ref('geom')), sidesite: ref('site') }),
  pulley: () => element({ divisor: required(real) }),
  fixed: () => element({ ...tendonBase, ...tendonMechanics, user: reals(0, ANY) }, 'joint:fixedJoint*'),
  fixedJoint: () => element({ joint: required(ref('joint')), coef: required(real) }),

  // equalities
  equality: () =>
    element(
      {},
      'connect* weld* joint:jointEquality* tendon:tendonEquality* flex:flexEquality* flexvert* flexstrain* ' +
        'distance:distanceEquality*',
    ),
  connect: () =>
    element(
      {
        ...equalityBase,
        body1: ref('body'),
        body2: ref('body'),
        anchor: reals(3),
        site1: ref('site'),
        site2: ref('site'),
      },
      '',
      [
        rule('exclusive', 'site1+site2', 'body1+body2+anchor'),
        rule('oneof', 'site1+site2', 'body1+anchor'),
        rule('together', 'site1', 'site2'),
      ],
    ),
  weld: () =>
    element(
      {
        ...equalityBase,
        body1: ref('body'),
        body2: ref('body'),
        relpose: reals(7),
        anchor: reals(3),
        site1: ref('site'),
        site2: ref('site'),
        torquescale: real,
      },
      '',
      [
        rule('exclusive', 'site1+site2', 'body1+body2+anchor+relpose'),
        rule('oneof', 'site1+site2', 'body1'),
        rule('together', 'site1', 'site2'),
      ],
    ),
  jointEquality: () =>
    element({
      ...equalityBase,
      joint1: required(ref('joint')),
      joint2: ref('joint'),
      polycoef: reals(1, 5),
    }),
  tendonEquality: () =>
    element({
      ...equalityBase,
      tendon1: required(ref('tendon')),
      tendon2: ref('tendon'),
      polycoef: reals(1, 5),
    }),
  // an extension
  distanceEquality: () =>
    element({
      ...equalityBase,
      geom1: required(ref('geom')),
      geom2: required(ref('geom')),
      distance: required(real),
    }),
  flexEquality: () => element({ ...equalityBase, flex: required(ref('flex')) }),
  flexvert: () => element({ ...equalityBase, flex: required(ref('flex')) }),
  flexstrain: () => element({ ...equalityBase, flex: required(ref('flex')), cell: reals(3) }),

  // actuators
  actuator: () =>
    element(
      {},
      'general* motor* position* velocity* intvelocity* orientation* pid* damper* cylinder* muscle* adhesion* dcmotor* ' +
        'plugin:actuatorPlugin*',
    ),
  general: () =>
    element({
      ...actuatorBase,
      ctrllimited: auto,
      forcelimited: auto,
      actlimited: auto,
      forcerange: reals(2),
      actrange: reals(2),
      ...actuatorMechanics,
      ...transmission,
      body: nodefault(ref('body')),
      actdim: int,
      input: keywordOrFlags(['expmap', 'quat', 'none'], INPUTS),
      velrange: reals(2),
      ffrange: reals(2),
      dyntype: DYN_TYPE,
      gaintype: keyword('fixed', 'affine', 'muscle', 'dcmotor', 'so3', 'pid', 'user'),
      biastype: keyword('none', 'affine', 'muscle', 'dcmotor', 'so3', 'user'),
      dynprm: reals(1, 10),
      gainprm: reals(1, 10),
      biasprm: reals(1, 10),
      actearly: bool,
    }),
  motor: () =>
    element({
      ...actuatorBase,
      ctrllimited: auto,
      forcelimited: auto,
      forcerange: reals(2),
      ...actuatorMechanics,
      ...transmission,
    }),
  position: () =>
    element({
      ...actuatorBase,
      ctrllimited: auto,
      forcelimited: auto,
      inheritrange: real,
      forcerange: reals(2),
      ...actuatorMechanics,
      ...transmission,
      kp: real,
      kv: real,
      dampratio: real,
      timeconst: real,
    }),
  velocity: () =>
    element({
      ...actuatorBase,
      ctrllimited: auto,
      forcelimited: auto,
      forcerange: reals(2),
      ...actuatorMechanics,
      ...transmission,
      kv: real,
    }),
  intvelocity: () =>
    element({
      ...actuatorBase,
      ctrllimited: auto,
      forcelimited: auto,
      actlimited: auto,
      forcerange: reals(2),
      actrange: reals(2),
      inheritrange: real,
      ...actuatorMechanics,
      ...transmission,
      kp: real,
      kv: real,
      dampratio: real,
    }),
  orientation: () =>
    element({
      ...actuatorBase,
      forcelimited: auto,
      forcerange: reals(2),
      joint: nodefault(ref('joint')),
      site: nodefault(ref('site')),
      refsite: nodefault(ref('site')),
      kp: real,
      kv: real,
      dampratio: real,
      input: keywordOrFlags(['expmap', 'quat', 'none'], INPUTS),
    }),
  pid: () =>
    element({
      ...actuatorBase,
      ctrllimited: auto,
      forcelimited: auto,
      posrange: reals(2),
      velrange: reals(2),
      ffrange: reals(2),
      forcerange: reals(2),
      inheritrange: real,
      ...actuatorMechanics,
      ...transmission,
      kp: real,
      kv: real,
      dampratio: real,
      ki: real,
      imax: real,
      slewmax: real,
      input: keywordOrFlags(['expmap', 'quat', 'none'], INPUTS),
    }),
  damper: () =>
    element({
      ...actuatorBase,
      forcelimited: auto,
      forcerange: reals(2),
      ...actuatorMechanics,
      ...transmission,
      kv: real,
    }),
  cylinder: () =>
    element({
      ...actuatorBase,
      ctrllimited: auto,
      forcelimited: auto,
      forcerange: reals(2),
      ...actuatorMechanics,
      ...transmission,
      timeconst: real,
      area: real,
      diameter: real,
      bias: reals(3),
    }),
  muscle: () =>
    element({
      ...actuatorBase,
      ctrllimited: auto,
      forcelimited: auto,
      forcerange: reals(2),
      ...actuatorMechanics,
      ...limitedTransmission,
      timeconst: reals(2),
      tausmooth: nodefault(real),
      range: reals(2),
      force: real,
      scale: real,
      lmin: real,
      lmax: real,
      vmax: real,
      fpmax: real,
      fvmax: real,
    }),
  adhesion: () =>
    element({
      ...actuatorBase,
      forcelimited: auto,
      forcerange: reals(2),
      body: nodefault(ref('body')),
      gain: real,
    }),
  dcmotor: () =>
    element({
      ...actuatorBase,
      ctrllimited: auto,
      ...actuatorMechanics,
      ...transmission,
      motorconst: reals(1, 2),
      resistance: real,
      nominal: reals(1, 3),
      saturation: reals(1, 3),
      inductance: reals(1, 2),
      cogging: reals(1, 3),
      controller: reals(1, 6),
      thermal: reals(1, 6),
      lugre: reals(1, 5),
      input: keywordOrFlags(['expmap', 'quat', 'none'], INPUTS),
    }),
  actuatorPlugin: () =>
    element(
      {
        ...actuatorBase,
        plugin: text,
        instance: ref('instance'),
        ctrllimited: auto,
        forcelimited: auto,
        actlimited: auto,
        forcerange: reals(2),
        actrange: reals(2),
        ...actuatorMechanics,
        joint: ref('joint'),
        jointinparent: ref('joint'),
        site: ref('site'),
        actdim: int,
        dyntype: DYN_TYPE,
        dynprm: reals(1, 10),
        tendon: ref('tendon'),
        cranksite: ref('site'),
        slidersite: ref('site'),
        actearly: bool,
      },
      'config*',
    ),

  // sensors
  sensor: () =>
    element(
      {},
      'touch* accelerometer* velocimeter* gyro* force* torque* magnetometer* camprojection* rangefinder* jointpos* ' +
        'jointvel* tendonpos* tendonvel* actuatorpos* actuatorvel* actuatorfrc* jointactuatorfrc* tendonactuatorfrc* ' +
        'ballquat* ballangvel* jointlimitpos* jointlimitvel* jointlimitfrc* tendonlimitpos* tendonlimitvel* ' +
        'tendonlimitfrc* framepos* framequat* framexaxis* frameyaxis* framezaxis* framelinvel* frameangvel* ' +
        'framelinacc* frameangacc* subtreecom* subtreelinvel* subtreeangmom* insidesite* distance* normal* fromto* ' +
        'contact:contactSensor* e_potential* e_kinetic* clock* tactile* user* plugin:sensorPlugin*',
    ),
  touch: siteSensor,
  accelerometer: siteSensor,
  velocimeter: siteSensor,
  gyro: siteSensor,
  force: siteSensor,
  torque: siteSensor,
  magnetometer: siteSensor,
  camprojection: () => element({ ...sensorBase, site: required(ref('site')), camera: required(ref('camera')) }),
  rangefinder: () =>
    element(
      {
        ...sensorBase,
        site: ref('site'),
        camera: ref('camera'),
        data: flags('dist', 'dir', 'origin', 'point', 'normal', 'depth'),
      },
      '',
      [rule('exclusive', 'site', 'camera'), rule('oneof', 'site', 'camera')],
    ),
  jointpos: jointSensor,
  jointvel: jointSensor,
  tendonpos: tendonSensor,
  tendonvel: tendonSensor,
  actuatorpos: actuatorSensor,
  actuatorvel: actuatorSensor,
  actuatorfrc: actuatorSensor,
  jointactuatorfrc: jointSensor,
  tendonactuatorfrc: tendonSensor,
  ballquat: jointSensor,
  ballangvel: jointSensor,
  jointlimitpos: jointSensor,
  jointlimitvel: jointSensor,
  jointlimitfrc: jointSensor,
  tendonlimitpos: tendonSensor,
  tendonlimitvel: tendonSensor,
  tendonlimitfrc: tendonSensor,
  framepos: frameSensor,
  framequat: frameSensor,
  framexaxis: frameSensor,
  frameyaxis: frameSensor,
  framezaxis: frameSensor,
  framelinvel: frameSensor,
  frameangvel: frameSensor,
  framelinacc: frameAccSensor,
  frameangacc: frameAccSensor,
  subtreecom: subtreeSensor,
  subtreelinvel: subtreeSensor,
  subtreeangmom: subtreeSensor,
  insidesite: () => element({ ...sensorBase, site: required(ref('site')), ...frameObject }),
  distance: distanceSensor,
  normal: distanceSensor,
  fromto: distanceSensor,
  contactSensor: () =>
    element(
      {
        ...sensorBase,
        geom1: ref('geom'),
        geom2: ref('geom'),
        body1: ref('body'),
        body2: ref('body'),
        subtree1: ref('body'),
        subtree2: ref('body'),
        site: ref('site'),
        num: int,
        data: flags('found', 'force', 'torque', 'dist', 'pos', 'normal', 'tangent'),
        reduce: keyword('none', 'mindist', 'maxforce', 'netforce'),
      },
      '',
      [rule('exclusive', 'geom1', 'body1', 'subtree1', 'site'), rule('exclusive', 'geom2', 'body2', 'subtree2')],
    ),
  e_potential: plainSensor,
  e_kinetic: plainSensor,
  clock: plainSensor,
  tactile: () =>
    element({
      name: id('sensor'),
      geom: required(ref('geom')),
      mesh: required(ref('mesh')),
      nsample: int,
      interp: INTERP,
      delay: real,
      interval: reals(1, 2),
      cutoff: real,
      user: reals(0, ANY),
    }),
  user: () =>
    element(
      {
        name: id('sensor'),
        objtype: text,
        objname: text,
        datatype: keyword('real', 'positive', 'axis', 'quaternion'),
        needstage: keyword('none', 'pos', 'vel', 'acc'),
        dim: required(int),
        cutoff: real,
        noise: real,
        user: reals(0, ANY),
      },
      '',
      [rule('together', 'objtype', 'objname')],
    ),
  sensorPlugin: () =>
    element(
      {
        name: id('sensor'),
        plugin: text,
        instance: ref('instance'),
        cutoff: real,
        objtype: text,
        objname: text,
        reftype: text,
        refname: text,
        user: reals(0, ANY),
      },
      'config*',
    ),

  // custom data and keyframes
  custom: () => element({}, 'numeric* text* tuple*'),
  numeric: () => element({ name: required(id('numeric')), size: int, data: reals(0, ANY) }),
  text: () => element({ name: required(id('text')), data: required(text) }),
  tuple: () => element({ name: required(id('tuple')) }, 'element:tupleElement*'),
  tupleElement: () => element({ objtype: required(text), objname: required(text), prm: real }),
  keyframe: () => element({}, 'key*'),
  key: () =>
    element({
      name: id('key'),
      time: real,
      qpos: reals(0, ANY),
      qvel: reals(0, ANY),
      act: reals(0, ANY),
      mpos: reals(0, ANY),
      mquat: reals(0, ANY),
      ctrl: reals(0, ANY),
    }),
};

export type ElementTable = { [K in keyof typeof ELEMENTS]: ReturnType<(typeof ELEMENTS)[K]> };
/** Key of a row: the tag, or a qualified name where one tag means different elements. */
export type RowName = keyof ElementTable;

const rows = new Map<string, ElementRow>();

/** The row of an element; it is made when it is first asked for, so that a program pays for what its models use. */
export function row(name: string): ElementRow {
  let made = rows.get(name);
  if (made === undefined) {
    made = ELEMENTS[name as RowName]() as unknown as ElementRow;
    rows.set(name, made);
  }
  return made;
}

/** The attributes of `name` that a default class may set. */
export function defaultAttributes(name: string): Record<string, Attribute> {
  const attributes: Record<string, Attribute> = {};
  for (const [key, a] of Object.entries(row(name).attributes)) {
    if (key !== 'name' && key !== 'class' && !a.nodefault) attributes[key] = a;
  }
  return attributes;
}
