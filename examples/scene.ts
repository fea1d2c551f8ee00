import type { Data, Model } from 'qpos';

/** What an example shows: a model in motion. */
export interface Scene {
  readonly model: Model;
  readonly data: Data;
  /** Lets some time pass: a step, or until the next plan. */
  advance(): void;
  /** What is worth watching, by name. */
  report(): Readonly<Record<string, number>>;
  /** The body that a camera should follow. */
  readonly follow?: string;
}

/** Bundled files: in Node from the disk, on a page from its server. */
export interface Files {
  /** A model of `models/`. */
  model(file: string): Promise<Model>;
  /** A policy of `policies/`. */
  policy(file: string): Promise<Uint8Array>;
}

/** A module of these folders. */
export interface Example {
  start(files: Files): Scene | Promise<Scene>;
}
