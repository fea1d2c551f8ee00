import type { AngleSettings } from '../spatial/pose.ts';
import type { Compiler, LengthRange, Scope, Spec } from '../spec/types.ts';

/** The `compiler` element with its defaults, as it applies to one file. */
export interface Settings extends AngleSettings {
  autolimits: boolean;
  boundmass: number;
  boundinertia: number;
  balanceinertia: boolean;
  alignfree: boolean;
  inertiafromgeom: boolean | 'auto';
  inertiagrouprange: number[];
  meshdir: string;
  texturedir: string;
  /** Directory of the file, `''` or with a slash at its end. */
  dir: string;
}

export function makeSettings(c: Compiler, dir: string): Settings {
  return {
    degree: c.angle !== 'radian',
    eulerseq: c.eulerseq ?? 'xyz',
    autolimits: c.autolimits ?? true,
    boundmass: c.boundmass ?? 0,
    boundinertia: c.boundinertia ?? 0,
    balanceinertia: c.balanceinertia ?? false,
    alignfree: c.alignfree ?? false,
    inertiafromgeom: c.inertiafromgeom ?? 'auto',
    inertiagrouprange: c.inertiagrouprange ?? [0, 5],
    meshdir: c.meshdir ?? c.assetdir ?? '',
    texturedir: c.texturedir ?? c.assetdir ?? '',
    dir,
  };
}

/** Looks settings up by scope: what came from an attached model keeps its own. */
export function settingsLookup(spec: Spec): (scope: Scope | undefined) => Settings {
  const own = makeSettings(spec.compiler, spec.dir);
  const others = new Map<Scope, Settings>();
  return (scope) => {
    if (scope === undefined) return own;
    let settings = others.get(scope);
    if (settings === undefined) {
      settings = makeSettings(scope.compiler, scope.dir);
      others.set(scope, settings);
    }
    return settings;
  };
}

type Complete<T> = { [K in Exclude<keyof T, 'kind' | 'source' | 'scope'>]-?: NonNullable<T[K]> };
type LengthRangeSettings = Complete<LengthRange>;

export function lengthRangeSettings(c: Compiler): LengthRangeSettings {
  const l: Partial<LengthRange> = c.lengthrange ?? {};
  return {
    mode: l.mode ?? 'muscle',
    useexisting: l.useexisting ?? true,
    uselimit: l.uselimit ?? false,
    accel: l.accel ?? 20,
    maxforce: l.maxforce ?? 0,
    timeconst: l.timeconst ?? 1,
    timestep: l.timestep ?? 0.01,
    inttotal: l.inttotal ?? 10,
    interval: l.interval ?? 2,
    tolrange: l.tolrange ?? 0.05,
  };
}
