import { expect } from 'vitest';
import { green, hue, magenta, type Picture, red } from '../picture.ts';
import { brisk as test, windows } from '../studio.ts';
import { Visit } from '../visit.ts';

interface Parts {
  readonly visual?: string;
  readonly asset?: string;
  readonly world?: string;
}

/** A model that is seen from the front, a little from above, with only the light that it brings. */
const scene = ({ visual = '', asset = '', world = '' }: Parts): string => `<mujoco model="light">
  <statistic center="0 0 0" extent="1.2"/>
  <visual><global azimuth="90" elevation="-20"/>${visual}</visual>
  <asset>${asset}</asset>
  <worldbody>${world}</worldbody>
</mujoco>`;
const dark = '<headlight active="0"/>';
const white = '<geom size=".3" rgba="1 1 1 1"/>';
const count = (picture: Picture, like: typeof red): number => picture.find(like).count;

test('materials and textures', async ({ visit }) => {
  await visit.page.getByRole('tab', { name: 'View' }).click();
  await visit.dropModel(
    scene({
      asset: `<texture name="squares" type="2d" builtin="checker" rgb1="1 0 1" rgb2="0 1 0" width="64" height="64"/>
        <material name="tiles" texture="squares" texrepeat="3 3"/><material name="paint" rgba="1 0 0 1"/>`,
      world: '<geom type="plane" size=".6 .6 .1" material="tiles"/><geom size=".15" pos="0 0 .2" material="paint"/>',
    }),
  );
  const textured = await visit.still();
  for (const like of [magenta, green, red]) expect(count(textured, like)).toBeGreaterThan(500);
  await visit.page.locator('#flag-texture').uncheck();
  const plain = await visit.still();
  expect(count(plain, green) + count(plain, magenta)).toBe(0);
  expect(count(plain, red)).toBeGreaterThan(500);
  await visit.page.locator('#flag-texture').check();
  expect(count(await visit.still(), green)).toBeGreaterThan(500);
});

test('cube textures lie in the frame of the object: their lower side is at -y', async ({ visit }) => {
  await visit.dropModel(
    scene({
      asset: `<texture name="faces" type="cube" builtin="flat" rgb1="1 0 1" rgb2="0 1 0" width="16" height="16"/>
        <material name="dice" texture="faces"/>`,
      world: `<geom type="box" size=".2 .2 .2" material="dice"/>
        <camera name="below" pos="0 0 -1.2" xyaxes="1 0 0 0 -1 0"/>`,
    }),
  );
  const front = await visit.still();
  expect(count(front, green)).toBeGreaterThan(500);
  expect(count(front, magenta)).toBeGreaterThan(200);
  expect(front.find(green).y).toBeGreaterThan(front.find(magenta).y);
  await visit.page.getByLabel('Camera', { exact: true }).selectOption({ label: 'below' });
  const below = await visit.still();
  expect(count(below, magenta)).toBeGreaterThan(500);
  expect(count(below, green)).toBe(0);
});

test('a model without sky and floor, looked at by default: the gradient below the horizon, without the horizon', async ({
  visit,
}) => {
  await visit.dropModel('<mujoco><worldbody><body><freejoint/><geom size=".01"/></body></worldbody></mujoco>');
  const still = await visit.still();
  expect(still.find((r, g, b) => Math.min(r, g, b) > 130).part).toBeLessThan(0.02); // the ball's highlight; a horizon has more
  expect(still.find((r, g, b) => Math.max(r, g, b) > 60).part).toBeGreaterThan(0.9);
});

test('the sky box', async ({ visit }) => {
  const asset = '<texture type="skybox" builtin="flat" rgb1="1 0 1" rgb2="1 0 1" width="16" height="16"/>';
  await visit.dropModel(scene({ asset, world: white }));
  expect((await visit.still()).find(magenta).part).toBeGreaterThan(0.5);
  await visit.press('k');
  expect(count(await visit.still(), magenta)).toBe(0);
  await visit.press('k');
});

test('lights of every kind shine, and only when they are on', async ({ visit }) => {
  for (const kind of ['spot', 'point', 'directional', 'head']) {
    const light = (on: boolean): string =>
      kind === 'head'
        ? scene({
            visual: `<headlight active="${on ? 1 : 0}" diffuse="1 0 1" ambient="0 0 0"/>`,
            world: `${white}<light active="false"/>`,
          })
        : scene({
            visual: dark,
            world: `${white}<light type="${kind}" pos="0 -1 1" dir="0 1 -1" diffuse="1 0 1" ambient="0 0 0" active="${on}"/>`,
          });
    await visit.dropModel(light(true));
    expect(count(await visit.still(), magenta), kind).toBeGreaterThan(500);
    await visit.dropModel(light(false));
    expect(count(await visit.still(), magenta), kind).toBe(0);
  }
});

