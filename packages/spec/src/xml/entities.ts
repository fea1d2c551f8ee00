const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const ENTITY = /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-z]{2,4}));/y;

/** Replaces character references and the five entities of XML; any other `&` stays, and `onBare` hears its index. */
export function decodeEntities(text: string, onBare: (index: number) => void): string {
  let decoded = '';
  let done = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', done)) {
    ENTITY.lastIndex = at;
    const match = ENTITY.exec(text);
    const replacement = match === null ? undefined : character(match);
    if (replacement === undefined) onBare(at);
    decoded += text.slice(done, at) + (replacement ?? '&');
    done = match === null || replacement === undefined ? at + 1 : ENTITY.lastIndex;
  }
  return decoded + text.slice(done);
}

function character([, decimal, hex, name]: RegExpExecArray): string | undefined {
  if (name !== undefined) return NAMED[name];
  const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
