/**
 * What every object of the official package has. Nothing here needs to be deleted: an object that was deleted is refused, as there, and its
 * memory is collected like that of any other.
 */
export class Handle {
  #isDeleted = false;

  /** Notes that the program is done with the object. */
  delete(): void {
    this.#isDeleted = true;
  }

  deleteLater(): this {
    return this;
  }

  isDeleted(): boolean {
    return this.#isDeleted;
  }

  isAliasOf(other: Handle): boolean {
    return this === other;
  }

  clone(): this {
    return this;
  }

  [Symbol.dispose](): void {
    this.delete();
  }
}
