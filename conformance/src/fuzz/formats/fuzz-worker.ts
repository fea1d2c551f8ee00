/** The process in which cases of the formats run; `limited-process.ts` starts it. */
import { FORMATS } from './formats.ts';
import { runCases } from './run-cases.ts';

await runCases(FORMATS);
