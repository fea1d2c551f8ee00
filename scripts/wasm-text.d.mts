export function wasmToText(module: Uint8Array): string;
