import type { EngineStart } from './programs.ts';

/** Tells a worker to run one simulation beside the clock. */
export interface SimulationStart {
  readonly kind: 'simulation';
  readonly engine: EngineStart;
  readonly model: Uint8Array;
  readonly module?: string | undefined;
}
