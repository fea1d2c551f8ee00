export { Body, type BodyProps } from './body.ts';
export { type Simulated, useSimulation } from './simulated.ts';
export { Simulation, type SimulationProps } from './simulation.ts';
export { forgetModel, useModel } from './use-model.ts';
