export const ALPHABET: string;
export function byteText(bytes: Uint8Array): { readonly order: string; readonly text: string };
