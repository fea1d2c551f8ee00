// When a model is attached, its settings may disagree with those of the model it is attached to. `compiler/conflict`
// says what happens: the parent's value stays and a warning is given, the two are merged, or it is an error.

import type { Expansion } from './expansion.ts';
import type { Attach, Spec } from './types.ts';

type Fields = Record<string, unknown>;
type Merge = 'min' | 'max' | undefined;

const OPTIONS: Readonly<Record<string, Merge>> = {
  timestep: 'min',
  tolerance: 'min',
  ls_tolerance: 'min',
  noslip_tolerance: 'min',
  ccd_tolerance: 'min',
  sleep_tolerance: 'min',
  iterations: 'max',
  ls_iterations: 'max',
  noslip_iterations: 'max',
  ccd_iterations: 'max',
  sdf_iterations: 'max',
  sdf_initpoints: 'max',
  impratio: undefined,
  density: undefined,
  viscosity: undefined,
  o_margin: undefined,
  integrator: undefined,
  cone: undefined,
  jacobian: undefined,
  solver: undefined,
  gravity: undefined,
  wind: undefined,
  magnetic: undefined,
  o_solref: undefined,
  o_solimp: undefined,
  o_friction: undefined,
};

/** Flags that are set by `enable`; the others are set by `disable`. */
const ENABLED: ReadonlySet<string> = new Set([
  'override',
  'energy',
  'fwdinv',
  'invdiscrete',
  'sleep',
  'diagexact',
  'ipc',
]);

/** Takes over or refuses the settings of an attached model. */
export function mergeSettings(x: Expansion, child: Spec, node: Attach): void {
  const { spec } = x;
  const policy = spec.compiler.conflict ?? 'warning';
  const conflicts: string[] = [];

  const settle = (parent: Fields, own: Fields, key: string, merge: Merge): void => {
    const theirs = own[key];
    const ours = parent[key];
    if (theirs === undefined || String(theirs) === String(ours)) return;
    const difference = `${key}: parent has ${ours ?? 'the default'}, child has ${theirs}`;
    if (policy === 'merge' && ours === undefined) {
      parent[key] = theirs;
    } else if (policy === 'merge' && merge !== undefined) {
      parent[key] = Math[merge](Number(ours), Number(theirs));
    } else if (policy === 'warning' || ours === undefined) {
      x.diagnostics.warning('attach', `${difference}; the parent's value stays`, node);
    } else {
      conflicts.push(difference);
    }
  };

  const option = spec.option as unknown as Fields;
  for (const [key, merge] of Object.entries(OPTIONS)) settle(option, child.option as unknown as Fields, key, merge);

  const flag = { kind: 'flag', ...spec.option.flag } as Fields;
  for (const [key, theirs] of Object.entries(child.option.flag ?? {})) {
    if (theirs !== 'enable' && theirs !== 'disable') continue;
    const sets = ENABLED.has(key) === (theirs === 'enable');
    const ours = flag[key];
    if (policy === 'merge') {
      if (sets) flag[key] = theirs;
    } else if (ours !== undefined && ours !== theirs) {
      if (policy === 'error') conflicts.push(`flag '${key}': parent has ${ours}, child has ${theirs}`);
      else x.diagnostics.warning('attach', `flag '${key}': the parent's value stays`, node);
    }
  }
  if (policy === 'merge') spec.option.flag = flag as unknown as NonNullable<typeof spec.option.flag>;

  const groups = child.option.actuatorgroupdisable;
  if (policy === 'merge' && groups !== undefined) {
    spec.option.actuatorgroupdisable = [...new Set([...(spec.option.actuatorgroupdisable ?? []), ...groups])];
  }

  settleVisual(spec, child, settle);
  const sizes = spec.size as unknown as Fields;
  for (const key of Object.keys(child.size)) {
    if (key.startsWith('n') && key !== 'nstack') settle(sizes, child.size as unknown as Fields, key, 'max');
  }
  if (conflicts.length > 0) {
    const message = `settings conflict when attaching '${child.model ?? ''}'; the policy is '${policy}'`;
    x.diagnostics.error('attach', message, node, conflicts.join('; '));
  }
}

function settleVisual(
  spec: Spec,
  child: Spec,
  settle: (parent: Fields, own: Fields, key: string, merge: Merge) => void,
): void {
  const map = { kind: 'map', ...spec.visual.map } as unknown as Fields;
  settle(map, (child.visual.map ?? {}) as unknown as Fields, 'znear', 'min');
  settle(map, (child.visual.map ?? {}) as unknown as Fields, 'zfar', 'max');
  const global = { kind: 'global', ...spec.visual.global } as unknown as Fields;
  settle(global, (child.visual.global ?? {}) as unknown as Fields, 'realtime', 'min');
  spec.visual = { ...spec.visual, map: map as never, global: global as never };
}
