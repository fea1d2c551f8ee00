import { halton } from '../functions/halton.ts';
import { Handle } from '../handle.ts';
import { type ValueVec, vectorClass } from '../spec/vectors.ts';

/**
 * The members of the classes without behaviour, a word for each: `name:type~default`. `n` is a number, `3 f3 i3 c3 u3` that many numbers: in double or single
 * precision, whole, of a signed or an unsigned byte.
 */
export const records = {
  MjvCamera:
    'type:n fixedcamid:n~-1 trackbodyid:n~-1 lookat:3 distance:n~2 azimuth:n~90 elevation:n~-45 orthographic:n',
  MjvGLCamera:
    'pos:f3 forward:f3 up:f3 frustum_center:n frustum_width:n frustum_bottom:n frustum_top:n frustum_near:n frustum_far:n orthographic:n',
  MjvGeom:
    'type:n~1001 dataid:n~-1 objtype:n objid:n category:n matid:n~-1 texid:n~-1 texcoord:n texuniform:n texrepeat:f2 size:f3~.1,.1,.1 pos:f3 mat:f9~1,0,0,0,1,0,0,0,1 rgba:f4~.5,.5,.5,1 emission:n specular:n~.5 shininess:n~.5 reflectance:n label:c100 camdist:n modelrbound:n transparent:n segid:n',
  MjvLight:
    'id:n type:n texid:n pos:f3 dir:f3 ambient:f3 diffuse:f3 specular:f3 attenuation:f3 cutoff:n exponent:n bulbradius:n intensity:n range:n softness:n castshadow:n headlight:n',
  MjvOption:
    'label:n frame:n geomgroup:u6~1,1,1 sitegroup:u6~1,1,1 jointgroup:u6~1,1,1 tendongroup:u6~1,1,1 actuatorgroup:u6~1,1,1 flexgroup:u6~1,1,1 skingroup:u6~1,1,1 flags:u31~0,1,0,0,0,0,0,1,1,0,0,0,0,1,0,0,0,0,0,0,0,0,1,1,0,1,0,1 bvh_depth:n~1 flex_layer:n',
  MjPreContact: 'dist:n pos:3 normal:3 tangent:3',
  MjSolverStat: 'improvement:n gradient:n lineslope:n nactive:n nchange:n neval:n nupdate:n',
  MjTimerStat: 'duration:n number:n',
  MjWarningStat: 'lastinfo:n number:n',
  MjvPerturb:
    'select:n flexselect:n~-1 skinselect:n~-1 active:n active2:n refpos:3 refquat:4~1 refselpos:3 localpos:3 localmass:n scale:n~1',
  MjvFigure:
    'flg_legend:n~1 flg_ticklabel:i2~1,1 flg_extend:n~1 flg_barplot:n flg_selection:n flg_symmetric:n linewidth:n~3 gridwidth:n~1 gridsize:i2~2,2 gridrgb:f3~.4,.4,.4 figurergba:f4~0,0,0,1 panergba:f4~0,0,0,1 legendrgba:f4~0,0,0,.3 textrgb:f3~1,1,1 linergb:f300 range:f4~0,1,0,1 xformat:c20~37,46,48,102 yformat:c20~37,46,50,103 minwidth:c20~88,88,88 title:c1000 xlabel:c100 linename:c10000 legendoffset:n subplot:n highlight:i2 highlightid:n~-1 selection:n linepnt:i100 linedata:f200200 xaxispixel:i2 yaxispixel:i2 xaxisdata:f2 yaxisdata:f2',
} as const;

export type RecordName = keyof typeof records;

type Words<S extends string> = S extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : S;
type TypeOf<W extends string> = W extends `${string}:${infer T}~${string}`
  ? T
  : W extends `${string}:${infer T}`
    ? T
    : never;
type ValueOf<T extends string> = T extends 'n'
  ? number
  : T extends `f${number}`
    ? Float32Array
    : T extends `i${number}`
      ? Int32Array
      : T extends `c${number}`
        ? Int8Array
        : T extends `u${number}`
          ? Uint8Array
          : Float64Array;

/** An object of a Mjv class. */
export type RecordOf<R extends RecordName> = Handle & {
  [W in Words<(typeof records)[R]> as W extends `${infer Name}:${string}` ? Name : never]: ValueOf<TypeOf<W>>;
} & { copy(): RecordOf<R> };

const ARRAYS = { f: Float32Array, i: Int32Array, c: Int8Array, u: Uint8Array };

function initialValue(type: string, initial: readonly number[]): number | ArrayBufferView {
  if (type === 'n') return initial[0] ?? 0;
  const [, letter, count] = /^([fciu]?)(\d+)$/.exec(type) as unknown as string[];
  const array = new (ARRAYS[letter as keyof typeof ARRAYS] ?? Float64Array)(Number(count));
  array.set(initial);
  return array;
}

type Values = Record<string, number | Float64Array>;

/** Gives a record its defaults. */
export function resetRecord(record: object, name: RecordName): void {
  for (const word of records[name].split(' ')) {
    const [member = '', type = '', initial = ''] = word.split(/[:~]/);
    (record as Values)[member] = initialValue(
      type,
      initial === '' ? [] : initial.split(',').map(Number),
    ) as Float64Array;
  }
  if (name === 'MjvFigure') (record as RecordOf<'MjvFigure'>).linergb.set(lineColors());
}

/** Colours of the lines of a figure: eight that are told apart, then points of a Halton sequence. */
function lineColors(): number[] {
  const colors = [1, 0.3, 0.3, 0.1, 1, 0.1, 0.3, 0.3, 1, 0.1, 1, 1, 1, 0.2, 1, 1, 1, 0.1, 1, 0.6, 0.2, 0.6, 0.7, 0.4];
  for (let k = 8; k < 100; k++) for (const base of [2, 3, 5]) colors.push(0.1 + 0.8 * halton(k, base));
  return colors;
}

type RecordClass<R extends RecordName> = new () => RecordOf<R>;

function recordClass<R extends RecordName>(name: R): RecordClass<R> {
  class Named extends Handle {
    constructor() {
      super();
      resetRecord(this, name);
    }

    copy(): Named {
      const made = new Named();
      for (const [member, value] of Object.entries(this as unknown as Values))
        if (typeof value === 'number') (made as unknown as Values)[member] = value;
        else ((made as unknown as Values)[member] as Float64Array).set(value);
      return made;
    }
  }
  Object.defineProperty(Named, 'name', { value: name });
  return Named as unknown as RecordClass<R>;
}

type RecordClasses = { readonly [R in RecordName]: RecordClass<R> };

/** Every class without behaviour. */
export const recordClasses = Object.fromEntries(
  Object.keys(records).map((name) => [name, recordClass(name as RecordName)]),
) as unknown as RecordClasses;

const vectorOf = <R extends RecordName>(name: R): (new () => ValueVec<RecordOf<R>>) =>
  vectorClass(`${name}Vec`, () => new recordClasses[name]() as RecordOf<R>);

/** Vectors of records. */
export const recordVectors = {
  MjSolverStatVec: vectorOf('MjSolverStat'),
  MjTimerStatVec: vectorOf('MjTimerStat'),
  MjWarningStatVec: vectorOf('MjWarningStat'),
  MjvGLCameraVec: vectorOf('MjvGLCamera'),
  MjvGeomVec: vectorOf('MjvGeom'),
  MjvLightVec: vectorOf('MjvLight'),
};
