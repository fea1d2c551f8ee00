import { expectation, spyOn } from './expectation.ts';

type Body = () => unknown;

/** A group of tests with what runs around each. */
interface Group {
  readonly name: string;
  readonly beforeAll: Body[];
  readonly beforeEach: Body[];
  readonly afterEach: Body[];
  readonly afterAll: Body[];
  readonly children: (Group | Case)[];
}

interface Case {
  readonly name: string;
  readonly body: Body;
}

/** A test that did not pass. */
export interface Failure {
  readonly name: string;
  readonly message: string;
}

const newGroup = (name: string): Group => ({
  name,
  beforeAll: [],
  beforeEach: [],
  afterEach: [],
  afterAll: [],
  children: [],
});

/** The tests that a program registers with the functions of Jasmine, which are global while it loads and runs. */
export async function collectSuite(load: () => Promise<unknown>): Promise<Group> {
  const root = newGroup('');
  let current = root;
  const describe = (name: string, body: Body): void => {
    const group = newGroup(name);
    current.children.push(group);
    const outer = current;
    current = group;
    body();
    current = outer;
  };
  const it = (name: string, body: Body): void => void current.children.push({ name, body });
  Object.assign(globalThis, {
    describe,
    it,
    beforeAll: (f: Body) => void current.beforeAll.push(f),
    beforeEach: (f: Body) => void current.beforeEach.push(f),
    afterEach: (f: Body) => void current.afterEach.push(f),
    afterAll: (f: Body) => void current.afterAll.push(f),
    expect: (value: unknown) => expectation(value),
    spyOn,
    fail: (message: string) => {
      throw new Error(message);
    },
  });
  await load();
  return root;
}

/** Runs the tests of a group in order. */
export async function runSuite(root: Group): Promise<{ passed: number; failures: Failure[] }> {
  const result = { passed: 0, failures: [] as Failure[] };
  await runGroup(root, [], [], '', result);
  return result;
}

async function runAll(bodies: readonly Body[]): Promise<void> {
  for (const body of bodies) await body();
}

async function runGroup(
  group: Group,
  before: readonly Body[],
  after: readonly Body[],
  path: string,
  result: { passed: number; failures: Failure[] },
): Promise<void> {
  const name = `${path} ${group.name}`.trim();
  const around = { before: [...before, ...group.beforeEach], after: [...group.afterEach, ...after] };
  await runAll(group.beforeAll);
  for (const child of group.children) {
    if ('children' in child) {
      await runGroup(child, around.before, around.after, name, result);
      continue;
    }
    try {
      await runAll(around.before);
      await child.body();
      result.passed++;
    } catch (error) {
      result.failures.push({
        name: `${name} ${child.name}`,
        message: error instanceof Error ? error.message : String(error),
      });
    }
    await runAll(around.after).catch(() => {});
  }
  await runAll(group.afterAll);
}
