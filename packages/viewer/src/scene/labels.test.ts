import { forward, makeData } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { OrthographicCamera, PerspectiveCamera, type Sprite } from 'three';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { defaultOptions, type LabelKind } from '../options.ts';
import { makeContactList } from './contacts.ts';
import { Labels } from './labels.ts';

const LETTER = 10;
const written: string[] = [];

/** As much of a page as drawing a label needs; each letter is equally wide. */
function page() {
  const context = {
    measureText: (text: string) => ({ width: LETTER * text.length }),
    fillText: (text: string) => written.push(text),
    beginPath: () => {},
    roundRect: () => {},
    fill: () => {},
  };
  return { createElement: () => ({ width: 0, height: 0, getContext: () => context }) };
}

beforeAll(() => vi.stubGlobal('document', page()));
afterAll(() => vi.unstubAllGlobals());

const model =
  loadModel(`<mujoco><worldbody><body name="torso" pos="1 2 3"><freejoint/><geom size=".1"/><geom name="nose" size=".1"/>
  </body></worldbody></mujoco>`);
const data = makeData(model);
forward(model, data);

function labels(
  kind: LabelKind,
  selected = -1,
  camera: PerspectiveCamera | OrthographicCamera = new PerspectiveCamera(90),
) {
  written.length = 0;
  const drawn = new Labels(model);
  drawn.pictureHeight = 400;
  const contacts = { ...makeContactList(2), count: 2 };
  contacts.force.set([12.3456, 0, 0, 0, 0, 0, 0.5]);
  drawn.update(data, camera, { ...defaultOptions(), label: kind }, contacts, { selected, pull: undefined });
  return drawn.group.children as Sprite[];
}

describe('labels', () => {
  test('name the objects, or number those without a name, where they are', () => {
    const [sprite] = labels('body');
    expect(written).toEqual(['torso']);
    expect(sprite?.position.toArray()).toEqual([1, 2, 3]);
    labels('geom');
    expect(written).toEqual(['geom 0', 'nose']);
    labels('none');
    expect(written).toEqual([]);
  });

  test('tell forces in newtons, and the selected body only', () => {
    labels('contactForce');
    expect(written).toEqual(['12.3 N', '0.500 N']);
    labels('selection', 1);
    expect(written).toEqual(['torso']);
    expect(labels('selection', 0)).toEqual([]);
  });

  test('are 20 pixels high in any picture, and as wide as their text', () => {
    const perspective = labels('body')[0]?.scale;
    expect(perspective?.y).toBeCloseTo((20 / 400) * 2, 12); // at 90 degrees a picture is twice as high as far
    expect((perspective?.x ?? 0) / (perspective?.y ?? 1)).toBeCloseTo((LETTER * 'torso'.length + 16) / 40, 12);
    const flat = labels('body', -1, new OrthographicCamera(-1, 1, 3, -3))[0]?.scale;
    expect(flat?.y).toBeCloseTo((20 / 400) * 6, 12);
  });

  test('are hidden when there are fewer, and the same text is drawn once', () => {
    written.length = 0;
    const drawn = new Labels(model);
    const camera = new PerspectiveCamera();
    for (const label of ['geom', 'body', 'geom'] as const)
      drawn.update(data, camera, { ...defaultOptions(), label }, makeContactList(), { selected: -1, pull: undefined });
    expect(written).toEqual(['geom 0', 'nose', 'torso']);
    drawn.update(data, camera, { ...defaultOptions(), label: 'body' }, makeContactList(), {
      selected: -1,
      pull: undefined,
    });
    expect(drawn.group.children.map(({ visible }) => visible)).toEqual([true, false]);
  });
});
