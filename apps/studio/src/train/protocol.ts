/** What the page asks of the worker that trains. */
export type TrainCommand =
  | { readonly type: 'start'; readonly task: string; readonly steps: number; readonly seed: number }
  | { readonly type: 'stop' };

/** How training goes, after each update. */
export interface TrainProgress {
  readonly steps: number;
  readonly total: number;
  readonly stepsPerSecond: number;
  /** Mean over the last episodes; NaN before the first has ended. */
  readonly meanReturn: number;
  readonly policyLoss: number;
  readonly valueLoss: number;
  readonly entropy: number;
}

/** What the worker that trains tells the page. */
export type TrainReport =
  | { readonly type: 'progress'; readonly progress: TrainProgress }
  | { readonly type: 'policy'; readonly bytes: Uint8Array }
  | { readonly type: 'done'; readonly reason: 'steps' | 'return' | 'aborted' }
  | { readonly type: 'failed'; readonly message: string };
