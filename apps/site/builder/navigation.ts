import { filesBelow } from './repository.ts';

/** Guides in reading order, below docs/guide; what is not listed comes last. */
const GUIDES: Readonly<Record<string, readonly string[]>> = {
  'Getting started': ['quick-start', 'models', 'viewing/viewer', 'viewing/element', 'viewing/react', 'studio', 'cli'],
  'Coming from': ['from-mujoco', 'migration/from-mujoco-js', 'migration/from-rapier', 'learning/from-gymnasium'],
  Simulation: ['actuators', 'sensors', 'callbacks', 'plugins', 'geometry', 'extensions', 'robustness'],
  'Many simulations': ['batches', 'batches/gpu'],
  Control: ['control'],
  Learning: [
    'learning/train-a-cheetah',
    'learning/environments',
    'learning/environments-own-task',
    'learning/training',
    'learning/training-policies',
    'learning/domain-randomisation',
    'learning/policy-on-a-page',
    'learning/python',
  ],
  Parts: ['parts', 'muscles-and-cables', 'soft-bodies', 'parts-features'],
};

/** Documents about the project itself, with their pages. */
const PROJECT: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'changelog.html',
  'PARITY.md': 'parity.html',
  'docs/benchmarks.md': 'benchmarks.html',
  'policies/README.md': 'project/policies.html',
  'ARCHITECTURE.md': 'project/architecture.html',
  'CONTRIBUTING.md': 'project/contributing.html',
  'SECURITY.md': 'project/security.html',
};

const decisionPage = (file: string): string => file.replace('docs/adr/', 'project/decisions/').replace(/md$/, 'html');
const guidePage = (file: string): string => file.replace('docs/guide/', 'guide/').replace(/md$/, 'html');

/** Documents of one heading of the navigation. */
export interface DocumentGroup {
  readonly title: string;
  readonly area: 'guide' | 'project';
  readonly files: readonly string[];
}

/** All documents that become pages, in order. */
export function documentGroups(): DocumentGroup[] {
  const present = new Set(filesBelow('docs/guide', '.md'));
  const groups = Object.entries(GUIDES).map(([title, names]): DocumentGroup => {
    const files = names.map((name) => `docs/guide/${name}.md`).filter((file) => present.delete(file));
    return { title, area: 'guide', files };
  });
  return [
    ...groups,
    { title: 'More', area: 'guide' as const, files: [...present] },
    { title: 'Project', area: 'project' as const, files: Object.keys(PROJECT) },
    { title: 'Decisions', area: 'project' as const, files: filesBelow('docs/adr', '.md') },
  ].filter(({ files }) => files.length > 0);
}

/** The page of each document. */
export const pageOfDocument = (file: string): string =>
  PROJECT[file] ?? (file.startsWith('docs/adr/') ? decisionPage(file) : guidePage(file));
