import type { Host } from '../../kernel/model/host.ts';
import { answerCallback, type CallbackModel } from '../callbacks/callbacks.ts';
import type { Data } from '../model/data.ts';
import { resetData } from '../model/reset.ts';
import { reportWarning } from '../model/warnings.ts';
import { answerField } from '../plugins/plugin-host.ts';
import type { startWasm } from './wasm.ts';

/**
 * Starts a Data over whose numbers have gone bad. The step that asks for it holds none of its arrays meanwhile, so they may grow as in a call
 * from outside.
 */
function startOver(model: CallbackModel, data: Data): void {
  data.block.users--;
  try {
    resetData(model, data);
  } finally {
    data.block.users++;
  }
}

/** The `js` back end calls back with kernel objects, which know their owners. */
export const jsHost: Host = {
  grow: (_m, d, size, count) => (d.owner as Data).block.grow(size, count),
  warning: (d, kind, info) => reportWarning(d.owner as Data, kind, info),
  callback: (kind, m, d, index) => answerCallback(kind, m.owner as CallbackModel, d.owner as Data, index),
  reset: (m, d) => startOver(m.owner as CallbackModel, d.owner as Data),
};

/** The `wasm` back end calls back with addresses. */
export function connectWasmHost(wasm: ReturnType<typeof startWasm>): void {
  const data = (address: number): Data => wasm.objectAt(address) as Data;
  wasm.connect({
    grow: (d, size, count) => data(d).block.grow(size, count),
    warning: (d, kind, info) => reportWarning(data(d), kind, info),
    callback: (kind, m, d, index) => answerCallback(kind, wasm.objectAt(m) as CallbackModel, data(d), index),
    field: answerField,
    reset: (m, d) => startOver(wasm.objectAt(m) as CallbackModel, data(d)),
  });
}
