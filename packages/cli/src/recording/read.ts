import { readInput } from '../model/open.ts';
import { decodeRecording } from './decode.ts';
import type { Recording } from './recording.ts';

/** Reads a recording (.npz, .csv or .mcap) from a file, or any table of numbers over time in one of these formats. */
export const readRecording = (file: string): Recording => decodeRecording(readInput(file), file);
