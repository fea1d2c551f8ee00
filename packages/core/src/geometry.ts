/**
 * Geometry without a model: distances, contacts, rays and times of impact of shapes, triangles and terrain, and solids that are known by
 * their signed distance. The engine collides with the same functions.
 */
export {
  type Separation,
  shapeContacts,
  shapeDistance,
  type TouchPoint,
} from './api/geometry/distance.ts';
export {
  blendFields,
  type Field,
  growField,
  intersectFields,
  moveField,
  shapeField,
  subtractFields,
  unionFields,
} from './api/geometry/field.ts';
export { type FieldGrid, sampleField } from './api/geometry/field-grid.ts';
export {
  type HeightField,
  type HeightFieldSettings,
  heightField,
  terrainContacts,
  terrainHeight,
} from './api/geometry/height-field.ts';
export { type Impact, type ImpactSettings, type Motion, timeOfImpact } from './api/geometry/impact.ts';
export type { Pose } from './api/geometry/pose.ts';
export { castRay, type Hit } from './api/geometry/rays.ts';
export {
  boxShape,
  capsuleShape,
  cylinderShape,
  ellipsoidShape,
  hullShape,
  type Shape,
  sphereShape,
} from './api/geometry/shape.ts';
export {
  nearestOnSoup,
  soupContacts,
  soupDistance,
  type TriangleSoup,
  triangleSoup,
  trianglesInBox,
} from './api/geometry/triangles.ts';
