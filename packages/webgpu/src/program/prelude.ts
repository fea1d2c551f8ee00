/** Where the working memory of a program is: private to a thread, or words of the data from `address` on, for what a thread has no room for. */
export interface Scratch {
  readonly words: number;
  readonly address?: number | undefined;
}

const privateScratch = (words: number): string => `
var<private> scratch: array<i32, ${Math.max(1, words)}>;
fn si(i: i32) -> i32 { return scratch[i]; }
fn sis(i: i32, x: i32) { scratch[i] = x; }`;

const dataScratch = (address: number): string => `
fn si(i: i32) -> i32 { return di(i + ${address}); }
fn sis(i: i32, x: i32) { dis(i + ${address}, x); }`;

/**
 * What every program begins with. Memory is words: those of the model, read by all; those of the data, in which element `i` of environment
 * `e` is at `i * n + e`, so that neighbouring threads read neighbouring words; and scratch. `df` reads a float of the data, `dfs`
 * writes one. An address that carries its space (`xf`) has it in its upper bits.
 *
 * No write leaves its environment: one outside of the data goes to a word behind it.
 */
export function prelude(dataWords: number, { words, address }: Scratch, workgroup: number): string {
  const tag = { model: 0x10000000, scratch: 0x20000000 };
  return `
struct Size { n: i32 }
@group(0) @binding(0) var<storage, read> model: array<i32>;
@group(0) @binding(1) var<storage, read_write> data: array<i32>;
@group(0) @binding(2) var<uniform> size: Size;
var<private> environment: i32;
fn mi(i: i32) -> i32 { return model[i]; }
fn mf(i: i32) -> f32 { return bitcast<f32>(model[i]); }
fn di(i: i32) -> i32 { return data[i * size.n + environment]; }
fn df(i: i32) -> f32 { return bitcast<f32>(data[i * size.n + environment]); }
fn dis(i: i32, x: i32) { data[i32(min(u32(i), ${dataWords}u)) * size.n + environment] = x; }
fn dfs(i: i32, x: f32) { dis(i, bitcast<i32>(x)); }${address === undefined ? privateScratch(words) : dataScratch(address)}
fn sf(i: i32) -> f32 { return bitcast<f32>(si(i)); }
fn sfs(i: i32, x: f32) { sis(i, bitcast<i32>(x)); }
fn xi(i: i32) -> i32 {
  let outside = select(di(i), model[i - ${tag.model}], i >= ${tag.model});
  return select(outside, si(i - ${tag.scratch}), i >= ${tag.scratch});
}
fn xf(i: i32) -> f32 { return bitcast<f32>(xi(i)); }
fn xis(i: i32, x: i32) { if (i >= ${tag.scratch}) { sis(i - ${tag.scratch}, x); } else { dis(i, x); } }
fn xfs(i: i32, x: f32) { xis(i, bitcast<i32>(x)); }
fn isNaN(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }
fn nan() -> f32 { return bitcast<f32>(environment | 0x7fc00000); }
const WORKGROUP: u32 = ${workgroup}u;
`;
}

/** The entry point of a program that makes one call in each environment. */
export const main = (call: string): string => `
@compute @workgroup_size(WORKGROUP) fn main(@builtin(global_invocation_id) id: vec3u) {
  environment = i32(id.x);
  if (environment < size.n) { ${call}; }
}
`;
