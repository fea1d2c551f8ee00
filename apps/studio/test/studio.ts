import { test as base, expect } from 'vitest';
import { type ServeOptions, serve } from './page.ts';
import { launch, Visit } from './visit.ts';

/** Tests with a browser, which all files share, and the built studio; they open windows themselves. */
export const windows = base
  .extend('chromium', { scope: 'worker' }, process.env['CHROMIUM'] ?? '/usr/bin/chromium')
  .extend('serving', { scope: 'file' }, {} as ServeOptions)
  .extend('address', { scope: 'file' }, '?quality=low&paused') // with a steady resolution
  .extend('browser', { scope: 'worker' }, async ({ chromium }, { onCleanup }) => {
    const browser = await launch(chromium);
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('served', { scope: 'file' }, async ({ serving }, { onCleanup }) => {
    const served = await serve(serving);
    onCleanup(() => served.close());
    return served;
  });

/** Tests in one window of the studio per file, which go on from one another as a person does. */
export const test = windows
  .extend('visit', { scope: 'file' }, async ({ browser, served, address }, { onCleanup }) => {
    const visit = await Visit.open(browser, served.url + address);
    onCleanup(() => visit.close());
    return visit;
  })
  .extend('calm', { auto: true }, ({ visit }, { onCleanup }) => {
    onCleanup(() => expect(visit.complaints, 'errors in the console').toEqual([]));
  });

/** The same with few pictures per second, since each click waits for the next one. */
export const brisk = test.override('address', '?quality=low&fps=8&paused&model=pendulum');

/** A red box that floats, seen from the side: simple to find in the picture. */
export const floating = (body = '<freejoint name="free"/>', rest = ''): string => `<mujoco model="floating">
  <option gravity="0 0 0"/>
  <statistic center="0 0 1" extent="1.4"/>
  <visual><global azimuth="90" elevation="0"/></visual>
  <worldbody>
    <body name="crate" pos="0 0 1">
      ${body}
      <geom name="side" type="box" size=".16 .16 .16" rgba=".9 .05 .05 1"/>
    </body>
  </worldbody>
  ${rest}
</mujoco>`;
