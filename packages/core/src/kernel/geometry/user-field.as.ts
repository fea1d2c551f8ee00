// @cold

// AssemblyScript half of user-field.ts.
@external("host", "field") export declare function askField(field: i32, part: i32, x: f64, y: f64, z: f64): f64;
