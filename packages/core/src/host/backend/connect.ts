import type { Host } from '../../kernel/model/host.ts';
import { answerCallback, type CallbackModel } from '../callbacks/callbacks.ts';
import type { Data } from '../model/data.ts';
import { resetData } from '../model/reset.ts';
import { reportWarning } from '../model/warnings.ts';
import { answerField } from '../plugins/plugin-host.ts';
import type { startWasm } from './wasm.ts';

/** The `js` back end calls back with kernel objects, which know their owners. */
export const jsHost: Host = {
  grow: (_m, d, size, count) => (d.owner as Data).block.grow(size, count),
  warning: (d, kind, info) => reportWarning(d.owner as Data, kind, info),
  callback: (kind, m, d, index) => answerCallback(kind, m.owner as CallbackModel, d.owner as Data, index),
  reset: (m, d) => resetData(m.owner as CallbackModel, d.owner as Data),
};

/** The `wasm` back end calls back with addresses. */
export function connectWasmHost(wasm: ReturnType<typeof startWasm>): void {
  const data = (address: number): Data => wasm.objectAt(address) as Data;
  wasm.connect({
    grow: (d, size, count) => data(d).block.grow(size, count),
    warning: (d, kind, info) => reportWarning(data(d), kind, info),
    callback: (kind, m, d, index) => answerCallback(kind, wasm.objectAt(m) as CallbackModel, data(d), index),
    field: answerField,
    reset: (m, d) => resetData(wasm.objectAt(m) as CallbackModel, data(d)),
  });
}
