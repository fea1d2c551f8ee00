import { UsageError } from '../io.ts';
import type { Browser } from '../studio/browser.ts';

const PATIENCE = 10_000; // ms
const HEADER = 300; // bytes of a file without pictures, at most

/** What a recorder in a page is told, as text that runs there. */
const script = (mime: string, fps: number, width: number, height: number): string => `(async () => {
  const mime = ${JSON.stringify(mime)};
  if (!MediaRecorder.isTypeSupported(mime)) throw new Error('cannot encode ' + mime);
  const canvas = document.createElement('canvas');
  canvas.width = ${width};
  canvas.height = ${height};
  const context = canvas.getContext('2d', { alpha: false });
  const track = canvas.captureStream(0).getVideoTracks()[0];
  const recorder = new MediaRecorder(new MediaStream([track]), { mimeType: mime, videoBitsPerSecond: 12e6 });
  const parts = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  const stopped = new Promise((resolve) => { recorder.onstop = resolve; });
  const pictures = await Promise.all(globalThis.pictures.map(async (text) => {
    const bytes = Uint8Array.from(atob(text), (ch) => ch.charCodeAt(0));
    return createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  }));
  recorder.start(100); // parts as they come
  const start = performance.now();
  for (let k = 0; k < pictures.length; k++) {
    const due = start + (1000 * k) / ${fps};
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    context.drawImage(pictures[k], 0, 0);
    track.requestFrame();
  }
  await new Promise((resolve) => setTimeout(resolve, 1000 / ${fps}));
  // a busy machine encodes late: the first pictures must be there before the end
  const end = performance.now() + ${PATIENCE};
  const size = () => parts.reduce((sum, part) => sum + part.size, 0);
  while (size() < ${HEADER} && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  let text = '';
  for (let k = 0; k < bytes.length; k += 32768) text += String.fromCharCode(...bytes.subarray(k, k + 32768));
  return btoa(text);
})()`;

const TYPES: Readonly<Record<string, readonly string[]>> = {
  '.webm': ['video/webm;codecs=vp9', 'video/webm;codecs=vp8'],
  '.mp4': ['video/mp4;codecs=avc1.42E01E', 'video/mp4;codecs=vp9', 'video/mp4'],
};

/** Suffixes that `encodeVideo` knows. */
export const VIDEO_FORMATS = Object.keys(TYPES);

/** Encodes PNG pictures with what the browser has; this takes as long as the film. */
export async function encodeVideo(
  browser: Browser,
  pictures: readonly Uint8Array[],
  { suffix, fps, width, height }: { suffix: string; fps: number; width: number; height: number },
): Promise<Uint8Array> {
  const page = await browser.newPage();
  await page.evaluate('globalThis.pictures = []; 0');
  for (const picture of pictures) {
    await page.evaluate(`globalThis.pictures.push(${JSON.stringify(Buffer.from(picture).toString('base64'))}); 0`);
  }
  let problem = '';
  for (const mime of TYPES[suffix] ?? []) {
    try {
      return Buffer.from(await page.evaluate<string>(script(mime, fps, width, height)), 'base64');
    } catch (error) {
      problem = (error as Error).message.split('\n')[0] ?? '';
    }
  }
  throw new UsageError(`the browser cannot make a ${suffix} video: ${problem}`, 'an .apng needs no codec');
}
