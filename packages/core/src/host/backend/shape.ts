import { bounded } from '../model/define-fields.ts';
import * as table from '../model/generated/layout.ts';
import { type LayoutRow, type LayoutScalar, type Placement, place, type Sizes, widthOf } from '../model/layout.ts';
import type { Window } from './block.ts';

/** Everything a back end needs to know to allocate one Model or Data. */
export interface Shape {
  readonly kind: 'model' | 'data';
  readonly arrays: readonly LayoutRow[];
  readonly nfloat: number;
  readonly nint: number;
  readonly placement: Placement;
  /** Per array: where its valid row count stands, for arrays whose count changes. */
  readonly windows: readonly (Window | undefined)[];
  /** Per dynamic size: the arrays that it rules and their widths. */
  readonly growing: readonly (readonly { readonly field: number; readonly width: number }[])[];
}

const dynamicNames = table.dynamicSizes.map(([name]) => name);
const growingSet: ReadonlySet<string> = new Set(dynamicNames);
const none: ReadonlySet<string> = new Set();

const floats = (scalars: readonly LayoutScalar[]): number => scalars.filter((s) => s.type === 'f64').length;
const modelFloats = floats(table.modelScalars);
const dataFloats = floats(table.dataScalars);

/** The slots of the integer scalars of Data. */
const intSlots = new Map(table.dataScalars.map(({ name }, k) => [name, k - dataFloats]));

/** Per dynamic size, the arrays of Data that grow with it; their widths do not depend on the model. */
const growingFields = dynamicNames.map((): { field: number; width: number }[] => []);
table.dataArrays.forEach(({ rows, width }, field) => {
  growingFields[dynamicNames.indexOf(rows)]?.push({ field, width: widthOf(width, {}) });
});

export function modelShape(sizes: Sizes): Shape {
  return {
    kind: 'model',
    arrays: table.modelArrays,
    nfloat: modelFloats,
    nint: table.modelScalars.length - modelFloats,
    placement: place(table.modelArrays, sizes, none),
    windows: [],
    growing: [],
  };
}

export function dataShape(modelSizes: Sizes): Shape {
  const sizes: Record<string, number> = { ...modelSizes, ...table.fixedRows };
  for (const [count, capacity] of Object.entries(bounded)) sizes[count] = sizes[capacity] as number;
  const arrays = table.dataArrays;
  return {
    kind: 'data',
    arrays,
    nfloat: dataFloats,
    nint: table.dataScalars.length - dataFloats,
    placement: place(arrays, sizes, growingSet),
    windows: arrays.map(({ rows, width }) =>
      growingSet.has(rows) || rows in bounded
        ? { slot: intSlots.get(rows) as number, width: widthOf(width, sizes) }
        : undefined,
    ),
    growing: growingFields,
  };
}
