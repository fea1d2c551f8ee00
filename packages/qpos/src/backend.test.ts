import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

/** Runs a program against the built packages in a process of its own; it gets `show`, `attempt` and the names that it imports. */
function run(program: string, { env = '', conditions = '' } = {}): unknown[] {
  const script = `
    const shown = [];
    const show = (value) => shown.push(value);
    const attempt = (call) => {
      try {
        return call();
      } catch ({ name, code, message, cause }) {
        return { name, code, message, cause: cause && String(cause) };
      }
    };
    const compiled = { modules: 0 };
    const { Module } = WebAssembly;
    WebAssembly.Module = class extends Module {
      constructor(...args) {
        if (globalThis.refuse) throw new Error('blocked by the policy');
        super(...args);
        compiled.modules++;
      }
    };
    ${program}
    console.log(JSON.stringify(shown));`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', ...(conditions === '' ? [] : ['-C', conditions]), '-e', script],
    { cwd: import.meta.dirname, encoding: 'utf8', env: { ...process.env, QPOS_BACKEND: env } },
  );
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as unknown[];
}

const NAMES = 'const { backendName, makeModel, setBackend, wasmRefusal } = await import("qpos");';
const missing = {
  name: 'BackendError',
  code: 'js-missing',
  message: "the js back end is not registered: import 'qpos/js'",
};

describe('the back end', () => {
  test('starts at the first use, not at import', () => {
    const [imported, made, used] = run(`${NAMES}
      show(compiled.modules);
      makeModel({ nbody: 1 });
      show(compiled.modules);
      backendName();
      show(compiled.modules);`);
    expect([imported, made, used]).toEqual([0, 1, 1]);
  });

  test('where WebAssembly is refused and js is not registered, the error says what to import', () => {
    const [error, why] = run(`globalThis.refuse = true; ${NAMES}
      show(attempt(backendName));
      show(String(wasmRefusal()));`);
    expect(error).toEqual({
      name: 'BackendError',
      code: 'wasm-refused',
      message: "WebAssembly is refused here (Error: blocked by the policy): import 'qpos/js' for the js back end",
      cause: 'Error: blocked by the policy',
    });
    expect(why).toBe('Error: blocked by the policy');
  });

  test('where WebAssembly is refused, js takes over, even if it comes late', () => {
    const [before, after, chosen, still] = run(`globalThis.refuse = true; ${NAMES}
      show(attempt(backendName));
      await import('qpos/js');
      show(backendName());
      show(attempt(() => setBackend('wasm')));
      show(backendName());`);
    expect(before).toMatchObject({ code: 'wasm-refused' });
    expect(after).toBe('js');
    expect(chosen).toMatchObject({
      code: 'wasm-refused',
      message: "WebAssembly is refused here (Error: blocked by the policy): setBackend('auto') takes the js back end",
    });
    expect(still).toBe('js');
  });

  test('js is there after its import only, by choice or by the environment', () => {
    const [environment, choice, kept, later, chosen] = run(
      `${NAMES}
      show(attempt(backendName));
      setBackend('wasm');
      show(attempt(() => setBackend('js')));
      show(backendName());
      await import('qpos/js');
      show(backendName());
      setBackend('js');
      show(makeModel({ nbody: 1 }).backendName);`,
      { env: 'js' },
    );
    expect(environment).toEqual(missing);
    expect(choice).toEqual(missing);
    expect([kept, later, chosen]).toEqual(['wasm', 'wasm', 'js']);
  });
});

describe('the text of the module, which bundlers take', () => {
  test('is decoded to the module', () => {
    expect(run(`${NAMES} show(backendName());`, { conditions: 'module' })).toEqual(['wasm']);
  });
});
