// @cold

import { EMPTY_I32, type I32, type i32 } from '../dialect.ts';

/** An order of dofs or constraint rows beside the model's, such as that of the islands. A new record is the model's own order. */
export class Order {
  /** Whether it differs from the model's. */
  moved: boolean = false;
  /** What the model has at a place of this order, and where this order has what the model has at a place. */
  toModel: I32 = EMPTY_I32;
  fromModel: I32 = EMPTY_I32;
}

/** The place in the model of what this order has at `k`. */
export function inModel(order: Order, k: i32): i32 {
  return order.moved ? order.toModel[k] : k;
}

/** The place in this order of what the model has at `k`. */
export function inOrder(order: Order, k: i32): i32 {
  return order.moved ? order.fromModel[k] : k;
}
