import { overlayFlags, pictureFlags } from '../panels/view.ts';
import type { Studio } from '../studio.ts';
import { el } from '../ui/dom.ts';
import { makeDialog } from '../ui/notice.ts';

/** Something that can be done, by its name. */
export interface Command {
  readonly name: string;
  readonly key?: string;
  readonly run: () => void;
}

/** Everything that the studio can do. */
function commandsOf(studio: Studio): Command[] {
  const { transport, sim, view, workspace, gizmo, keyframes } = studio;
  const panels = [...workspace.panels];
  return [
    { name: sim.running ? 'Pause' : 'Play', key: 'Space', run: () => transport.toggle() },
    { name: 'Step', key: '→', run: () => sim.step(1) },
    { name: 'Step back', key: '←', run: () => sim.step(-1) },
    { name: 'Reset', key: 'Backspace', run: () => transport.reset() },
    { name: 'Faster', key: '+', run: () => transport.changeSpeed(1) },
    { name: 'Slower', key: '−', run: () => transport.changeSpeed(-1) },
    { name: 'Undo the last change of a property', key: 'Ctrl+Z', run: () => studio.undo() },
    { name: 'Redo', key: 'Ctrl+Y', run: () => studio.redo() },
    { name: 'Choose a bundled model', run: () => studio.gallery.open() },
    { name: 'Swarm: 256 quadrupeds', run: () => void studio.openSwarm() },
    { name: 'Swarm: 256 environments of this model', run: () => studio.swarm.setCount(256) },
    { name: 'Swarm: end', run: () => studio.swarm.setCount(0) },
    { name: 'Open files', key: 'Ctrl+O', run: () => studio.openFiles() },
    { name: 'Reload the model', key: 'Ctrl+L', run: () => studio.reload() },
    { name: 'Share a link', run: () => void studio.share() },
    { name: 'Take a screenshot', key: 'Ctrl+S', run: () => void studio.screenshot() },
    { name: 'Export the model as MJCF', run: () => void studio.exportAs('mjcf') },
    { name: 'Export the state as JSON', run: () => void studio.exportAs('state') },
    { name: 'Export the run as CSV', run: () => void studio.exportAs('run') },
    { name: 'Export the compiled model', run: () => void studio.exportAs('binary') },
    { name: 'Save this state as a keyframe', run: () => void keyframes.save() },
    { name: 'Copy this pose as MJCF', run: () => void keyframes.copyPose() },
    { name: 'Copy this camera as MJCF', run: () => void keyframes.copyCamera() },
    { name: 'Keep this run to compare', run: () => sim.compare('present') },
    { name: 'Handles: move the selected body', run: () => gizmo.setMode('move') },
    { name: 'Handles: turn the selected body', run: () => gizmo.setMode('turn') },
    { name: 'Handles: off', run: () => gizmo.setMode('off') },
    { name: 'Align the view', key: 'Ctrl+A', run: () => view.align() },
    { name: 'Next camera', key: ']', run: () => view.cycleCamera(1) },
    { name: 'Free camera', key: 'Esc', run: () => view.freeCamera() },
    { name: 'Full screen', key: 'F5', run: () => void studio.fullScreen() },
    { name: 'Help', key: 'F1', run: () => studio.help.showModal() },
    ...panels.map(({ id, title }) => ({ name: `Show panel ${title}`, run: () => workspace.show(id) })),
    ...panels.flatMap(({ id, title }) =>
      (['left', 'right', 'below'] as const).map((to) => ({
        name: `Move panel ${title} ${to === 'below' ? 'below the picture' : `to the ${to}`}`,
        run: () => workspace.move(id, to),
      })),
    ),
    { name: 'Put all panels back', run: () => workspace.reset() },
    ...[...overlayFlags, ...pictureFlags].map(([flag, text, key]) => ({
      name: `Show or hide ${text.toLowerCase()}`,
      key,
      run: () => view.flip(flag),
    })),
  ];
}

/** Whether all words of what was typed occur in a name. */
const fits = (name: string, typed: string): boolean =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.toLowerCase().includes(word));

/** A window to find and run commands by their names. */
export class Palette {
  readonly #studio: Studio;
  readonly #input = el('input', { type: 'search', class: 'search', id: 'palette-input', placeholder: 'What to do' });
  readonly #list = el('div', { class: 'commands', id: 'palette-list' });
  readonly #dialog = makeDialog('palette', 'Commands', this.#input, this.#list);
  #commands: Command[] = [];
  #chosen = 0;

  constructor(studio: Studio) {
    this.#studio = studio;
    this.#input.setAttribute('aria-label', 'Command');
    this.#input.setAttribute('role', 'combobox');
    this.#input.setAttribute('aria-expanded', 'true');
    this.#input.setAttribute('aria-controls', 'palette-list');
    this.#list.setAttribute('role', 'listbox');
    this.#list.setAttribute('aria-label', 'Commands');
    this.#input.addEventListener('input', () => this.#show(0));
    this.#input.addEventListener('keydown', (event) => this.#press(event));
  }

  open(): void {
    this.#commands = commandsOf(this.#studio);
    this.#input.value = '';
    this.#show(0);
    this.#dialog.showModal();
    this.#input.focus();
  }

  get #found(): Command[] {
    return this.#commands.filter(({ name }) => fits(name, this.#input.value));
  }

  #show(chosen: number): void {
    const found = this.#found;
    this.#chosen = Math.max(0, Math.min(found.length - 1, chosen));
    const rows = found.map((command, k) => {
      const row = el(
        'div',
        { class: 'command', id: `command-${k}`, on: { click: () => this.#run(command) } },
        el('span', {}, command.name),
        command.key !== undefined && command.key !== '' && el('kbd', {}, command.key),
      );
      row.setAttribute('role', 'option');
      row.setAttribute('aria-selected', String(k === this.#chosen));
      return row;
    });
    this.#list.replaceChildren(
      ...(rows.length > 0 ? rows : [el('p', { class: 'empty' }, 'There is no such command.')]),
    );
    this.#input.setAttribute('aria-activedescendant', `command-${this.#chosen}`);
    rows[this.#chosen]?.scrollIntoView({ block: 'nearest' });
  }

  #press(event: KeyboardEvent): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const command = this.#found[this.#chosen];
    if (by !== 0) this.#show(this.#chosen + by);
    else if (event.key === 'Enter' && command !== undefined) this.#run(command);
    else return;
    event.preventDefault();
  }

  #run(command: Command): void {
    this.#dialog.close();
    command.run();
  }
}
