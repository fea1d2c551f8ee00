import type { Command } from 'commander';
import type { Io } from '../io.ts';
export function addDoctor(_program: Command, _io: Io): void {}
