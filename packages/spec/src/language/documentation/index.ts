import { ATTRIBUTE_TEXT, SHARED_TEXT } from './attributes.ts';
import { ELEMENT_TEXT } from './elements.ts';
import { URDF_TEXT } from './urdf.ts';

/** The two languages of models. */
export type Dialect = 'mjcf' | 'urdf';

/** What an element is for. */
export function elementText(dialect: Dialect, row: string): string | undefined {
  return dialect === 'urdf' ? URDF_TEXT[row]?.[''] : ELEMENT_TEXT[row];
}

/** What an attribute of an element means. */
export function attributeText(dialect: Dialect, row: string, attribute: string): string | undefined {
  if (dialect === 'urdf') return URDF_TEXT[row]?.[attribute];
  return ATTRIBUTE_TEXT[row]?.[attribute] ?? SHARED_TEXT[attribute];
}
