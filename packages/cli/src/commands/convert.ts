import type { Command } from 'commander';
import type { Io } from '../io.ts';
export function addConvert(_program: Command, _io: Io): void {}
