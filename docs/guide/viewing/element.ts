import '@qpos/element/define';
import type { QposViewerElement } from '@qpos/element';

const [cradle, cheetah] = document.querySelectorAll<QposViewerElement>('qpos-viewer') as unknown as QposViewerElement[];

cradle?.addEventListener('load', () => {
  const { data } = cradle;
  if (data !== undefined) data.joint('swing0').qpos[0] = 0.8; // lift the first ball
});
cradle?.addEventListener('error', (event: Event) => console.error((event as CustomEvent).detail));

setInterval(() => {
  const output = document.querySelector('output') as HTMLOutputElement;
  const [x = 0] = cheetah?.data?.qpos ?? [];
  output.value = `${cradle?.data?.time.toFixed(2) ?? 0} s, the cheetah is at ${x.toFixed(2)} m`;
}, 100);
