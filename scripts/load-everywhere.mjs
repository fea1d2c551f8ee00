// Packs the packages, installs them in a project and loads them in every way there is: bundlers, versions of Node, other runtimes; and asks
// publint and attw about them. Tools that are not in the repository are installed on demand.
//   node scripts/load-everywhere.mjs [pattern of names]
import { waysOnDemand } from './load/on-demand.mjs';
import { makeProject } from './load/project.mjs';
import { publishedChecks } from './load/published.mjs';
import { quickWays, tryWay } from './load/quick.mjs';

const pattern = new RegExp(process.argv[2] ?? '', 'i');
const ways = [...quickWays, ...waysOnDemand, ...publishedChecks].filter(({ name }) => pattern.test(name));
const counts = { ok: 0, FAILED: 0, 'not available': 0 };
const project = makeProject();

for (const way of ways) {
  const start = Date.now();
  let verdict = 'ok';
  let reason = '';
  try {
    await tryWay(way, project);
  } catch (error) {
    verdict = error.missing ? 'not available' : 'FAILED';
    reason = error.message;
  }
  counts[verdict]++;
  console.log(
    `${way.name.padEnd(38)}${verdict.padEnd(14)}${((Date.now() - start) / 1000).toFixed(1).padStart(6)} s  ${reason}`,
  );
}
project.remove();
console.log(`\n${counts.ok} passed, ${counts.FAILED} failed, ${counts['not available']} not available`);
process.exitCode = counts.FAILED === 0 ? 0 : 1;
