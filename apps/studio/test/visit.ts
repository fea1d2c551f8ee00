import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS } from '../../../scripts/testing/chromium.mjs';
import { type Like, Picture } from './picture.ts';

const PATIENCE = 60_000; // ms; machines are shared
const RIM = 4; // pixels

/** Starts Chromium, which draws without a graphics card if there is none. */
export const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: CHROMIUM_ARGS });

/** A page of the studio as a person sees it and acts on it. Waits are for conditions, as long as they may take. */
export class Visit {
  readonly page: Page;
  /** What the page complained about. */
  readonly complaints: string[] = [];
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'studio-'));

  private constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(PATIENCE);
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
  }

  static async open(browser: Browser, url: string, context: BrowserContextOptions = {}): Promise<Visit> {
    const viewport = { width: 1000, height: 500 };
    const visit = new Visit(await browser.newPage({ viewport, acceptDownloads: true, ...context }));
    await visit.page.goto(url);
    await visit.settled();
    return visit;
  }

  async close(): Promise<void> {
    await this.page.close();
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Waits until a model is shown (`ready`) or was refused (`failed`). */
  async settled(): Promise<string> {
    const handle = await this.page.waitForFunction(() => document.documentElement.dataset['state']);
    return String(await handle.jsonValue());
  }

  /** Does something that loads a model, and waits for the end of it. */
  async loading(act: () => Promise<unknown>): Promise<string> {
    await this.page.evaluate(() => {
      delete document.documentElement.dataset['state'];
    });
    await act();
    return this.settled();
  }

  /** The text in the editor. */
  async source(): Promise<string> {
    return this.page.evaluate<string>('studio.editor.text');
  }

  /** Replaces the text in the editor, as a person does who pastes another one. */
  async rewrite(text: string): Promise<void> {
    await this.page.getByLabel('Source of the model').focus();
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.insertText(text);
    await this.until(async () => (await this.source()) === text, 'the text in the editor');
  }

  /** Writes files to a new folder of this machine. */
  write(files: Record<string, string | Uint8Array>): string {
    const folder = fs.mkdtempSync(path.join(this.#folder, 'given-'));
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(folder, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, content);
    }
    return folder;
  }

  /** Drags files or folders of this machine over the page. */
  async dragOver(paths: readonly string[]): Promise<() => Promise<void>> {
    const cdp = await this.page.context().newCDPSession(this.page);
    const data = { items: [], files: [...paths], dragOperationsMask: 1 };
    const send = (type: 'dragEnter' | 'dragOver' | 'drop'): Promise<unknown> =>
      cdp.send('Input.dispatchDragEvent', { type, x: 300, y: 200, data });
    await send('dragEnter');
    await send('dragOver');
    return async () => {
      await send('drop');
      await cdp.detach();
    };
  }

  async drop(paths: readonly string[]): Promise<void> {
    const release = await this.dragOver(paths);
    await release();
  }

  /** Drops a model, and waits until it is shown or refused. */
  async dropModel(text: string, name = 'model.xml'): Promise<string> {
    const folder = this.write({ [name]: text });
    return this.loading(() => this.drop([path.join(folder, name)]));
  }

  /** A key, pressed while the picture has the focus. */
  async press(key: string): Promise<void> {
    await this.page.locator('#canvas').focus();
    await this.page.keyboard.press(key);
  }

  /** Does something while the control key is held. */
  async withControl(act: () => Promise<unknown>): Promise<void> {
    await this.page.keyboard.down('Control');
    try {
      await act();
    } finally {
      await this.page.keyboard.up('Control');
    }
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Time that the transport shows. */
  async time(): Promise<number> {
    return Number.parseFloat(await this.text('#transport .time'));
  }

  text(selector: string): Promise<string> {
    return this.page.locator(selector).first().innerText();
  }

  /** Plays or pauses, unless it does already. */
  async run(running: boolean): Promise<void> {
    const play = this.page.locator('#play');
    if ((await play.getAttribute('aria-label')) === (running ? 'Play' : 'Pause')) await play.click();
    await this.until(async () => ((await this.text('.rate')) !== 'paused') === running, 'transport');
  }

  /** Waits until something holds. */
  async until(holds: () => Promise<boolean>, what: string): Promise<void> {
    const end = Date.now() + PATIENCE;
    while (!(await holds())) {
      if (Date.now() > end) throw new Error(`waited in vain for: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  box(): Promise<{ x: number; y: number; width: number; height: number }> {
    return this.page.locator('#canvas').evaluate((canvas) => {
      const { x, y, width, height } = canvas.getBoundingClientRect();
      return { x, y, width, height };
    });
  }

  /** The picture as it is on the screen, with what lies over it but without the mark of the focus around it. */
  async picture(): Promise<Picture> {
    const { x, y, width, height } = await this.box();
    const clip = { x: x + RIM, y: y + RIM, width: width - 2 * RIM, height: height - 2 * RIM };
    return new Picture(await this.page.screenshot({ clip, timeout: PATIENCE }));
  }

  /** Waits for a picture that fits. */
  async shows(fits: (picture: Picture) => boolean, what: string): Promise<Picture> {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const picture = await this.picture();
      if (fits(picture)) return picture;
      if (Date.now() < end) continue;
      const file = path.join(os.tmpdir(), `studio-${what.replace(/\W+/g, '-')}.png`);
      fs.writeFileSync(file, picture.png);
      throw new Error(`the picture never showed ${what}; it is in ${file}`);
    }
  }

  /** Waits for a colour: at least this part of the picture. */
  sees(like: Like, what: string, part = 0.0005): Promise<Picture> {
    return this.shows((p) => p.find(like).part >= part, what);
  }

  /** Waits until hardly anything of a colour is left. */
  misses(like: Like, what: string, part = 0.0001): Promise<Picture> {
    return this.shows((p) => p.find(like).part <= part, `no ${what}`);
  }

  /** The picture of a paused simulation, with all that was done so far. */
  async still(): Promise<Picture> {
    await this.page.evaluate('studio.stage.settled()');
    return this.picture();
  }

  /** Drags over the picture; places are parts of its size. */
  async drag(from: readonly [number, number], to: readonly [number, number], button: 'left' | 'right' = 'left') {
    const release = await this.hold(from, to, button);
    await release();
  }

  /** Drags without letting go; the result does that. */
  async hold(from: readonly [number, number], to: readonly [number, number], button: 'left' | 'right' = 'left') {
    const { x, y, width, height } = await this.box();
    const { mouse } = this.page;
    await mouse.move(x + from[0] * width, y + from[1] * height);
    await mouse.down({ button });
    await mouse.move(x + to[0] * width, y + to[1] * height, { steps: 5 });
    return () => mouse.up({ button });
  }

  async doubleClick(at: readonly [number, number], button: 'left' | 'right' = 'left'): Promise<void> {
    const { x, y, width, height } = await this.box();
    await this.page.mouse.dblclick(x + at[0] * width, y + at[1] * height, { button });
  }

  /** The file that an action offers. */
  async downloadOf(act: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), act()]);
    return { name: download.suggestedFilename(), bytes: fs.readFileSync(await download.path()) };
  }
}
