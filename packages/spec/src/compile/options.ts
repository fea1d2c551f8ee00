import { enums, type Model } from '@qpos/core';
import { numericExtensions, numericFields, optionExtensions } from '../mjcf/option-extensions.ts';
import type { Compilation } from './context.ts';

const { DisableBit, EnableBit, Extension, Integrator, Cone, JacobianType, Solver } = enums;

const KEYWORDS: Record<string, Record<string, number>> = {
  integrator: {
    Euler: Integrator.EULER,
    RK4: Integrator.RK4,
    implicit: Integrator.IMPLICIT,
    implicitfast: Integrator.IMPLICITFAST,
    discrete: Integrator.DISCRETE,
    implicitspringdamper: Integrator.SPRINGDAMPER,
  },
  cone: { pyramidal: Cone.PYRAMIDAL, elliptic: Cone.ELLIPTIC },
  jacobian: { dense: JacobianType.DENSE, sparse: JacobianType.SPARSE, auto: JacobianType.AUTO },
  solver: { PGS: Solver.PGS, CG: Solver.CG, Newton: Solver.NEWTON },
};

const NOT_OPTIONS = new Set<string>([
  'kind',
  'source',
  'scope',
  'flag',
  'actuatorgroupdisable',
  ...numericExtensions,
  ...optionExtensions.map(([attribute]) => attribute),
]);

/** `model.opt` from the option element; what is not given keeps its default. */
export function packOptions(c: Compilation, m: Model): void {
  const { option } = c.spec;
  const opt = m.opt as unknown as Record<string, number | Float64Array>;
  for (const [name, value] of Object.entries(option)) {
    if (value === undefined || NOT_OPTIONS.has(name)) continue;
    const keywords = KEYWORDS[name];
    if (keywords !== undefined) opt[name] = keywords[value as string];
    else if (Array.isArray(value)) (opt[name] as Float64Array).set(value as number[]);
    else opt[name] = value as number;
  }
  packExtensions(c, m);
  for (const group of option.actuatorgroupdisable ?? []) {
    if (group < 0 || group > 30) c.error('bad-value', 'actuator groups are between 0 and 30', option);
    m.opt.disableactuator |= 1 << group;
  }
  for (const [name, value] of Object.entries(option.flag ?? {})) {
    const disable = (DisableBit as Record<string, number>)[name.toUpperCase()];
    const enable = (EnableBit as Record<string, number>)[name.toUpperCase()];
    if (value !== 'enable' && value !== 'disable') continue;
    if (disable !== undefined) {
      if (value === 'disable') m.opt.disableflags |= disable;
      else m.opt.disableflags &= ~disable;
    } else if (enable !== undefined) {
      if (value === 'enable') m.opt.enableflags |= enable;
      else m.opt.enableflags &= ~enable;
    }
  }
}

/** What MuJoCo does not have. */
function packExtensions(c: Compilation, m: Model): void {
  const { option, equalities } = c.spec;
  for (const [attribute, word, feature] of optionExtensions)
    if (option[attribute] === word) m.extensionFlags |= Extension[feature];
  if (equalities.some((e) => e.kind === 'distanceEquality')) m.extensionFlags |= Extension.DISTANCE;
  for (const [attribute, field] of numericFields) {
    const value = option[attribute];
    if (value === undefined) continue;
    if (attribute !== 'friction_smoothing' && !(value >= 0 && value < Number.POSITIVE_INFINITY))
      c.error('bad-value', `${attribute} is a number from 0 on, not ${value}`, option);
    m[field] = value;
  }
}

/** Combinations that no step could run. */
export function checkOptions(c: Compilation, m: Model): void {
  const { enableflags, integrator, solver, timestep } = m.opt;
  if (m.nhistory > 0 && !(timestep > 0))
    c.error('bad-value', 'a history buffer requires a positive timestep', c.spec.option);
  if (integrator === Integrator.RK4 && enableflags & EnableBit.SLEEP)
    c.d.warning('attribute-conflict', 'trees never fall asleep with the integrator RK4', c.spec.option, 'use another');
  checkIterations(c);
  if (!(enableflags & EnableBit.IPC)) return;
  const error = (message: string): void => c.error('attribute-conflict', message, c.spec.option.flag ?? c.spec.option);
  if (integrator !== Integrator.DISCRETE) error("flag ipc requires integrator='discrete'");
  if (solver !== Solver.CG) error("flag ipc requires solver='CG'");
  if (enableflags & EnableBit.FWDINV) error('flag ipc cannot be used with fwdinv');
}

const ITERATIONS = [
  ...(['iterations', 'ls_iterations', 'noslip_iterations', 'ccd_iterations', 'sdf_iterations'] as const),
  'sdf_initpoints',
] as const;

/** Iterations that a step may take. */
function checkIterations(c: Compilation): void {
  const { option } = c.spec;
  const most = c.limits.iterations;
  for (const name of ITERATIONS)
    if ((option[name] ?? 0) > most)
      c.error('limit', `${name} ${option[name]} is more than ${most}`, option, 'raise limits.iterations');
}

/** `model.vis` from the visual element. */
export function packVisual(c: Compilation, m: Model): void {
  for (const [group, values] of Object.entries(c.spec.visual)) {
    if (values === undefined) continue;
    const vis = m.vis as unknown as Record<string, Record<string, number | Float32Array>>;
    for (const [name, value] of Object.entries(values as object)) {
      if (value === undefined || name === 'kind' || name === 'source' || name === 'scope') continue;
      if (Array.isArray(value)) (vis[group][name] as Float32Array).set(value as number[]);
      else vis[group][name] = Number(value);
    }
  }
}

/** `model.stat`: what the user states overrides what was computed. */
export function packStatistic(c: Compilation, m: Model): void {
  const { extent, meaninertia, meanmass, meansize, center } = c.spec.statistic;
  if (extent !== undefined) m.stat.extent = extent;
  if (meaninertia !== undefined) m.stat.meaninertia = meaninertia;
  if (meanmass !== undefined) m.stat.meanmass = meanmass;
  if (meansize !== undefined) m.stat.meansize = meansize;
  if (center !== undefined) m.stat.center.set(center);
}
