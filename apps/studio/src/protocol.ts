import type { Diagnostic } from '@qpos/spec';

/** Where a model comes from. */
export type ModelSource =
  /** A file and what it names, fetched from below a URL. */
  | { readonly kind: 'url'; readonly root: string; readonly file: string }
  /** Files that the user gave, perhaps zipped; `main` if it is known which one is the model. */
  | { readonly kind: 'files'; readonly files: Record<string, Uint8Array>; readonly main?: string }
  /** Text, with the other files of the model that was loaded last; `keep` goes on from its state as far as the objects are the same. */
  | { readonly kind: 'text'; readonly text: string; readonly file: string; readonly keep?: boolean }
  /** A task of the environments (by default that of the policy), played by the policy of a file of `savePolicy` if one is given. */
  | { readonly kind: 'task'; readonly task: string | undefined; readonly policy: Uint8Array | undefined }
  /** A task of `@qpos/control` that is planned, by its own method or another. */
  | { readonly kind: 'plan'; readonly task: string; readonly method: string | undefined };

/** A problem with the line it is in. */
export interface Problem extends Diagnostic {
  readonly excerpt: string;
}

export interface ModelInfo {
  /** Name in the model, or of its file. */
  readonly title: string;
  readonly file: string;
  readonly text: string;
  /** Names of all its files. */
  readonly files: readonly string[];
  /** Texts of its other files that are models themselves, for the editor. */
  readonly sources: Readonly<Record<string, string>>;
  readonly warnings: readonly Problem[];
  readonly backend: string;
  readonly compileMs: number;
  /** The task that is played, and what it is told to do if it takes commands. */
  readonly play?: { readonly task: string; readonly command: readonly number[] | undefined };
  /** The task that is planned, how, where to, and what counts how much. */
  readonly plan?: {
    readonly task: string;
    readonly method: string;
    readonly goal: readonly number[];
    readonly weights: Readonly<Record<string, number>>;
  };
}

/** What a plan came to, and where its candidates would have gone: for each some points, one after the other. */
export interface PlanReport {
  readonly plans: number;
  readonly before: number;
  readonly cost: number;
  /** Below 1 the task is done. */
  readonly distance: number;
  readonly traces: Float32Array;
  readonly points: number;
}

/** Something that the mouse does to a body. */
export interface Perturbation {
  readonly body: number;
  /** Vertex of a flex that is pulled, or -1: then it is the body. */
  readonly vertex: number;
  readonly translate: boolean;
  readonly rotate: boolean;
  /** Grabbed point in the body's frame, and where it is pulled. */
  readonly local: readonly number[];
  readonly target: readonly number[];
  /** Orientation that the body's inertial frame is turned to. */
  readonly quat: readonly number[];
}

export type StateField = 'ctrl' | 'qpos' | 'qvel' | 'eq_active' | 'act' | 'mocap_pos' | 'mocap_quat';

/** A change of a constant: an array of the model, or an option. */
export interface ModelEdit {
  readonly field: string;
  readonly index: number;
  readonly value: number;
}

/** What can be saved: the state, the model as MJCF or compiled, or all recorded states as a table. */
export type ExportKind = 'state' | 'mjcf' | 'binary' | 'run';

export type Command =
  | { readonly type: 'load'; readonly id: number; readonly source: ModelSource; readonly running: boolean }
  | { readonly type: 'check'; readonly id: number; readonly text: string; readonly file: string }
  | { readonly type: 'run'; readonly running: boolean }
  | { readonly type: 'speed'; readonly factor: number }
  | { readonly type: 'step'; readonly count: number }
  | { readonly type: 'seek'; readonly index: number }
  | { readonly type: 'reset'; readonly key: number }
  | { readonly type: 'set'; readonly field: StateField; readonly index: number; readonly value: number }
  | { readonly type: 'clearCtrl' }
  | { readonly type: 'edit'; readonly edit: ModelEdit }
  | { readonly type: 'perturb'; readonly perturbation: Perturbation | undefined }
  | { readonly type: 'drive'; readonly noise: number }
  | { readonly type: 'want'; readonly profile: boolean }
  /** Evaluates expressions in every state of the run; the reports have this number. */
  | { readonly type: 'sample'; readonly id: number; readonly texts: readonly string[] }
  /** Compares with the run of a file, with the run as it is now or with nothing, or puts what it is compared with on the timeline. */
  | { readonly type: 'recording'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly type: 'compare'; readonly with: 'present' | 'none' | 'adopt' }
  | { readonly type: 'frame'; readonly buffer: ArrayBuffer | undefined }
  | { readonly type: 'tasks' }
  | { readonly type: 'push' }
  | { readonly type: 'policy'; readonly bytes: Uint8Array }
  | { readonly type: 'command'; readonly values: readonly number[] }
  | { readonly type: 'weight'; readonly name: string; readonly value: number }
  | { readonly type: 'restore'; readonly state: Float64Array }
  | { readonly type: 'export'; readonly id: number; readonly what: ExportKind };

/** Times of the stages of a step, in microseconds, and what the step has to do: all of one state. */
export interface Profile {
  /** Time of that state, in seconds. */
  readonly time: number;
  readonly contacts: number;
  readonly rows: number;
  readonly islands: number;
  readonly stages: readonly { readonly name: string; readonly us: number }[];
  readonly stepUs: number;
  readonly iterations: number;
  readonly improvement: readonly number[];
  readonly gradient: readonly number[];
}

/** A task that can be played and trained for. */
export interface TaskInfo {
  readonly id: string;
  readonly description: string;
}

export type Report =
  | { readonly type: 'loaded'; readonly id: number; readonly model: Uint8Array; readonly info: ModelInfo }
  | { readonly type: 'progress'; readonly id: number; readonly text: string }
  | {
      readonly type: 'failed';
      readonly id: number;
      readonly message: string;
      readonly problems: readonly Problem[];
      readonly text?: string;
      readonly file?: string;
    }
  | { readonly type: 'checked'; readonly id: number; readonly problems: readonly Problem[] }
  /** A state, and where the geoms of the run that it is compared with are at that time. */
  | { readonly type: 'frame'; readonly buffer: ArrayBuffer; readonly ghost: Float64Array<ArrayBuffer> | undefined }
  | { readonly type: 'trouble'; readonly title: string; readonly text: string }
  | { readonly type: 'profile'; readonly profile: Profile }
  /** Rows of the number of a step, its time and the value of each curve; the run has `count` steps from `first` on. */
  | {
      readonly type: 'samples';
      readonly id: number;
      readonly run: 'live' | 'reference';
      readonly revision: number;
      readonly first: number;
      readonly count: number;
      readonly rows: Float64Array<ArrayBuffer>;
    }
  | { readonly type: 'tasks'; readonly tasks: readonly TaskInfo[] }
  /** A recording was opened to compare with. */
  | { readonly type: 'compared'; readonly name: string }
  | { readonly type: 'planned'; readonly plan: PlanReport }
  | { readonly type: 'exported'; readonly id: number; readonly content: string | Uint8Array };
