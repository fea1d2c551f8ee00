// AssemblyScript half of the dialect: arrays are bare pointers with [] on them.
@unmanaged export class F64 {
  @inline @operator("[]") get(i: i32): f64 { return load<f64>(changetype<usize>(this) + (<usize>i << 3)); }
  @inline @operator("[]=") set(i: i32, v: f64): void { store<f64>(changetype<usize>(this) + (<usize>i << 3), v); }
}
@unmanaged export class I32 {
  @inline @operator("[]") get(i: i32): i32 { return load<i32>(changetype<usize>(this) + (<usize>i << 2)); }
  @inline @operator("[]=") set(i: i32, v: i32): void { store<i32>(changetype<usize>(this) + (<usize>i << 2), v); }
}
@unmanaged export class U8 {
  @inline @operator("[]") get(i: i32): i32 { return <i32>load<u8>(changetype<usize>(this) + <usize>i); }
  @inline @operator("[]=") set(i: i32, v: i32): void { store<u8>(changetype<usize>(this) + <usize>i, <u8>v); }
}
@unmanaged export class F32 {
  @inline @operator("[]") get(i: i32): f64 { return <f64>load<f32>(changetype<usize>(this) + (<usize>i << 2)); }
  @inline @operator("[]=") set(i: i32, v: f64): void { store<f32>(changetype<usize>(this) + (<usize>i << 2), <f32>v); }
}
export function scratchF64(n: i32): F64 { const p = heap.alloc(<usize>n << 3); memory.fill(p, 0, <usize>n << 3); return changetype<F64>(p); }
export function scratchI32(n: i32): I32 { const p = heap.alloc(<usize>n << 2); memory.fill(p, 0, <usize>n << 2); return changetype<I32>(p); }
@inline export function idiv(a: i32, b: i32): i32 { return a / b; }
@inline export function toInt(x: f64): i32 { return <i32>x; }
@inline export function toF64(i: i32): f64 { return <f64>i; }
@inline export function fround(x: f64): f64 { return <f64>(<f32>x); }
@inline export function isNaN64(x: f64): bool { return x != x; }
@inline export function highBits(x: f64): i32 { return <i32>(reinterpret<i64>(x) >> 32); }
@inline export function lowBits(x: f64): i32 { return <i32>reinterpret<i64>(x); }
@inline export function fromBits(high: i32, low: i32): f64 { return reinterpret<f64>((<i64>high << 32) | (<i64>low & 0xffffffff)); }
@inline export function imul(a: i32, b: i32): i32 { return a * b; }
@inline export function ltU32(a: i32, b: i32): bool { return <u32>a < <u32>b; }
@inline export function remU32(a: i32, b: i32): i32 { return <i32>(<u32>a % <u32>b); }
