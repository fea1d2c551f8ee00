import { cloneModel, type Data, type Model } from '@qpos/core';
import type { Column } from '../columns.ts';
import { type Assignment, type Call, Environments } from '../share/environments.ts';
import type { RewardModule } from '../share/reward-module.ts';
import type { Outcome, Team } from './team.ts';

/** All environments in this thread. */
export class LocalTeam implements Team {
  readonly workers = 0;
  readonly shared = false;
  readonly #environments: Environments;

  constructor(model: Model, assignment: Assignment, columns: readonly Column[], module: RewardModule) {
    this.#environments = new Environments(cloneModel(model), assignment, columns, module);
  }

  setColumns(columns: readonly Column[]): void {
    this.#environments.setColumns(columns);
  }

  snapshot(generation: number): void {
    this.#environments.snapshot(generation);
  }

  run(call: Call): Outcome {
    return { failures: this.#environments.run(call), replaced: [] };
  }

  async runAsync(call: Call): Promise<Outcome> {
    return this.run(call);
  }

  dataOf(environment: number): Data {
    return this.#environments.dataOf(environment);
  }

  async close(): Promise<void> {
    this.#environments.dispose();
  }
}
