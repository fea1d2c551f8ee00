/**
 * Registers the `js` back end: the numeric core as ordinary JavaScript, for pages that forbid WebAssembly, and for stepping
 * through it in a debugger. Results are the same to the bit.
 *
 *     import 'qpos/js';
 *     setBackend('js'); // not needed where WebAssembly is refused
 */
import * as js from './host/backend/js.ts';
import { registerJs } from './host/backend/register-js.ts';

registerJs(js);
