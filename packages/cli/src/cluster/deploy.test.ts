/** The files in deploy/ against what Compose and Kubernetes expect, and against the commands that there are. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { makeProgram } from '../index.ts';
import { VERSION } from '../version.ts';

const folder = path.resolve(import.meta.dirname, '../../../../deploy');
const text = (name: string): string => fs.readFileSync(path.join(folder, name), 'utf8');
const io = {
  stdout: { write: () => {} },
  stderr: { write: () => {} },
  signal: new AbortController().signal,
  exitCode: 0,
};

/** Whether the command line knows a command and all options that are written. */
function checkCommand([program, name, ...args]: readonly string[]): void {
  expect(program).toBe('qpos');
  const command = makeProgram(io).commands.find((c) => c.name() === name);
  expect(command, name).toBeDefined();
  const known = command?.options.flatMap(({ long, short }) => [long, short]) ?? [];
  for (const flag of args.filter((arg) => arg.startsWith('-'))) expect(known, `${name} ${flag}`).toContain(flag);
  expect(args.at(-1) === '--redis' || args.includes('--redis')).toBe(true);
}

interface Service {
  readonly image: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { condition: string }>>;
  readonly volumes?: readonly string[];
}

describe('compose.yaml', () => {
  const { services, volumes } = parse(text('compose.yaml')) as {
    services: Record<string, Service>;
    volumes: Record<string, null>;
  };

  test('has Redis, workers and a trainer, which wait for Redis and know where it is', () => {
    expect(Object.keys(services)).toEqual(['redis', 'worker', 'trainer']);
    for (const name of ['worker', 'trainer']) {
      const service = services[name] as Service;
      checkCommand(service.command);
      expect(service.image).toContain(`qpos:${VERSION}`);
      expect(service.environment['QPOS_REDIS']).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:\?.*\}@redis:6379$/);
      expect(service.depends_on?.['redis']?.condition).toBe('service_healthy');
    }
  });

  test('keeps what Redis knows, refuses to forget it, and contains no password', () => {
    const { command, volumes: mounted } = services['redis'] as Service;
    expect(command.join(' ')).toMatch(/--appendonly yes.*--maxmemory-policy noeviction.*--requirepass/);
    expect(mounted).toEqual(['redis:/data']);
    for (const { volumes: used = [] } of Object.values(services))
      for (const volume of used) expect(Object.keys(volumes)).toContain(volume.split(':')[0]);
  });
});

interface Container {
  readonly image: string;
  readonly command: readonly string[];
  readonly env: readonly {
    name: string;
    value?: string;
    valueFrom?: { secretKeyRef?: { name: string; key: string } };
  }[];
  readonly volumeMounts?: readonly { name: string }[];
}
interface Pod {
  readonly metadata: { labels: Record<string, string> };
  readonly spec: { containers: readonly Container[]; volumes?: readonly { name: string }[]; restartPolicy?: string };
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { name: string };
  readonly spec: {
    template?: Pod;
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>;
    volumeClaimTemplates?: readonly { metadata: { name: string } }[];
    ports?: readonly { port: number }[];
  };
}

describe('kubernetes.yaml', () => {
  const documents = parseAllDocuments(text('kubernetes.yaml'));
  const all = documents.map((document) => document.toJS() as Manifest);
  const pods = all.filter(({ spec }) => spec.template !== undefined);

  test('is YAML without mistakes, of kinds and versions that Kubernetes has', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    expect(all.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
      'v1 Service',
      'apps/v1 StatefulSet',
      'apps/v1 Deployment',
      'batch/v1 Job',
      'v1 PersistentVolumeClaim',
    ]);
  });

  test('each part selects its own pods, and mounts volumes that there are', () => {
    for (const { kind, spec } of pods) {
      const { metadata, spec: pod } = spec.template as Pod;
      if (kind !== 'Job') expect(metadata.labels).toMatchObject(spec.selector?.matchLabels ?? { app: 'missing' });
      const named = [...(pod.volumes ?? []), ...(spec.volumeClaimTemplates ?? []).map((claim) => claim.metadata)];
      for (const { volumeMounts = [] } of pod.containers)
        for (const { name } of volumeMounts) expect(named.map((volume) => volume.name)).toContain(name);
    }
    const job = all.find(({ kind }) => kind === 'Job') as Manifest;
    expect(job.spec.template?.spec.restartPolicy).toBe('OnFailure');
  });

  test('commands are those that there are; the password comes from a secret', () => {
    for (const { metadata, spec } of pods) {
      const [container] = (spec.template as Pod).spec.containers as [Container];
      const secret = container.env.find(({ name }) => name === 'REDIS_PASSWORD')?.valueFrom?.secretKeyRef;
      expect(secret).toEqual({ name: 'qpos-redis', key: 'password' });
      if (metadata.name === 'qpos-redis') continue;
      checkCommand(container.command);
      expect(container.image).toBe(`qpos:${VERSION}`);
      const address = container.env.find(({ name }) => name === 'QPOS_REDIS')?.value;
      expect(address).toBe('redis://:$(REDIS_PASSWORD)@qpos-redis:6379');
    }
  });
});
