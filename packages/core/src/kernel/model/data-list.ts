import type { Data } from './classes.ts';

/** Several Data of one model, with `[]`; in `data-list.as.ts` it is their addresses. */
export type DataList = readonly Data[];
