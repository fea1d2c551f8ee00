/** Who moves the environments of a swarm. */
export type SwarmDrive = 'random' | 'policy';

/** Where a swarm runs: on a GPU if there is one that can, or on the processor in any case. */
export type SwarmDevice = 'auto' | 'cpu';

/** What a swarm is made of. */
export interface SwarmOrder {
  /** How many environments. */
  readonly n: number;
  /** The model, of `saveModel`. */
  readonly model: Uint8Array;
  /** The geoms that are drawn. */
  readonly geoms: Int32Array;
  readonly drive: SwarmDrive;
  /** The task that is played, and the policy that plays it. */
  readonly task: string | undefined;
  readonly policy: Uint8Array | undefined;
  readonly device: SwarmDevice;
  /** Metres from one environment to the next. */
  readonly spacing: number;
  readonly running: boolean;
  readonly speed: number;
}

export type SwarmCommand =
  | { readonly type: 'start'; readonly order: SwarmOrder }
  | { readonly type: 'run'; readonly running: boolean; readonly speed: number }
  | { readonly type: 'spacing'; readonly spacing: number }
  | { readonly type: 'policy'; readonly bytes: Uint8Array }
  | { readonly type: 'reset' }
  /** Asks for the next poses, in a buffer that was given back or a new one. */
  | { readonly type: 'poses'; readonly buffer: ArrayBuffer | undefined };

/** Where the environments run, and who drives them after all. */
export interface SwarmFacts {
  readonly device: 'cpu' | 'webgpu';
  /** Name of the GPU, or the number of threads. */
  readonly where: string;
  /** Why it is no GPU. */
  readonly reason: string | undefined;
  readonly drive: SwarmDrive;
  /** Why the policy does not drive, where it was asked to. */
  readonly driveReason: string | undefined;
}

/** How it goes. */
export interface SwarmNumbers {
  /** Steps of all environments together, in a second. */
  readonly stepsPerSecond: number;
  /** Simulated seconds per second. */
  readonly realtime: number;
  /** Environments that were started over since the beginning: their time was up, they fell, or they failed. */
  readonly restarts: number;
}

export type SwarmReport =
  | { readonly type: 'started'; readonly facts: SwarmFacts }
  | { readonly type: 'failed'; readonly message: string }
  /** Positions (3 numbers each) and then orientations (9 each) of the geoms that are drawn, for one environment after the other. */
  | { readonly type: 'poses'; readonly buffer: ArrayBuffer; readonly numbers: SwarmNumbers };
