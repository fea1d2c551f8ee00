// AssemblyScript half of data-list.ts.
import { Data } from './classes';

@unmanaged export class DataList {
  @inline @operator("[]") get(i: i32): Data { return changetype<Data>(<usize>load<u32>(changetype<usize>(this) + (<usize>i << 2))); }
}
