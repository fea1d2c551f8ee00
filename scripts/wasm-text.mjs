// The WASM module as text in a bundle. Base64 shifts bytes against characters, so that gzip sees no repetition: a packed
// module of 110 kB becomes 144 kB. Here each frequent byte is one character and each rare one is two, which costs nothing.
// packages/core/src/backend/wasm-text.ts reads it.

/** Characters that need no escape in any kind of JavaScript string, without the prefixes of rare bytes. */
const symbols = Array.from({ length: 95 }, (_, k) => String.fromCharCode(32 + k)).filter(
  (c) => !`'"\`\\$|~`.includes(c),
);
const prefixes = ['', '|', '~'];

/** `{ order, text }`: all bytes from the most to the least frequent in hexadecimal, and the module. */
export function wasmToText(bytes) {
  const count = new Array(256).fill(0);
  for (const b of bytes) count[b]++;
  const order = [...count.keys()].sort((a, b) => count[b] - count[a] || a - b);
  const codes = [];
  order.forEach((b, k) => {
    codes[b] = prefixes[Math.floor(k / symbols.length)] + symbols[k % symbols.length];
  });
  return {
    order: order.map((b) => b.toString(16).padStart(2, '0')).join(''),
    text: Array.from(bytes, (b) => codes[b]).join(''),
  };
}
