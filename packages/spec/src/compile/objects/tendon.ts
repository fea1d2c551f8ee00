import { enums } from '@qpos/core';
import type { FixedWrap, SpatialWrap } from '../../spec/types.ts';
import { type Compilation, isLimited } from '../context.ts';
import { resolveValues } from '../defaults.ts';
import type { GeomDraft, JointDraft, SiteDraft, TendonDraft, WrapDraft } from '../draft.ts';

const { ObjType, WrapType, GeomType } = enums;

/** Tendons and their paths. */
export function compileTendons(c: Compilation): void {
  for (const [id, node] of c.spec.tendons.entries()) {
    const values = resolveValues('tendon', c.classes.find(node.class, node), node);
    const path: WrapDraft[] = [];
    for (const wrap of node.path) {
      const w = compileWrap(c, wrap);
      if (w !== undefined) path.push(w);
    }
    const limited = isLimited(values.limited, values.range);
    const actfrclimited = isLimited(values.actuatorfrclimited, values.actuatorfrcrange);
    const settings = c.settings(node.scope);
    const t: TendonDraft = {
      id,
      name: node.name ?? '',
      node,
      values,
      settings,
      matid: -1,
      path,
      limited,
      actfrclimited,
    };
    if (values.material && !c.spec.compiler.discardvisual)
      t.matid = c.find(ObjType.MATERIAL, values.material, node)?.id ?? -1;
    if (path.length === node.path.length) checkPath(c, t);
    checkLimits(c, t);
    c.tendons.push(t);
  }
  c.register(ObjType.TENDON, c.tendons);
}

function compileWrap(c: Compilation, node: SpatialWrap | FixedWrap): WrapDraft | undefined {
  switch (node.kind) {
    case 'fixedJoint': {
      const joint = c.find<JointDraft>(ObjType.JOINT, node.joint ?? '', node);
      return joint && { type: WrapType.JOINT, object: joint, prm: node.coef ?? 0, body: undefined };
    }
    case 'pulley': {
      const divisor = node.divisor ?? 0;
      if (divisor < 0) c.error('bad-value', 'a pulley has a negative divisor', node);
      return { type: WrapType.PULLEY, object: undefined, prm: divisor, body: undefined };
    }
    case 'spatialSite': {
      const site = c.find<SiteDraft>(ObjType.SITE, node.site ?? '', node);
      return site && { type: WrapType.SITE, object: site, prm: 0, body: site.body };
    }
    case 'spatialGeom': {
      const geom = c.find<GeomDraft>(ObjType.GEOM, node.geom ?? '', node);
      const side = node.sidesite ? c.find<SiteDraft>(ObjType.SITE, node.sidesite, node) : undefined;
      if (geom === undefined) return undefined;
      if (geom.type !== GeomType.SPHERE && geom.type !== GeomType.CYLINDER)
        c.error('bad-value', `geom '${geom.name}' is not a sphere or cylinder`, node);
      geom.visual = false;
      const type = geom.type === GeomType.CYLINDER ? WrapType.CYLINDER : WrapType.SPHERE;
      return { type, object: geom, prm: side?.id ?? -1, body: geom.body };
    }
  }
}

function checkPath(c: Compilation, t: TendonDraft): void {
  const { path, node, values } = t;
  const error = (message: string): void => c.error('bad-value', message, node);
  if (path.length === 0) {
    error('the path of a tendon cannot be empty');
    return;
  }
  const spatial = node.kind === 'spatial';
  if (!spatial) return;
  if (path.length < 2) error('a spatial path must contain at least two objects');
  if (values.width <= 0) error('a tendon must have a positive width');
  if (values.armature < 0) error('armature cannot be negative');
  const typeAt = (i: number): number => path[i]?.type ?? WrapType.NONE;
  const isEnd = (i: number): boolean => i < 0 || i >= path.length || typeAt(i) === WrapType.PULLEY;
  path.forEach((w, i) => {
    if (w.type === WrapType.PULLEY) {
      if (typeAt(i - 1) === WrapType.PULLEY) error(`consecutive pulleys at ${i}`);
      if (i === path.length - 1) error('the path ends with a pulley');
    } else if (w.type === WrapType.SITE) {
      if (isEnd(i - 1) && isEnd(i + 1)) error(`site ${i} needs a neighbour that is not a pulley`);
      if (typeAt(i + 1) === WrapType.SITE && path[i + 1].object === w.object) error(`site ${i} is repeated`);
    } else {
      if (typeAt(i - 1) !== WrapType.SITE || typeAt(i + 1) !== WrapType.SITE) error(`geom ${i} is not between sites`);
    }
  });
  if (values.armature > 0 && wrapsGeom(t)) error(WRAPPING_WITH_ARMATURE);
}

export const WRAPPING_WITH_ARMATURE = 'wrapping geoms are not supported by tendon armature';

export const wrapsGeom = ({ path }: TendonDraft): boolean =>
  path.some(({ type }) => type === WrapType.SPHERE || type === WrapType.CYLINDER);

function checkLimits(c: Compilation, t: TendonDraft): void {
  const { values, node, settings } = t;
  const auto = (limited: boolean | 'auto', range: readonly number[], attribute: string): void => {
    if (limited !== 'auto' || settings.autolimits || (range[0] === 0 && range[1] === 0)) return;
    c.error('attribute-conflict', `${attribute} without its limited flag while autolimits is off`, node);
  };
  auto(values.limited, values.range, 'range');
  auto(values.actuatorfrclimited, values.actuatorfrcrange, 'actuatorfrcrange');
  if (t.limited && values.range[0] >= values.range[1]) c.error('bad-value', 'invalid limits', node);
  const [low, high] = values.actuatorfrcrange;
  if (t.actfrclimited && (low >= high || low > 0 || high < 0)) c.error('bad-value', 'invalid actuatorfrcrange', node);
  if (values.springlength[0] > values.springlength[1]) c.error('bad-value', 'invalid springlength', node);
}
