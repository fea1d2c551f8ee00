// A model as MuJoCo saves it: compiled numbers, six digits, radians, defaults left out.

import type { Model } from '@qpos/core';
import type { Compilation } from '../compile/context.ts';
import { writeActuators } from './actuators.ts';
import { writeAssets } from './assets.ts';
import { writeDefaults } from './defaults.ts';
import { writeDeformables } from './deformables.ts';
import { CanonicalElement, documentText } from './element.ts';
import { writeContacts, writeCustom, writeEqualities, writeKeys, writeTendons } from './objects.ts';
import { writeExtensions } from './plugins.ts';
import { writeSensors } from './sensors.ts';
import { writeCompiler, writeOption, writeSize, writeStatistic, writeVisual } from './settings.ts';
import { writeTree } from './tree.ts';

/**
 * The document of a compiled Spec, with the numbers of a Model that was compiled from it.
 *
 * @param c The compilation.
 * @param compiled What it made.
 * @param m The Model whose numbers are written: `compiled`, or one whose numbers have changed since.
 * @param isExact Whether numbers have all their digits, not six.
 */
export function canonicalText(c: Compilation, compiled: Model, m: Model, isExact = false): string {
  const root = new CanonicalElement('mujoco', isExact);
  root.text('model', c.spec.model ?? 'MuJoCo Model');
  root.comment = c.spec.comment || undefined;
  writeCompiler(root, c);
  writeOption(root, m);
  writeSize(root, c, m);
  writeStatistic(root, c, m, compiled);
  writeVisual(root, m);
  writeDefaults(root, c);
  writeExtensions(root, c);
  writeAssets(root, c, m);
  writeTree(root, c, m);
  writeDeformables(root, c);
  writeContacts(root, c, m);
  writeTendons(root, c, m);
  writeEqualities(root, c, m);
  writeActuators(root, c, m);
  writeSensors(root, c, m);
  writeCustom(root, c, m);
  writeKeys(root, c, m);
  return documentText(root);
}
