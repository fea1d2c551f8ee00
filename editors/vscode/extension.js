// Starts `qpos lsp` and connects it to the editor.
const vscode = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

let client;

exports.activate = async () => {
  const [command, ...args] = vscode.workspace.getConfiguration('qpos').get('command');
  const server = { command, args, transport: TransportKind.stdio };
  const documentSelector = [
    { scheme: 'file', language: 'mjcf' },
    { scheme: 'file', language: 'urdf' },
  ];
  client = new LanguageClient('qpos', 'qpos', { run: server, debug: server }, { documentSelector });
  await client.start();
};

exports.deactivate = () => client?.stop();
