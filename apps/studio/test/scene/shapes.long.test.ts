import { describe, expect } from 'vitest';
import { green, magenta, red } from '../picture.ts';
import { brisk as test } from '../studio.ts';

/** A shape as it is seen from the side: attributes, width, height, and how much of that it fills. */
const shapes: readonly (readonly [attributes: string, width: number, height: number, fill: number])[] = [
  ['type="sphere" size=".15"', 0.3, 0.3, Math.PI / 4],
  ['type="capsule" size=".1 .2"', 0.2, 0.6, 0.928],
  ['type="ellipsoid" size=".15 .1 .3"', 0.3, 0.6, Math.PI / 4],
  ['type="cylinder" size=".12 .25"', 0.24, 0.5, 1],
  ['type="box" size=".15 .1 .3"', 0.3, 0.6, 1],
  ['type="mesh" mesh="wedge"', 0.3, 0.5, 0.5],
  ['type="plane" size=".15 .2 .1" euler="90 0 0"', 0.3, 0.4, 1],
  ['type="hfield" hfield="roof"', 0.3, 0.4, 0.625],
];

/** Shapes in two rows of four, seen along y without perspective; the picture is two units high. */
const row = (element: 'geom' | 'site', count: number, aspect: number): string => `<mujoco model="shapes">
  <statistic center="0 0 0" extent="${1 / (1.5 * Math.tan(Math.PI / 8))}"/>
  <visual><global azimuth="90" elevation="0" orthographic="true"/></visual>
  <asset>
    <mesh name="wedge" vertex="-.15 -.1 -.25 .15 -.1 -.25 0 .1 -.25 0 0 .25"/>
    <hfield name="roof" nrow="2" ncol="3" size=".15 .2 .3 .1" elevation="0 1 0 0 1 0"/>
  </asset>
  <worldbody>
    ${shapes
      .slice(0, count)
      .map(([attributes], k) => {
        const x = aspect * (-0.75 + 0.5 * (k % 4));
        return `<${element} ${attributes} pos="${x} 0 ${k < 4 ? 0.5 : -0.5}" rgba="1 0 1 1"/>`;
      })
      .join('\n')}
  </worldbody>
</mujoco>`;

for (const [element, count] of [
  ['geom', shapes.length],
  ['site', 5],
] as const)
  describe(`${element}s`, () => {
    test(`are drawn with their sizes`, async ({ visit }) => {
      const { width, height } = (await visit.still()) as { width: number; height: number };
      const aspect = width / height;
      expect(await visit.dropModel(row(element, count, aspect))).toBe('ready');
      const picture = await visit.sees(magenta, 'the shapes', 0.01);
      for (const [k, [attributes, w, h, fill]] of shapes.slice(0, count).entries()) {
        const left = (k % 4) / 4;
        const top = k < 4 ? 0 : 0.5;
        const found = picture.find(magenta, { left, right: left + 0.25, top, bottom: top + 0.5 });
        expect(found.width * 2 * aspect, attributes).toBeCloseTo(w, 1);
        expect(found.height * 2, attributes).toBeCloseTo(h, 1);
        expect(Math.abs(found.part / (found.width * found.height) - fill), attributes).toBeLessThan(0.06);
      }
    });
  });

test('tendons and skins are drawn, and switched off', async ({ visit }) => {
  const soft = `<mujoco model="soft">
    <option gravity="0 0 0"/>
    <statistic center="0 0 0" extent="1.2"/>
    <visual><global azimuth="90" elevation="0"/></visual>
    <worldbody>
      <site name="a" pos="-.3 0 .35" size=".01"/><site name="b" pos=".3 0 .35" size=".01"/>
      <body name="bone"><freejoint/><geom size=".02"/></body>
    </worldbody>
    <tendon><spatial name="string" width=".02" rgba="1 0 1 1"><site site="a"/><site site="b"/></spatial></tendon>
    <deformable><skin name="coat" rgba="1 0 0 1" vertex="-.2 0 -.1 .2 0 -.1 .2 0 .1 -.2 0 .1" face="0 1 2 0 2 3">
      <bone body="bone" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2 3" vertweight="1 1 1 1"/></skin></deformable>
  </mujoco>`;
  expect(await visit.dropModel(soft)).toBe('ready');
  await visit.page.getByRole('tab', { name: 'View' }).click();
  for (const [label, like, top] of [
    ['Tendons', magenta, 0],
    ['Skins', red, 0.3],
  ] as const) {
    const seen = await visit.sees(like, label, 0.005);
    expect(seen.find(like).y).toBeGreaterThan(top);
    await visit.page.locator('.toggle').getByText(label, { exact: true }).click();
    await visit.misses(like, label);
    await visit.page.locator('.toggle').getByText(label, { exact: true }).click();
  }
});

test('groups are shown and hidden', async ({ visit }) => {
  const grouped = (group: number): string => `<mujoco><option gravity="0 0 0"/>
    <statistic center="0 0 0" extent="1" meansize=".2"/><visual><global azimuth="90" elevation="0"/><rgba joint="1 0 1 1" actuator="1 0 1 1"/></visual>
    <worldbody><body><joint name="j" group="${group}" axis="0 0 1"/><geom size=".05" rgba="1 1 1 1"/></body>
      <geom size=".1" pos=".3 0 0" rgba="1 0 0 1" group="${group}"/><site size=".1" pos="-.3 0 0" rgba="0 1 0 1" group="${group}"/></worldbody>
  </mujoco>`;

  await visit.dropModel(grouped(3));
  await visit.page.locator('#flag-joint').check();
  await visit.page.locator('summary', { hasText: 'Groups' }).click();
  await visit.still();
  for (const [title, like] of [
    ['Geoms', red],
    ['Sites', green],
    ['Joints', magenta],
  ] as const) {
    await visit.misses(like, `${title} of group 3`);
    await visit.page.getByLabel(`${title} of group 3`).check();
    await visit.sees(like, `${title} of group 3`);
    await visit.page.getByLabel(`${title} of group 3`).uncheck();
    await visit.misses(like, `${title} of group 3`);
  }
  await visit.page.locator('#flag-joint').uncheck();
});

test('150 geoms of five kinds and many colours take few draw calls', async ({ visit }) => {
  const kinds = ['sphere', 'capsule', 'ellipsoid', 'cylinder', 'box'];
  const bodies = Array.from({ length: 150 }, (_, i) => {
    const [x, y, z] = [(i % 10) - 4.5, Math.floor(i / 10) % 10, Math.floor(i / 100)];
    const color = `${(i % 7) / 7} ${(i % 11) / 11} ${(i % 13) / 13} 1`;
    return `<body pos="${x} ${y} ${z}"><freejoint/><geom type="${kinds[i % 5]}" size=".2 .2 .2" rgba="${color}"/></body>`;
  });
  await visit.dropModel(
    `<mujoco model="many"><option gravity="0 0 0"/><worldbody><light pos="0 0 9" directional="true"/>
     <geom type="plane" size="9 9 .1" pos="0 0 -1"/>${bodies.join('')}</worldbody></mujoco>`,
  );
  await visit.page.getByRole('tab', { name: 'Profiler' }).click();
  await visit.until(async () => /Bodies, geoms\s+151, 151/.test(await visit.text('#panel-profiler')), 'the facts');
  await visit.still();
  await visit.until(
    async () => Number(/Draw calls\s+(\d+)/.exec(await visit.text('#panel-profiler'))?.[1]) > 5,
    'calls',
  );
  expect(Number(/Draw calls\s+(\d+)/.exec(await visit.text('#panel-profiler'))?.[1])).toBeLessThan(30);
});
