import { expect, test } from 'vitest';
import * as constants from '../model/constants.ts';
import * as shapes from './shape-type.ts';

test('a shape type is the geom type of the same name', () => {
  const geoms = Object.entries(constants).filter(([name]) => name.startsWith('GEOM_'));
  const { SHAPE_SIMPLEX, ...same } = shapes;
  expect(geoms.length).toBeGreaterThan(8);
  expect(Object.fromEntries(geoms)).toMatchObject(
    Object.fromEntries(Object.entries(same).map(([name, type]) => [name.replace('SHAPE_', 'GEOM_'), type])),
  );
  expect(geoms.map(([, type]) => type)).not.toContain(SHAPE_SIMPLEX);
});
