import { fieldView, type Model } from '@qpos/core';
import { type Column, type ColumnRole, columnKey, makeColumn, type NumberArray, rowOf, typeOf } from './columns.ts';
import { journalColumn } from './share/own-columns.ts';
import type { Team } from './teams/team.ts';

/** All columns of a batch, as the thread that made it sees them. The threads of its team are told of new ones. */
export class BatchColumns {
  readonly #model: Model;
  readonly #n: number;
  readonly #team: Team;
  readonly #byKey = new Map<string, Column>();

  constructor(model: Model, n: number, team: Team, columns: readonly Column[]) {
    this.#model = model;
    this.#n = n;
    this.#team = team;
    for (const column of columns) this.#byKey.set(columnKey(column), column);
  }

  /** Those of a role, or all. */
  all(...roles: readonly ColumnRole[]): Column[] {
    return [...this.#byKey.values()].filter(({ role }) => roles.length === 0 || roles.includes(role));
  }

  find(role: ColumnRole, name: string): Column | undefined {
    return this.#byKey.get(columnKey({ role, name }));
  }

  /** One that every batch has. */
  own(name: string): Column {
    return this.find('own', name) as Column;
  }

  /** What a call left of everything. */
  snapshot(generation: number): Column {
    return this.own(generation & 1 ? 'snapshot1' : 'snapshot0');
  }

  /** A new column for a field of Data, whose rows are first filled. */
  bind(name: string, field: NumberArray, fill: (column: Column, environment: number) => void): Column {
    const column = this.#add('bound', name, field);
    for (let e = 0; e < this.#n; e++) fill(column, e);
    const journal = journalColumn(this.#byKey.values(), [0, this.#n], this.#team.shared);
    this.#byKey.set(columnKey(journal), journal);
    this.#team.setColumns([column, journal]);
    return column;
  }

  /** The columns of fields of Model, made where there are none yet, with the model's values. */
  expand(names: readonly string[]): NumberArray[] {
    const added: Column[] = [];
    const arrays = names.map((name) => {
      const field = fieldView(this.#model, name);
      const known = this.find('expanded', name);
      if (known !== undefined) return known.array;
      const column = this.#add('expanded', name, field);
      for (let e = 0; e < this.#n; e++) rowOf(column, e).set(field);
      added.push(column);
      return column.array;
    });
    if (added.length > 0) this.#team.setColumns(added);
    return arrays;
  }

  /** Adds a column for a field, whose rows are zero. */
  #add(role: ColumnRole, name: string, field: NumberArray): Column {
    const shape = { role, name, type: typeOf(field), width: field.length };
    const column = makeColumn(shape, [0, this.#n], this.#team.shared);
    this.#byKey.set(columnKey(column), column);
    return column;
  }
}
