/** MJCF and URDF for editors: completion, documentation, definitions, renaming and layout. Problems come from the compiler. */
export type { Completion, CompletionKind } from './language/complete.ts';
export type { Hover } from './language/hover.ts';
export type { ModelFiles } from './language/model-files.ts';
export { ModelLanguage } from './language/model-language.ts';
export type { FileSpan, TextEdit } from './language/navigate.ts';
export type { Outline } from './language/outline.ts';
export type { Span } from './language/tokens.ts';
