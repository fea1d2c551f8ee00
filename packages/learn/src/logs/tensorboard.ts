import { Message, text } from '../encoding/protobuf.ts';
import { checkFunction } from '../training/arguments.ts';
import type { TrainingLog } from '../training/trainer.ts';
import { recordOf } from './jsonl.ts';

// Field numbers of the two messages that TensorBoard reads: Event { wall_time 1, step 2, file_version 3, summary 5 } and
// Summary { value 1 { tag 1, simple_value 2 } }.

const POLYNOMIAL = 0x82f63b78; // CRC-32C, bits reversed

const crcTable = Uint32Array.from({ length: 256 }, (_, k) => {
  let c = k;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ POLYNOMIAL : c >>> 1;
  return c;
});

/** The masked CRC-32C that guards lengths and contents of records. */
export function maskedCrc(bytes: ArrayLike<number>): number {
  let crc = 0xffffffff;
  for (let k = 0; k < bytes.length; k++) crc = (crcTable[(crc ^ (bytes[k] as number)) & 0xff] as number) ^ (crc >>> 8);
  crc = ~crc >>> 0;
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}

/** A record of an event file: length, its check, contents, their check. */
function frame(content: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(16 + content.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length, true);
  view.setUint32(8, maskedCrc(bytes.subarray(0, 8)), true);
  bytes.set(content, 12);
  view.setUint32(12 + content.length, maskedCrc(content), true);
  return bytes;
}

/**
 * A log in the format of TensorBoard's event files. Curves go over environment steps, so those of a resumed training continue.
 *
 * @param write Takes each piece of the file `events.out.tfevents.*`, in order.
 * @param now The time, seconds since 1970.
 * @returns The log.
 * @example
 * const trainer = ppo(await makeVec('InvertedPendulum-v5', { n: 4, autoreset: 'same-step' }), { horizon: 64 });
 * const pieces: Uint8Array[] = []; // or append each to a file
 * await trainer.learn(512, { logs: [tensorboardLog((bytes) => pieces.push(bytes))] });
 * console.log(pieces.length); // 3
 */
export function tensorboardLog(
  write: (bytes: Uint8Array) => void,
  now: () => number = () => Date.now() / 1000,
): TrainingLog {
  checkFunction('write', write);
  checkFunction('now', now);
  write(frame(new Message().double(1, now()).nested(3, text('brain.Event:2')).bytes));
  return {
    write(progress) {
      const { steps, total: _, ...values } = recordOf(progress);
      const summary = new Message();
      for (const [name, value] of Object.entries(values))
        summary.nested(1, new Message().nested(1, text(`train/${name}`)).float(2, value).bytes);
      write(
        frame(
          new Message()
            .double(1, now())
            .integer(2, steps ?? 0)
            .nested(5, summary.bytes).bytes,
        ),
      );
    },
  };
}
