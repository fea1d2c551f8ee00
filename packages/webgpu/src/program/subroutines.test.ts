import { describe, expect, test } from 'vitest';
import { withSubroutines } from './subroutines.ts';

/** Lines that make a function large. */
const padding = Array.from({ length: 40 }, (_, k) => `emit(${k});`).join('\n');

/** A function that is large, called from everywhere, and returns early. */
const twice = `fn twice_(x_: i32) -> i32 {
${padding}
if ((x_ > 100)) {
return 100;
}
return (x_ * 2);
}`;

/** Calls in a loop that is left and skipped, in a switch, in a branch and in a block whose variable hides another. */
const main = `fn main_(n_: i32) -> i32 {
var sum_: i32 = 0;
{
var i_: i32 = 0;
for (; (i_ < n_); i_ = (i_ + 1)) {
if ((i_ == 3)) {
continue;
}
if ((i_ == 7)) {
break;
}
let t0: i32 = twice_(i_);
sum_ = (sum_ + t0);
switch (i_) {
case 1, 2: {
let t1: i32 = twice_(sum_);
sum_ = (sum_ + t1);
}
default: {
sum_ = (sum_ - 1);
}
}
}
}
if ((sum_ > 10)) {
let sum_: i32 = 5;
let t2: i32 = twice_(sum_);
emit(t2);
} else {
emit(sum_);
}
loop {
if (!(sum_ > 50)) { break; }
{
let half_: i32 = (sum_ / 2);
if ((half_ < 0)) {
return half_;
}
sum_ = half_;
}
}
let t3: i32 = twice_(sum_);
return t3;
}`;

/** WGSL of whole numbers as JavaScript; what `emit` was called with is kept. */
function run(text: string, call: string): { readonly value: number; readonly seen: readonly number[] } {
  const js = text
    .replace(/^fn (\w+)\((.*?)\).*\{$/gm, (_, name, list) => `function ${name}(${list.replace(/: \w+/g, '')}) {`)
    .replace(/var<private> frame: array<i32, (\d+)>;/, 'const frame = new Int32Array($1);')
    .replace(/var<private> pc: i32;/, 'let pc = 0;')
    .replace(/^(let|var) (\w+): \w+/gm, 'let $2')
    .replace(/\((\w+|frame\[\d+\]) \/ 2\)/g, '(($1 / 2) | 0)')
    .replace(/^loop \{/gm, 'for (;;) {')
    .replace(
      /^case ([\d, ]+): \{/gm,
      (_, list: string) =>
        `${list
          .split(', ')
          .map((k) => `break; case ${k}:`)
          .join(' ')} {`,
    )
    .replace(/break; (case \d+:) break; /g, 'break; $1 ')
    .replace(/^default: \{/gm, 'break; default: {')
    .replace(/switch \((.*)\) \{\nbreak; /g, 'switch ($1) {\n');
  const head =
    'const seen = []; const environment = 0; const min = Math.min; function emit(x) { seen.push(x); } function select(a, b, c) { return c ? b : a; }';
  return new Function(`${head}\n${js}\nconst value = ${call};\nreturn { value, seen };`)();
}

describe('subroutines', () => {
  const texts = new Map([
    ['main_', main],
    ['twice_', twice],
  ]);

  test.each([0, 1, 2, 4, 9])('compute what functions do: %d rounds', (n) => {
    const plain = run([...texts.values()].join('\n'), `main_(${n})`);
    const { text, frame } = withSubroutines(texts, `main_(${n})`);
    const { value, seen } = run(text, '(run_(), frame[1])'); // where to return to is first, then the result
    expect(seen).toEqual(plain.seen);
    expect(value).toBe(plain.value);
    expect(frame).toBeLessThan(32);
  });

  test('have their text once', () => {
    const { text, lines } = withSubroutines(texts, 'main_(3)');
    expect(text.match(/emit\(39\);/g)).toHaveLength(1);
    expect(lines).toBeLessThan(150);
  });
});
