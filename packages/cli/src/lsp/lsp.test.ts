import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createProtocolConnection,
  type Diagnostic,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { put, run, temporaryFolder } from '../testing/run.ts';

const folder = fs.realpathSync(temporaryFolder());
const program = path.resolve(import.meta.dirname, '../../dist/qpos.js');
const uri = (name: string): string => pathToFileURL(path.join(folder, name)).href;

const MAIN = `<mujoco>
  <include file="arm.xml"/>
  <asset><mesh file="meshes/cube.obj"/></asset>
  <actuator><motor name="drive" joint="elbow"/></actuator>
</mujoco>
`;
const ARM = `<mujocoinclude>
  <worldbody><body name="upper"><joint name="elbow"/><geom size="0.1"/></body></worldbody>
</mujocoinclude>
`;
const CUBE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n';

describe('the language server, over its protocol', () => {
  let child: ChildProcess;
  let connection: ProtocolConnection;
  const problems = new Map<string, Diagnostic[]>();
  const waiting = new Map<string, () => void>();
  let version = 1;

  /** Changes a text and waits for the problems of a file. */
  const type = async (name: string, text: string, reported = name): Promise<Diagnostic[]> => {
    const published = new Promise<void>((resolve) => void waiting.set(uri(reported), resolve));
    await connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: uri(name), version: ++version },
      contentChanges: [{ text }],
    });
    await published;
    return problems.get(uri(reported)) ?? [];
  };
  const open = (name: string, text: string) =>
    connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: uri(name), languageId: 'mjcf', version, text },
    });
  /** Asks about the place behind `before` in a text. */
  const ask = <T>(method: string, name: string, text: string, before: string, more: object = {}): Promise<T> => {
    const lines = text.slice(0, text.indexOf(before) + before.length).split('\n');
    const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
    return connection.sendRequest(`textDocument/${method}`, { textDocument: { uri: uri(name) }, position, ...more });
  };

  beforeAll(async () => {
    put(folder, { 'main.xml': MAIN, 'arm.xml': ARM, 'meshes/cube.obj': CUBE });
    child = spawn(process.execPath, [program, 'lsp', '--stdio']);
    if (child.stdout === null || child.stdin === null) throw new Error('no pipes');
    connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
    connection.onNotification('textDocument/publishDiagnostics', (p: PublishDiagnosticsParams) => {
      problems.set(p.uri, p.diagnostics);
      waiting.get(p.uri)?.();
    });
    connection.listen();
    const { capabilities } = await connection.sendRequest<{ capabilities: object }>('initialize', {
      processId: null,
      rootUri: null,
      workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'models' }],
      capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
    });
    expect(capabilities).toMatchObject({ hoverProvider: true, renameProvider: { prepareProvider: true } });
    await connection.sendNotification('initialized', {});
    await open('main.xml', MAIN);
    await open('arm.xml', ARM);
  });
  afterAll(async () => {
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    connection.dispose();
    child.kill();
    fs.rmSync(folder, { recursive: true });
  });

  test('completion, with the text to insert', async () => {
    const typed = MAIN.replace('<motor name="drive" joint="elbow"/>', '<motor name="drive" joint=""/>');
    await type('main.xml', typed);
    const items = await ask<{ label: string; textEdit: { newText: string } }[]>(
      'completion',
      'main.xml',
      typed,
      'joint="',
    );
    expect(items.map((i) => i.label)).toEqual(['elbow']);
    const attributes = await ask<typeof items>('completion', 'main.xml', typed, '<motor ');
    expect(attributes.find((i) => i.label === 'gear')?.textEdit.newText).toMatch(/^gear="\$\{1\}"$/);
    const files = await ask<typeof items>('completion', 'main.xml', typed, 'mesh file="');
    expect(files.map((i) => i.label)).toEqual(['meshes/cube.obj']);
    await type('main.xml', MAIN);
  });

  test('hover', async () => {
    const hover = await ask<{ contents: { value: string } }>('hover', 'main.xml', MAIN, '<mot');
    expect(hover.contents.value).toContain('Applies the control as a force or torque.');
  });

  test('definition, references and rename, across files', async () => {
    const [definition] = await ask<{ uri: string; range: { start: object } }[]>(
      'definition',
      'main.xml',
      MAIN,
      'joint="el',
    );
    expect(definition).toMatchObject({ uri: uri('arm.xml'), range: { start: { line: 1 } } });
    const references = await ask<{ uri: string }[]>('references', 'arm.xml', ARM, 'joint name="el', {
      context: { includeDeclaration: true },
    });
    expect(references.map((r) => r.uri).sort()).toEqual([uri('arm.xml'), uri('main.xml')]);
    const [file] = await ask<{ uri: string }[]>('definition', 'main.xml', MAIN, 'file="ar');
    expect(file?.uri).toBe(uri('arm.xml'));
    const { changes } = await ask<{ changes: Record<string, object[]> }>('rename', 'main.xml', MAIN, 'joint="el', {
      newName: 'knee',
    });
    expect(Object.keys(changes).sort()).toEqual([uri('arm.xml'), uri('main.xml')]);
    await expect(ask('rename', 'main.xml', MAIN, 'joint="el', { newName: '' })).rejects.toThrow(/one line of text/);
    expect(await ask('prepareRename', 'main.xml', MAIN, '<actua')).toBeNull();
  });

  test('problems at the attribute, while typing, and in the file that has them', async () => {
    const wrong = MAIN.replace('joint="elbow"', 'joint="elbw"');
    const [problem] = await type('main.xml', wrong);
    expect(problem).toMatchObject({ code: 'unknown-name', severity: 1, source: 'qpos', range: { start: { line: 3 } } });
    expect(await type('main.xml', MAIN)).toEqual([]);

    // a name that the included file no longer has is reported where it is used
    const [missing] = await type('arm.xml', ARM.replace('"elbow"', '"other"'), 'main.xml');
    expect(missing).toMatchObject({ code: 'unknown-name', message: expect.stringContaining('elbow') });
    const [own] = await type('arm.xml', ARM.replace('size="0.1"', 'szie="0.1"'));
    expect(own).toMatchObject({ code: 'unknown-attribute', range: { start: { line: 1, character: 59 } } });
    expect(own?.message).toContain("did you mean 'size'?");
    expect(await type('arm.xml', ARM)).toEqual([]);
  });

  test('layout and outline', async () => {
    const [edit] = await connection.sendRequest<{ newText: string }[]>('textDocument/formatting', {
      textDocument: { uri: uri('arm.xml') },
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(edit?.newText).toContain('\n    <body name="upper">\n      <joint name="elbow"/>\n');
    const [root] = await connection.sendRequest<{ children: { children: { name: string }[] }[] }[]>(
      'textDocument/documentSymbol',
      { textDocument: { uri: uri('arm.xml') } },
    );
    expect(root?.children[0]?.children[0]?.name).toBe('body upper');
  });
});

test('--json tells what the server can do', async () => {
  const { out } = await run(['lsp', '--json']);
  expect(JSON.parse(out)).toMatchObject({ languages: ['mjcf', 'urdf'], capabilities: { hoverProvider: true } });
});
