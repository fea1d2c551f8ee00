import { UsageError } from '../io.ts';

/** A value as it was typed: true, false, a number, several of these between commas, or text. */
function readValue(text: string): unknown {
  if (text.includes(',')) return text.split(',').map(readValue);
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Names and texts of options that were typed as `name=value`. */
export function pairsOf(flag: string, given: readonly string[], example: string): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`${flag} takes name=value, not '${text}'`, `such as ${flag} ${example}`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

/** Options of a task, as `makeVec` takes them. */
export function taskOptions(given: readonly string[]): Record<string, unknown> {
  const pairs = pairsOf('--option', given, 'randomise=false');
  return Object.fromEntries(Object.entries(pairs).map(([name, text]) => [name, readValue(text)]));
}

/** Another value of an option that may come several times. */
export const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];
