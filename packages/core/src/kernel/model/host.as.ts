import { Data, Model } from './classes';

@external("host", "grow") export declare function hostGrow(m: Model, d: Data, size: i32, count: i32): void;
@external("host", "warning") export declare function hostWarning(d: Data, kind: i32, info: i32): void;
@external("host", "callback") export declare function hostCallback(kind: i32, m: Model, d: Data, index: i32): f64;
@external("host", "reset") export declare function hostReset(m: Model, d: Data): void;
