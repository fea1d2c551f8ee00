// The MJCF language as a table: each element with its attributes, its children and the rules between attributes.
// The reader, the writer, the types of a Spec and the building functions derive from it. Attribute order is the
// order of writing.

import { actuatorElements } from './actuator-schema.ts';
import {
  ANY,
  type Attribute,
  auto,
  bool,
  chars,
  file,
  filled,
  flags,
  float,
  floats,
  id,
  int,
  ints,
  keyword,
  names,
  nodefault,
  real,
  reals,
  ref,
  required,
  text,
} from './attributes.ts';
import { type ElementRow, element, rule } from './element-row.ts';
import * as words from './generated/words.ts';
import { sensorElements } from './sensor-schema.ts';

// --------------------------------------------------------------------------------------------------- shared attributes

const SOLREF = reals(1, 2);
const SOLIMP = reals(1, 5);
const RGBA = floats(4);

const orientation = { quat: reals(4), axisangle: reals(4), xyaxes: reals(6), zaxis: reals(3), euler: reals(3) };

const equalityBase = { name: id('equality'), class: ref('default'), active: bool, solref: SOLREF, solimp: SOLIMP };

const JOINT_TYPE = keyword(...words.JointType);
const GEOM_TYPE = keyword(...words.GeomType);
const CAMLIGHT_MODE = keyword(...words.CamLightMode);
const SWITCH = keyword('disable', 'enable');
const FLEX_DOF = keyword('full', 'radial', 'trilinear', 'quadratic', '2d');

/** How a geom touches others. */
const contactParameters = {
  solmix: real,
  solref: SOLREF,
  solimp: SOLIMP,
  margin: real,
  gap: real,
  surfacevel: reals(1, 6),
  adhesion: real,
};

const tendonConstraints = {
  solreflimit: SOLREF,
  solimplimit: SOLIMP,
  solreffriction: SOLREF,
  solimpfriction: SOLIMP,
  frictionloss: real,
  springlength: reals(1, 2),
};
const tendonBase = {
  name: id('tendon'),
  class: ref('default'),
  group: int,
  limited: auto,
  actuatorfrclimited: auto,
  range: reals(2),
  actuatorfrcrange: reals(2),
  ...tendonConstraints,
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
      mode: keyword(...words.LengthRangeMode),
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
        cone: keyword(...words.Cone),
        jacobian: keyword(...words.JacobianType),
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
        regularization: real,
        max_constraint_vel: real,
        max_constraint_angvel: real,
        default_eq_stiffness: real,
        default_eq_damping: real,
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
      ...tendonConstraints,
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
        ...contactParameters,
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
        projection: keyword(...words.Projection),
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
        type: keyword(...words.LightType),
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
        initial: keyword('free', 'ball', 'none'),
        curve: text,
        size: reals(1, 3),
        quat: reals(4),
      },
      'joint:compositeJoint* skin:compositeSkin? geom:compositeGeom? site:compositeSite? plugin*',
    ),
  compositeJoint: () =>
    element({
      kind: required(keyword('main')),
      group: filled(int),
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
      group: filled(int),
      rgba: RGBA,
      inflate: float,
      subgrid: filled(int),
    }),
  compositeGeom: () =>
    element({
      type: GEOM_TYPE,
      contype: filled(int),
      conaffinity: filled(int),
      condim: filled(int),
      group: filled(int),
      priority: filled(int),
      size: reals(1, 3),
      material: ref('material'),
      rgba: RGBA,
      friction: reals(1, 3),
      mass: real,
      density: real,
      ...contactParameters,
    }),
  compositeSite: () =>
    element({ group: filled(int), size: reals(1, 3), material: ref('material'), mesh: ref('mesh'), rgba: RGBA }),
  flexcomp: () =>
    element(
      {
        name: required(id('flex')),
        // the last one is an extension: a grid of dim 1
        type: keyword(
          'grid',
          'box',
          'cylinder',
          'ellipsoid',
          'square',
          'disc',
          'circle',
          'mesh',
          'gmsh',
          'direct',
          'cable',
        ),
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
      selfcollide: keyword(...words.FlexSelf),
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

  ...actuatorElements,
  ...sensorElements,

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
