import { el } from './ui/dom.ts';

type Files = Record<string, Uint8Array>;

async function addFile(files: Files, path: string, file: File): Promise<void> {
  files[path] = new Uint8Array(await file.arrayBuffer());
}

const readEntries = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));

/** Reads a dropped file, or a folder with all that is in it. */
async function addEntry(files: Files, entry: FileSystemEntry, folder: string): Promise<void> {
  const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    await addFile(files, path, file);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (let batch = await readEntries(reader); batch.length > 0; batch = await readEntries(reader))
    for (const child of batch) await addEntry(files, child, path);
}

/** A single dropped folder is the root itself: names in a model are relative to it. */
function withoutCommonFolder(files: Files): Files {
  const names = Object.keys(files);
  const folder = names[0]?.split('/')[0];
  if (folder === undefined || !names.every((n) => n.startsWith(`${folder}/`))) return files;
  return withoutCommonFolder(
    Object.fromEntries(names.map((n) => [n.slice(folder.length + 1), files[n] as Uint8Array])),
  );
}

async function droppedFiles(transfer: DataTransfer): Promise<Files> {
  const files: Files = {};
  const items = [...transfer.items];
  const entries = items.map((item) => item.webkitGetAsEntry?.() ?? undefined);
  const plain = [...transfer.files];
  if (entries.some((e) => e !== undefined)) {
    for (const entry of entries) if (entry !== undefined) await addEntry(files, entry, '');
  } else for (const file of plain) await addFile(files, file.name, file);
  return withoutCommonFolder(files);
}

/** Lets files, folders and archives be dropped anywhere on the page. */
export function acceptDrops(load: (files: Files) => void, fail: (text: string) => void): void {
  const veil = el(
    'div',
    { class: 'veil', hidden: true },
    el('p', {}, 'Drop a model: MJCF, URDF, a folder, a zip or a compiled model'),
  );
  document.body.append(veil);
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false; // a panel is dragged, too
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    veil.hidden = false;
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) veil.hidden = true;
  });
  addEventListener('drop', (event) => {
    if (event.dataTransfer === null || !hasFiles(event)) return;
    event.preventDefault();
    veil.hidden = true;
    droppedFiles(event.dataTransfer).then(
      (files) => {
        if (Object.keys(files).length > 0) load(files);
      },
      (error: unknown) => fail(String(error)),
    );
  });
}

/** Asks for files by the browser's own window. */
export function chooseFiles(load: (files: Files) => void): void {
  const input = el('input', { type: 'file', multiple: true, id: 'file-input', hidden: true });
  input.addEventListener('change', () => {
    const files: Files = {};
    void Promise.all([...(input.files ?? [])].map((f) => addFile(files, f.name, f))).then(() => {
      input.remove();
      if (Object.keys(files).length > 0) load(files);
    });
  });
  document.getElementById('file-input')?.remove();
  document.body.append(input);
  input.click();
}
