export { type BackendChoice, type BackendName, backendName, setBackend, wasmRefusal } from './backend/select.ts';
export type { Callbacks } from './model/callbacks.ts';
export { Data, makeData } from './model/data.ts';
export * as enums from './model/enums.ts';
export type { Contacts, ModelSizeName, Option, SolverStatistics, Statistic, Visual, Warnings } from './model/generated/public.ts';
export { Model, type ModelSizes, makeModel } from './model/model.ts';
export { resetData, resetDataDebug } from './model/reset.ts';
export { crb } from './pipeline/components.ts';