test('emission needs no light', async ({ visit }) => {
  const asset = '<material name="glow" rgba="1 0 1 1" emission="1"/>';
  await visit.dropModel(
    scene({ visual: dark, asset, world: '<light active="false"/><geom size=".3" material="glow"/>' }),
  );
  expect(count(await visit.still(), magenta)).toBeGreaterThan(500);
});

test('shadows', async ({ visit }) => {
  const dim = (p: Picture): number => p.find((r, g, b) => magenta(r, g, b) && Math.max(r, b) < 150).count;
  await visit.dropModel(
    scene({
      visual: '<headlight diffuse="0 0 0" ambient=".2 .2 .2"/>',
      world: `<light directional="true" pos="0 0 3" dir="0 0 -1" diffuse=".8 .8 .8"/>
        <geom type="plane" size="2 2 .1" rgba="1 0 1 1"/><geom type="box" size=".2 .2 .02" pos="0 0 .4" rgba="1 1 1 1"/>`,
    }),
  );
  const shaded = dim(await visit.still());
  await visit.press('s');
  const lit = dim(await visit.still());
  expect(shaded).toBeGreaterThan(lit + 300);
  await visit.press('s');
  expect(dim(await visit.still())).toBe(shaded);
});

test('fog and haze', async ({ visit }) => {
  await visit.dropModel(
    scene({
      visual: '<rgba fog="1 0 1 1" haze="0 1 0 1"/><map fogstart=".2" fogend="1.5" haze=".4"/>',
      world: '<geom type="plane" size="0 0 .1" rgba=".5 .5 .5 1"/>',
    }),
  );
  const hazy = hue(120, 40, 0.2);
  const clear = await visit.still();
  expect(count(clear, magenta)).toBe(0);
  expect(count(clear, hazy)).toBeGreaterThan(300);
  await visit.press('g');
  expect((await visit.still()).find(magenta).part).toBeGreaterThan(0.2);
  await visit.press('g');
  await visit.press('/');
  expect(count(await visit.still(), hazy)).toBeLessThan(count(clear, hazy) / 2);
  await visit.press('/');
});

test('transparent, wireframe and static bodies', async ({ visit }) => {
  await visit.dropModel(
    scene({
      world: `<geom type="box" size=".3 .05 .3" pos="0 .4 0" rgba="0 1 0 1"/>
        <body><freejoint/><geom type="box" size=".35 .05 .35" rgba="1 0 0 1"/></body>`,
    }),
  );
  const solid = await visit.still();
  expect(count(solid, red)).toBeGreaterThan(3000);
  await visit.press('t');
  expect(count(await visit.still(), red)).toBeLessThan(0.6 * count(solid, red));
  await visit.press('t');
  await visit.press('w');
  expect(count(await visit.still(), red)).toBeLessThan(0.3 * count(solid, red));
  await visit.press('w');
  await visit.drag([0.5, 0.7], [0.5, 0.9]); // from above, so that the one behind is seen
  const both = await visit.still();
  expect(count(both, green)).toBeGreaterThan(100);
  await visit.press('d');
  expect(count(await visit.still(), green)).toBe(0);
  await visit.press('d');
});

test('the convex hull of a mesh', async ({ visit }) => {
  const tetra = (x: number): string => `${x - 0.1} 0 -.2 ${x + 0.1} 0 -.2 ${x} .1 -.2 ${x} .03 .2`;
  const faces = (k: number): string => [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3].map((i) => 4 * k + i).join(' ');
  await visit.dropModel(
    scene({
      asset: `<mesh name="pair" vertex="${tetra(-0.3)} ${tetra(0.3)}" face="${faces(0)} ${faces(1)}"/>`,
      world: '<geom type="mesh" mesh="pair" rgba="1 0 1 1"/>',
    }),
  );
  const mesh = count(await visit.still(), magenta);
  expect(mesh).toBeGreaterThan(300);
  await visit.press('h');
  expect(count(await visit.still(), magenta)).toBeGreaterThan(2 * mesh);
  await visit.press('h');
});

windows('reflections, in a picture of medium quality', async ({ browser, served }) => {
  const visit = await Visit.open(browser, `${served.url}?model=pendulum&quality=medium&paused`, {
    viewport: { width: 720, height: 480 },
  });
  await visit.dropModel(
    scene({
      asset: '<material name="mirror" reflectance=".8" rgba=".1 .1 .1 1"/>',
      world:
        '<geom type="plane" size="2 2 .1" pos="0 0 -.2" material="mirror"/><geom size=".15" pos="0 0 .15" rgba="1 0 0 1"/>',
    }),
  );
  const lower = (p: Picture): number => p.find(red, { top: 0.55 }).count;
  const mirrored = lower(await visit.still());
  await visit.press('r');
  expect(mirrored).toBeGreaterThan(lower(await visit.still()) + 200);
  expect(visit.complaints).toEqual([]);
  await visit.close();
});
