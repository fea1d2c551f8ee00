import type { Stage } from './stage.ts';

const FPS = 30;

/** Records the picture to an MP4 file by the browser's own encoder. */
export class Recorder {
  readonly #stage: Stage;
  #stop: (() => Promise<Blob>) | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
    stage.onDrawn.push(() => this.#frame());
  }

  get recording(): boolean {
    return this.#stop !== undefined;
  }

  #frame: () => void = () => {};

  async start(): Promise<void> {
    const media = await import('mediabunny');
    const { canvas } = this.#stage;
    const codec = await media.getFirstEncodableVideoCodec(['avc', 'vp9', 'av1', 'vp8'], {
      width: canvas.width & ~1,
      height: canvas.height & ~1,
    });
    if (codec === null) throw new Error('this browser cannot encode video');
    const format = codec === 'avc' ? new media.Mp4OutputFormat() : new media.WebMOutputFormat();
    const output = new media.Output({ format, target: new media.BufferTarget() });
    // encoders want even sizes: frames are copied to a canvas that has one
    const copy = document.createElement('canvas');
    copy.width = canvas.width & ~1;
    copy.height = canvas.height & ~1;
    const paint = copy.getContext('2d');
    const source = new media.CanvasSource(copy, { codec, bitrate: media.QUALITY_HIGH });
    output.addVideoTrack(source, { frameRate: FPS });
    await output.start();
    this.#stage.hold(true);
    const start = performance.now();
    let next = 0;
    let pending: Promise<void> = Promise.resolve();
    let busy = false;
    this.#frame = () => {
      const time = (performance.now() - start) / 1000;
      if (busy || time < next / FPS) return;
      const index = Math.max(next, Math.floor(time * FPS));
      next = index + 1;
      paint?.drawImage(canvas, 0, 0, copy.width, copy.height);
      busy = true;
      pending = source.add(index / FPS, 1 / FPS).finally(() => {
        busy = false;
      });
    };
    this.#stop = async () => {
      this.#frame = () => {};
      this.#stage.hold(false);
      await pending;
      await output.finalize();
      return new Blob([output.target.buffer ?? new ArrayBuffer(0)], { type: format.mimeType });
    };
  }

  async stop(): Promise<Blob> {
    const stop = this.#stop;
    this.#stop = undefined;
    if (stop === undefined) throw new Error('nothing is recorded');
    return stop();
  }
}
