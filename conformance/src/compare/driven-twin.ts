import fs from 'node:fs';
import path from 'node:path';
import { makeRandom, type Random } from '../models/random-tree.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { copyState } from '../oracle/transfer.ts';
import { root } from '../root.ts';
import { makeDrive } from './drive.ts';
import { makeTwin, type Twin, type TwinOptions } from './smooth-fields.ts';

/** Servos at the bound of their torque: whether the clamped norm reaches the bound is a matter of the last digit. */
const onTheEdge = new Set(['orientation.xml', 'so3-site.xml']);

/** Names and texts of the models of this repository in a folder, without those whose result hangs on a last digit. */
export function modelTexts(folder: string): (readonly [name: string, xml: string])[] {
  const dir = path.join(root, 'conformance/models', folder);
  return fs
    .readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.xml') && !onTheEdge.has(path.basename(file)))
    .map((file) => [`${folder}/${file}`, fs.readFileSync(path.join(dir, file), 'utf8')]);
}

/** A twin that starts with random velocities and is driven. */
export interface DrivenTwin extends Twin {
  /** Where its velocities come from. */
  readonly random: Random;
  /** Sets the controls of the moment in the oracle, and its state in our engine. */
  drive(): void;
}

/** A scene with other options, which the oracle solves to the last digits. */
export function drivenTwin(oracle: Oracle, xml: string, seed: number, options: TwinOptions): DrivenTwin {
  const twin = makeTwin(oracle, xml, { tolerance: 1e-14, ...options });
  const { oracleData } = twin;
  const random = makeRandom(seed);
  const qvel = oracleData['qvel'] as Float64Array;
  for (let i = 0; i < qvel.length; i++) qvel[i] = random.uniform(-1, 1);
  const drive = makeDrive(twin.oracleModel);
  return {
    ...twin,
    random,
    drive() {
      drive(oracleData);
      copyState(oracleData, twin.data);
    },
  };
}
