import * as engine from '@qpos/core';
import { copyBack, writeMjcf } from '@qpos/spec/decompile';
import type { WasmBuffer } from '../buffers.ts';
import { MujocoError } from '../errors.ts';
import type { FileTree } from '../files/file-tree.ts';
import type { MjData } from '../simulation/data.ts';
import type { MjModel } from '../simulation/model.ts';
import type { MjSpec } from '../spec/spec.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Functions that write files of `FS`, or to the console. */
export function outputFunctions(tree: FileTree, print: (text: string) => void) {
  const saveModelText = ({ inner }: MjModel, file: string): void => tree.write(file, bytesOf(engine.printModel(inner)));
  const saveDataText = (_: MjModel, { inner }: MjData, file: string): void =>
    tree.write(file, bytesOf(engine.printData(inner)));
  return {
    /** Writes an MJB file, or fills a buffer of `mj_sizeModel` bytes. */
    mj_saveModel({ inner }: MjModel, file: string | null, buffer: WasmBuffer<Uint8Array> | Uint8Array | null): void {
      const bytes = engine.writeMjb(inner);
      if (file !== null) tree.write(file, bytes);
      if (buffer === null || buffer === undefined) return;
      const view = buffer instanceof Uint8Array ? buffer : buffer.GetView();
      if (view.length < bytes.length)
        throw new MujocoError(
          'argument',
          `MuJoCo Error: mj_saveModel: the buffer has ${view.length} bytes, the model ${bytes.length}`,
        );
      view.set(bytes);
    },
    /** Writes the MJCF that a model was compiled from, with the numbers that the model has; returns 1, or 0 if it has none. */
    mj_saveLastXML(file: string, { spec, inner }: MjModel): number {
      if (spec === undefined) return 0;
      tree.write(file, bytesOf(writeMjcf(spec, { style: 'mujoco', model: inner })));
      return 1;
    },
    /** Whether a model was compiled from a Spec: 1, or 0. As in the official package the Spec itself stays as it is. */
    mj_copyBack(spec: MjSpec, { inner }: MjModel): number {
      spec.flush();
      try {
        copyBack(spec.inner, inner);
        return 1;
      } catch (error) {
        if (error instanceof engine.ArgumentError && error.code === 'wrong-model') return 0;
        throw error;
      }
    },
    mj_printModel: saveModelText,
    mj_printData: saveDataText,
    mj_printFormattedModel: (model: MjModel, file: string, _: string): void => saveModelText(model, file),
    mj_printFormattedData: (model: MjModel, data: MjData, file: string, _: string): void =>
      saveDataText(model, data, file),
    mju_printMat(mat: ArrayLike<number>, nr: number, nc: number): void {
      for (let r = 0; r < nr; r++) print(rowText(mat, r * nc, nc));
      print('');
    },
    mju_printMatSparse(
      mat: ArrayLike<number>,
      rownnz: ArrayLike<number>,
      rowadr: ArrayLike<number>,
      colind: ArrayLike<number>,
    ): void {
      for (let r = 0; r < rownnz.length; r++) {
        const [adr, n] = [rowadr[r] as number, rownnz[r] as number];
        const entries = Array.from(
          { length: n },
          (_, k) => `${colind[adr + k]}: ${numberText(mat[adr + k] as number)}`,
        );
        print(`row ${r}:  ${entries.join('  ')}`);
      }
      print('');
    },
    mj_resetCallbacks(): void {},
  };
}

const numberText = (x: number): string => x.toFixed(8);
const rowText = (mat: ArrayLike<number>, first: number, n: number): string =>
  Array.from({ length: n }, (_, k) => numberText(mat[first + k] as number)).join('  ');
