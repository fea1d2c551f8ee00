/**
 * The members of the Mjs classes, a word for each: `name=attribute:type~default`. The attribute is that of MJCF; it is the name itself where
 * none is given, and `name=:type` has none: `special.ts` knows about it.
 *
 *     n f i b t      a number, in single precision, a whole number, a flag, a text
 *     3 f3 i3 c3     that many numbers, in single precision, whole, of one byte
 *     D F I B S      lists of numbers, single precision, whole numbers, bytes, texts; II and FF lists of lists
 *     mjtGeom        a value of an enumeration; `mjtX(a,b)` if the words of the attribute have another order
 *     Orientation    another way to state a rotation;  Plugin  the use of a plugin
 *
 * A default that is shorter than the vector is continued with zeros.
 */
export const members = {
  MjsCompiler:
    'autolimits:b~1 boundmass:n boundinertia:n settotalmass:n~-1 balanceinertia:b degree=:b~1 fitaabb:b eulerseq=:c3 meshdir:t texturedir:t discardvisual:b usethread:b~1 fusestatic:b inertiafromgeom:mjtInertiaFromGeom~2 inertiagrouprange:i2~0,5 saveinertial:b alignfree:b conflict:mjtConflict',
  MjsBody:
    'childclass:t~main pos:3 quat:4~1 alt=:Orientation mocap:b gravcomp:n userdata=user:D explicitinertial=:b mass=:n ipos=:3~NaN iquat=:4~1 inertia=:3 ialt=:Orientation fullinertia=:6~NaN simple:i~1 sleep:mjtSleepPolicy(auto,,,never,allowed,init) plugin=:Plugin',
  MjsFrame: 'childclass:t pos:3 quat:4~1 alt=:Orientation',
  MjsJoint:
    'type:mjtJoint~3 group:i pos:3 axis:3 springdamper:2 limited:mjtLimited~2 actfrclimited=actuatorfrclimited:mjtLimited~2 solref_limit=solreflimit:2 solimp_limit=solimplimit:5 solref_friction=solreffriction:2 solimp_friction=solimpfriction:5 stiffness:3 range:2 actfrcrange=actuatorfrcrange:2 actgravcomp=actuatorgravcomp:b margin:n ref:n springref:n armature:n damping:3 frictionloss:n align:mjtAlignFree~2 userdata=user:D',
  MjsGeom:
    'type:mjtGeom contype:i conaffinity:i condim:i group:i priority:i size:3 material:t friction:3 mass:n~NaN density:n typeinertia=shellinertia:mjtGeomInertia solmix:n solref:2 solimp:5 margin:n gap:n surfacevel:6 adhesion:n fromto:6~NaN pos:3 quat:4~1 alt=:Orientation hfieldname=hfield:t meshname=mesh:t fitscale:n rgba:f4 fluid_ellipsoid=fluidshape:i fluid_coefs=fluidcoef:5 userdata=user:D plugin=:Plugin',
  MjsSite:
    'type:mjtGeom group:i pos:3 quat:4~1 alt=:Orientation material:t meshname=mesh:t size:3 fromto:6~NaN rgba:f4 userdata=user:D',
  MjsCamera:
    'proj=projection:mjtProjection fovy:n ipd:n resolution:i2 output:i pos:3 quat:4~1 alt=:Orientation mode:mjtCamLight targetbody=target:t focal_length=focal:f2 focal_pixel=focalpixel:f2 principal_length=principal:f2 principal_pixel=principalpixel:f2 sensor_size=sensorsize:f2 intrinsic=:f4 userdata=user:D',
  MjsLight:
    'type:mjtLightType castshadow:b active:b pos:3 dir:3 bulbradius:f intensity:f range:f attenuation:f3 cutoff:f softness:f exponent:f ambient:f3 diffuse:f3 specular:f3 mode:mjtCamLight targetbody=target:t texture:t',
  MjsMesh:
    'content_type:t file:t uservert=vertex:F usernormal=normal:F usertexcoord=texcoord:F userface=face:I userfacenormal=:I userfacetexcoord=:I refpos:3 refquat:4 scale:3 smoothnormal:b maxhullvert:i inertia:mjtMeshInertia(convex,exact,legacy,shell) material:t needsdf=:b octree_maxdepth=:i~6 plugin=:Plugin',
  MjsHField: 'content_type:t file:t nrow:i ncol:i size:4 userdata=:F',
  MjsSkin:
    'file:t material:t rgba:f4~0.5,0.5,0.5,1 inflate:f vert=vertex:F texcoord:F face:I group:i bodyname=:S bindpos=:F bindquat=:F vertid=:II vertweight=:FF',
  MjsTexture:
    'type:mjtTexture~1 colorspace:mjtColorSpace content_type:t file:t gridsize:i2~1,1 gridlayout=:c12 cubefiles=:S builtin:mjtBuiltin rgb1:3~0.8,0.8,0.8 rgb2:3~0.5,0.5,0.5 mark:mjtMark markrgb:3 random:n~0.01 width:i height:i hflip:b vflip:b nchannel:i~3 data=:B',
  MjsMaterial:
    'texrepeat:f2 texuniform:b emission:f specular:f shininess:f reflectance:f metallic:f roughness:f rgba:f4 textures=:S',
  MjsFlex:
    'group:i dim:i~2 radius:n~0.005 material:t rgba:f4~0.5,0.5,0.5,1 flatskin:b vertbody=body:S vert=vertex:D elem=element:I texcoord:F elemtexcoord:I nodebody=node:S node=nodecoord:D cellcount:i3~1,1,1 order=:i size=:3 contype=contact.contype:i~1 conaffinity=contact.conaffinity:i~1 condim=contact.condim:i~3 priority=contact.priority:i friction=contact.friction:3~1,0.005,0.0001 solmix=contact.solmix:n~1 solref=contact.solref:2~0.02,1 solimp=contact.solimp:5~0.9,0.95,0.001,0.5,2 margin=contact.margin:n gap=contact.gap:n internal=contact.internal:b selfcollide=contact.selfcollide:mjtFlexSelf~4 activelayers=contact.activelayers:i~1 passive=contact.passive:i edgestiffness=edge.stiffness:n edgedamping=edge.damping:n young=elasticity.young:n poisson=elasticity.poisson:n damping=elasticity.damping:n thickness=elasticity.thickness:n~-1 elastic2d=elasticity.elastic2d:i',
  MjsPair:
    'geomname1=geom1:t geomname2=geom2:t condim:i friction:5 solref:2 solreffriction:2 solimp:5 gap:n margin:n adhesion:n',
  MjsExclude: 'bodyname1=body1:t bodyname2=body2:t',
  MjsEquality:
    'type=:mjtEq active:b data=:11~0,1,0,0,0,0,0,0,0,0,1 name1=:t name2=:t objtype=:mjtObj solref:2 solimp:5',
  MjsTendon:
    'group:i limited:mjtLimited~2 actfrclimited=actuatorfrclimited:mjtLimited~2 range:2 actfrcrange=actuatorfrcrange:2 solref_limit=solreflimit:2 solimp_limit=solimplimit:5 solref_friction=solreffriction:2 solimp_friction=solimpfriction:5 frictionloss:n springlength:2 width:n material:t margin:n stiffness:3 damping:3 armature:n rgba:f4 userdata=user:D',
  MjsWrap: 'type=:mjtWrap',
  MjsActuator:
    'group=:i nsample=:i interp=:i delay=:n ctrlrange=:2 forcerange=:2 actrange=:2 velrange=:2 ffrange=:2 lengthrange=:2 ctrllimited=:mjtLimited~2 forcelimited=:mjtLimited~2 actlimited=:mjtLimited~2 gear=:6~1 damping=:3 armature=:n cranklength=:n inheritrange=:n actdim=:i~-1 actearly=:b ctrlspec=:i dyntype=:mjtDyn gaintype=:mjtGain biastype=:mjtBias dynprm=:10~1 gainprm=:10~1 biasprm=:10 trntype=:mjtTrn~1000 target=:t slidersite=:t refsite=:t userdata=:D plugin=:Plugin',
  MjsSensor:
    'type=:mjtSensor objtype=:mjtObj objname=:t reftype=:mjtObj refname=:t intprm=:i3 datatype=:mjtDataType needstage=:mjtStage~3 dim=:i nsample:i interp:i delay:n interval:2 cutoff:n noise:n userdata=user:D plugin=:Plugin',
  MjsNumeric: 'size:i data:D',
  MjsText: 'data:t',
  MjsTuple: 'objtype=:I objname=:S objprm=:D',
  MjsKey: 'time:n qpos:D qvel:D act:D mpos:D mquat:D ctrl:D',
  MjsPlugin: 'name=:t plugin_name=:t active=:b',
  MjsOrientation: 'type=:mjtOrientation axisangle=:4 xyaxes=:6 zaxis=:3 euler=:3',
} as const;

