import type { KernelName } from '../kernel/select.ts';
import type { OptionsOf, SettingTable } from './setting.ts';

/** Settings of a training, and what computes it. */
export type TrainingOptions<T extends SettingTable> = OptionsOf<T> & {
  /** What computes the networks. */
  readonly kernel?: KernelName;
};
