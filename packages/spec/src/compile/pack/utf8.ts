declare class TextEncoder {
  encode(text: string): Uint8Array;
}

const encoder = new TextEncoder();

/** The bytes of a text. */
export const encodeUtf8 = (text: string): Uint8Array => encoder.encode(text);
