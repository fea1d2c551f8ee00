import { JointCable, Route } from '@qpos/parts/cables';
import * as k from './kinds.ts';

const finite = k.value(() => 0.5, 'number', 'negative', 'fraction', 'huge');
const positive = k.value(() => 0.5, 'number', 'fraction', 'huge');
const route = k.value(() => new Route([{ point: [0, 0, 1] }, { point: [0, 0, 0], frame: 1 }]));

/** What the parameters of the functions of `@qpos/parts/cables` take. */
export const CABLES: Readonly<Record<string, k.Kind>> = {
  'Cable.properties': k.settings(),
  'cableOf.material': k.value(() => 'steel'),
  'cableOf.diameter': positive,
  'cableOf.restLength': positive,
  'capstan.tension': positive,
  'capstan.friction': positive,
  'capstan.angle': finite,
  'capstanHold.pull': positive,
  'capstanHold.load': positive,
  'capstanHold.friction': positive,
  'capstanHold.angle': finite,
  'JointCable.coefficients': k.value(() => [1], 'array'),
  'JointCable.offset': finite,
  'JointCable.properties': k.settings(),
  'JointCable.range': k.value(() => ({ least: 0, most: 1 })),
  'CableGroup.cables': k.value(() => [new JointCable([1])], 'array'),
  'differentialCable.radius': finite,
  'differentialCable.properties': k.settings(),
  'parallelCable.radius': finite,
  'parallelCable.properties': k.settings(),
  'followModel.route': route,
  'followModel.jacobian': k.orUndefined(k.numbersOut(20)),
  'applyTension.route': route,
  'applyTension.tension': finite,
  'applyTension.force': k.numbersOut(20),
  'routeOfTendon.tendon': k.value(() => 0),
  'Pulley.parameters': k.settings(),
  'PulleySystem.directionChange.parameters': k.settings(),
  'PulleySystem.blockAndTackle.parts': k.value(() => 4, 'number'),
  'PulleySystem.blockAndTackle.parameters': k.settings(),
  'PulleySystem.differential.large': k.value(() => 1, 'number', 'fraction', 'huge'),
  'PulleySystem.differential.small': k.value(() => 0.1, 'fraction'),
  'PulleySystem.differential.parameters': k.settings(),
  'Route.elements': k.value(() => [{ point: [0, 0, 1] }, { point: [0, 0, 0] }]),
};
