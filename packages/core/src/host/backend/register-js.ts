import { answerField } from '../plugins/plugin-host.ts';
import { jsHost } from './connect.ts';

type JsModule = typeof import('./js.ts');

let registered: JsModule['jsBackend'] | undefined;

/** @internal What `import '@qpos/core/js'` does; the kernels stay out of a program that does not. */
export function registerJs({ connectFields, connectHost, jsBackend }: JsModule): void {
  connectFields(answerField);
  connectHost(jsHost);
  registered = jsBackend;
}

/** The `js` back end, if it was imported. */
export const registeredJs = (): JsModule['jsBackend'] | undefined => registered;