/** The classes of parts of a Spec. */
export type ClassName = keyof typeof members;

/** One member of a class. */
export interface Member {
  readonly name: string;
  /** The attribute of MJCF, `part.attribute`, or '' if there is none of its own. */
  readonly attribute: string;
  readonly type: string;
  /** Words of an enumeration in the order of its values, where the attribute has another. */
  readonly words: readonly string[] | undefined;
  readonly initial: readonly number[];
  readonly text: string;
}

function readMember(word: string): Member {
  const found = /^(\w+)(=?)([\w.]*):(\w+)(?:\(([\w,]*)\))?(?:~(.*))?$/.exec(word);
  if (found === null) throw new Error(`not a member: ${word}`);
  const [, name, assigned, attribute, type, words, initial = ''] = found as unknown as string[];
  return {
    name: name as string,
    attribute: assigned === '' ? (name as string) : (attribute as string),
    type: type as string,
    words: words?.split(','),
    initial: initial === '' || type === 't' ? [] : initial.split(',').map(Number),
    text: type === 't' ? initial : '',
  };
}

const read = new Map<ClassName, readonly Member[]>();

/** The members of a class. */
export function membersOf(name: ClassName): readonly Member[] {
  let list = read.get(name);
  if (list === undefined) {
    list = members[name].split(' ').map(readMember);
    read.set(name, list);
  }
  return list;
}
