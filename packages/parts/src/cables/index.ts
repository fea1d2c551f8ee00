/** Cables: routes through points, around spheres and cylinders, and over pulleys; tension, friction, pulley systems. */
export {
  Cable,
  type CableMaterial,
  type CableProperties,
  cableMaterials,
  cableOf,
} from './cable-properties.ts';
export { capstan, capstanHold } from './capstan.ts';
export { CableGroup, type CableRange, differentialCable, JointCable, parallelCable } from './joint-cable.ts';
export { applyTension, followModel, routeOfTendon } from './model-route.ts';
export { Pulley, type PulleyParameters, PulleySystem } from './pulley-system.ts';
export { Route, type RouteElement, type RoutePoint, type RoutePulley, type RouteWrap } from './route.ts';
