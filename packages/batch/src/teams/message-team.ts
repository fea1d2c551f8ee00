import {
  type Column,
  type ColumnMessage,
  columnKey,
  columnMessage,
  copyRows,
  makeColumn,
  openColumn,
} from '../columns.ts';
import { BatchError } from '../errors.ts';
import type { Call } from '../share/environments.ts';
import type { Failures } from '../share/failures.ts';
import type { RunMessage } from '../workers/protocol.ts';
import type { Member } from './member.ts';
import type { Outcome } from './team.ts';
import { WorkerTeam } from './worker-team.ts';

/**
 * Workers where memory cannot be shared, as on pages without cross-origin isolation. Each gets a copy of its rows with every call, and sends
 * it back.
 */
export class MessageTeam extends WorkerTeam {
  readonly shared = false;

  setColumns(columns: readonly Column[]): void {
    for (const column of columns) this.columns.set(columnKey(column), column);
  }

  run(): Outcome {
    throw new BatchError('cannot-block', 'without shared memory a batch cannot be waited for', {
      hint: 'use stepAllAsync, or serve the page with the headers of cross-origin isolation',
    });
  }

  protected override blocksOf(): undefined {
    return undefined;
  }

  protected override columnsOf({ first, end }: Member): ColumnMessage[] {
    return [...this.columns.values()].map((column) => {
      const part = makeColumn(column, [first, end], false);
      copyRows(part, column);
      return columnMessage(part);
    });
  }

  protected override async callMember(member: Member, call: Call): Promise<Failures> {
    const columns = this.columnsOf(member);
    const message: RunMessage = { kind: 'run', call, columns };
    const done = member.awaitDone(call.generation);
    member.post(
      message,
      columns.map(({ buffer }) => buffer),
    );
    const answer = await done;
    for (const back of answer?.columns ?? []) {
      const target = this.columns.get(columnKey(back));
      if (target !== undefined) copyRows(target, openColumn(back));
    }
    return answer?.failures ?? [];
  }

  protected override release(): void {}

  protected override isIdle(): boolean {
    return false; // it has no memory that is used again
  }

  protected override async resumeMember(member: Member, call: Call): Promise<Failures> {
    void member.terminate();
    await this.startMember(member, call);
    // here the rows are still those that the call began with: it never had begun
    return this.callMember(member, call);
  }
}
