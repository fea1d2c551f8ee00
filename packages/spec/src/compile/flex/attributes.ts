import { enums } from '@qpos/core';
import type { Flex } from '../../spec/types.ts';
import { byWord } from '../words.ts';

const { FlexSelf } = enums;

const ELASTIC_2D = ['none', 'bend', 'stretch', 'both'];
const SELF_COLLIDE = byWord(FlexSelf);

/** The attributes of a flex with their defaults, by the names of the Model's fields. */
export type FlexValues = ReturnType<typeof flexValues>;

export function flexValues(node: Flex) {
  const { contact, edge, elasticity } = node;
  const filled = (builtin: readonly number[], given: readonly number[] = []): number[] =>
    builtin.map((value, k) => given[k] ?? value);
  const elastic2d = ELASTIC_2D.indexOf(elasticity?.elastic2d ?? 'none');
  return {
    contype: contact?.contype ?? 1,
    conaffinity: contact?.conaffinity ?? 1,
    condim: contact?.condim ?? 3,
    priority: contact?.priority ?? 0,
    solmix: contact?.solmix ?? 1,
    solref: filled([0.02, 1], contact?.solref),
    solimp: filled([0.9, 0.95, 0.001, 0.5, 2], contact?.solimp),
    friction: filled([1, 0.005, 0.0001], contact?.friction),
    margin: contact?.margin ?? 0,
    gap: contact?.gap ?? 0,
    internal: contact?.internal ?? false,
    selfcollide: SELF_COLLIDE[contact?.selfcollide ?? 'auto'],
    activelayers: contact?.activelayers ?? 1,
    passive: contact?.passive ? 1 : 0,
    edgestiffness: edge?.stiffness ?? 0,
    edgedamping: edge?.damping ?? 0,
    young: elasticity?.young ?? 0,
    poisson: elasticity?.poisson ?? 0,
    damping: elasticity?.damping ?? 0,
    thickness: elasticity?.thickness ?? -1,
    elastic2d: elastic2d > 0,
    bends: elastic2d === 1 || elastic2d === 3,
    stretches: elastic2d === 2 || elastic2d === 3,
    dim: node.dim ?? 2,
    radius: node.radius ?? 0.005,
    group: node.group ?? 0,
    rgba: filled([0.5, 0.5, 0.5, 1], node.rgba),
    flatskin: node.flatskin ?? false,
    order: node.dof === 'trilinear' ? 1 : node.dof === 'quadratic' ? 2 : 0,
    cellnum: filled([1, 1, 1], node.cellcount),
  };
}
