import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JobQueue } from '@qpos/cluster';
import { UsageError } from '../io.ts';
import { isLocal, type Served } from '../studio/serve.ts';

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; connect-src 'self'; script-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const;

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>qpos cluster</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.25rem; } h2 { font-size: 1rem; margin-top: 2rem; }
  dl { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; margin: 0; }
  dt { opacity: .65; } dd { margin: 0; font-size: 1.75rem; font-variant-numeric: tabular-nums; }
  table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top; }
  th { font-weight: normal; opacity: .65; } td { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  #notice { min-height: 1.5em; color: #b3261e; }
</style>
<h1>qpos cluster</h1>
<p id="notice" role="status"></p>
<dl id="counts"></dl>
<h2>Workers</h2>
<table id="workers"></table>
<h2>Failed jobs</h2>
<p><button id="retry" type="button">Try all again</button></p>
<table id="failures"></table>
<script src="/page.js"></script>
</html>
`;

const SCRIPT = `
const byId = (id) => document.getElementById(id);
const cell = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
const row = (tag, texts) => { const tr = document.createElement('tr'); tr.append(...texts.map((t) => cell(tag, t))); return tr; };
function show({ waiting, active, completed, perSecond, failed, workers, failures }) {
  const counts = { waiting, active, 'done, remembered': completed, 'per second': perSecond.toFixed(1), failed };
  byId('counts').replaceChildren(...Object.entries(counts).map(([name, n]) => {
    const group = document.createElement('div'); group.append(cell('dt', name), cell('dd', String(n))); return group;
  }));
  byId('workers').replaceChildren(row('th', ['machine', 'process', 'version', 'at a time', 'done']),
    ...workers.map((w) => row('td', [w.host, w.pid, w.version, w.concurrency, w.done].map(String))));
  byId('failures').replaceChildren(row('th', ['job', 'kind', 'tries', 'error']),
    ...failures.map((f) => row('td', [f.id.slice(0, 12), f.kind, String(f.tries), f.error])));
  byId('retry').disabled = failures.length === 0;
}
async function refresh() {
  try {
    const response = await fetch('/status');
    const status = await response.json();
    if (!response.ok) throw new Error(status.error);
    show(status);
    byId('notice').textContent = status.workers.length === 0 ? 'No worker is connected.' : '';
  } catch (error) { byId('notice').textContent = String(error.message ?? error); }
  setTimeout(refresh, 1000);
}
byId('retry').addEventListener('click', () => fetch('/retry', { method: 'POST', headers: { 'x-qpos': 'retry' } }));
refresh();
`;

/** Whether a request comes from the page itself, or from no page at all. */
const isOwn = ({ headers }: http.IncomingMessage): boolean =>
  ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined);

interface PageAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

async function answer(request: http.IncomingMessage, queue: JobQueue): Promise<PageAnswer> {
  const json = (status: number, value: unknown): PageAnswer => ({
    status,
    type: 'application/json',
    body: JSON.stringify(value),
  });
  if (!isLocal(request.headers.host) || !isOwn(request))
    return json(403, { error: 'this page is for this machine alone' });
  const target = `${request.method} ${(request.url ?? '/').split('?')[0]}`;
  switch (target) {
    case 'GET /':
      return { status: 200, type: 'text/html; charset=utf-8', body: PAGE };
    case 'GET /page.js':
      return { status: 200, type: 'text/javascript; charset=utf-8', body: SCRIPT };
    case 'GET /status':
      return json(200, { ...(await queue.stats()), failures: await queue.failed() });
    case 'POST /retry': // the header cannot be sent by a form of another page
      if (request.headers['x-qpos'] !== 'retry') return json(403, { error: 'not from this page' });
      return json(200, { retried: await queue.retry() });
    default:
      return json(404, { error: 'not found' });
  }
}

/** Serves the status of a queue on 127.0.0.1. */
export function serveStatus(queue: JobQueue, port: number): Promise<Served> {
  const server = http.createServer(async (request, response) => {
    const { status, type, body } = await answer(request, queue).catch((error: unknown) => ({
      status: 503,
      type: 'application/json',
      body: JSON.stringify({ error: error instanceof Error ? error.message : String(error) }),
    }));
    response.writeHead(status, { ...HEADERS, 'Content-Type': type }).end(body);
  });
  return new Promise((resolve, reject) => {
    server.on('error', (error) => reject(new UsageError(`port ${port} cannot be used: ${error.message}`)));
    server.listen(port, '127.0.0.1', () => {
      const { port: taken } = server.address() as AddressInfo;
      const close = (): Promise<void> =>
        new Promise((done) => {
          server.close(() => done());
          server.closeAllConnections();
        });
      resolve({ port: taken, address: `http://127.0.0.1:${taken}/`, close });
    });
  });
}
