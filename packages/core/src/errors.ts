/** The errors that the packages share, apart from the engine. */
export { ArgumentError, type ArgumentErrorCode } from './host/errors/argument-error.ts';
export { BackendError, type BackendErrorCode } from './host/errors/backend-error.ts';
export { EngineError, type EngineErrorCode } from './host/errors/engine-error.ts';
export { type ErrorDetails, QposError } from './host/errors/qpos-error.ts';
