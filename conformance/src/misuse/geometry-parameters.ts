import { boxShape, type Field, heightField, type Shape, shapeField, sphereShape, triangleSoup } from 'qpos/geometry';
import * as k from './kinds.ts';

const ball = k.value(() => sphereShape(1));
const field = k.value((): Field => shapeField(boxShape([1, 1, 1])));
const soup = k.value(() => triangleSoup([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]));
const terrain = k.value(() => heightField({ heights: [0, 0, 0, 0], rows: 2, columns: 2, half: [1, 1], base: 1 }));
const pose = k.value(() => ({ pos: [0, 0, 3] }), ...k.objects);
const size = k.value(() => 0.5, 'number', 'fraction', 'huge');
const settings = k.value(() => ({}), ...k.settings().takes);
const point = k.numbersIn(3);

/** Parameters of some functions that take the same. */
const rows = (functions: string, parameters: Readonly<Record<string, k.Kind>>): Record<string, k.Kind> =>
  Object.fromEntries(
    functions.split(' ').flatMap((f) => Object.entries(parameters).map(([name, kind]) => [`${f}.${name}`, kind])),
  );

/** What the parameters of the functions of `qpos/geometry` and `qpos/plugins` take. */
export const GEOMETRY: Readonly<Record<string, k.Kind>> = {
  ...rows('sphereShape capsuleShape cylinderShape', { radius: size, half: size }),
  'boxShape.half': point,
  'ellipsoidShape.radii': point,
  'hullShape.points': k.numbersIn(12),
  ...rows('shapeDistance shapeContacts timeOfImpact', { a: ball, poseA: pose, b: ball, poseB: pose, settings }),
  ...rows('timeOfImpact', { motionA: pose, motionB: pose }),
  ...rows('soupDistance soupContacts terrainContacts', {
    shape: ball,
    poseShape: pose,
    poseSoup: pose,
    poseField: pose,
  }),
  ...rows('soupDistance soupContacts nearestOnSoup trianglesInBox', { soup }),
  ...rows('terrainContacts terrainHeight', { field: terrain }),
  'terrainHeight.x': k.value(() => 0.5, 'number', 'negative', 'fraction', 'huge'),
  'terrainHeight.y': k.value(() => 0.5, 'number', 'negative', 'fraction', 'huge'),
  'heightField.settings': k.value(() => ({ heights: [0, 0, 0, 0], rows: 2, columns: 2, half: [1, 1], base: 1 })),
  'triangleSoup.vertices': k.numbersIn(9),
  'triangleSoup.faces': k.value(() => [0, 1, 2]),
  'nearestOnSoup.at': point,
  'trianglesInBox.low': point,
  'trianglesInBox.high': point,
  'castRay.target': ball,
  'castRay.pose': pose,
  'castRay.origin': point,
  'castRay.direction': point,
  'shapeField.shape': k.value((): Shape => sphereShape(1)),
  ...rows('unionFields intersectFields subtractFields blendFields', { a: field, b: field, radius: size }),
  'growField.field': field,
  'growField.by': k.real,
  'moveField.field': field,
  'moveField.pose': pose,
  'sampleField.field': field,
  'sampleField.cell': size,
  'fieldPlugin.name': k.text('a.b'),
  'fieldPlugin.field': field,
  'visualizePlugins.draw': k.value(() => ({ sphere() {}, rod() {}, arrow() {}, box() {} })),
};
