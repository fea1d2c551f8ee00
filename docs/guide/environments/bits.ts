import { makeVec } from '@qpos/env';

/** FNV-1a over the bytes of arrays. */
function digest(arrays: readonly ArrayBufferView[]): string {
  let hash = 0x811c9dc5;
  for (const { buffer, byteOffset, byteLength } of arrays)
    for (const byte of new Uint8Array(buffer, byteOffset, byteLength).slice())
      hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16);
}

/** Plays environments in each of several numbers of workers, saves them, goes on in others; tells what was seen, as a number. */
export function digests(workerCounts: readonly number[]): Promise<string[]> {
  return Promise.all(
    workerCounts.map(async (workers) => {
      const options = { n: 3, workers, autoreset: 'same-step', maxEpisodeSteps: 15 } as const;
      const [first, second] = [await makeVec('Hopper-v5', options), await makeVec('Hopper-v5', options)];
      const seen: ArrayBufferView[] = [(await first.resetAsync({ seed: 1 })).obs.slice()];
      for (let k = 0; k < 40; k++) {
        if (k === 20) await second.loadAsync(await first.saveAsync());
        const vec = k < 20 ? first : second;
        const actions = Float64Array.from({ length: 9 }, (_, j) => ((k * 7 + j * 5) % 11) / 5.5 - 1);
        const { obs, rewards, truncated, info } = await vec.stepAsync(actions);
        seen.push(obs.slice(), rewards.slice(), truncated.slice(), (info['x_position'] as Float64Array).slice());
      }
      seen.push(await second.saveAsync());
      await Promise.all([first.close(), second.close()]);
      return digest(seen);
    }),
  );
}
