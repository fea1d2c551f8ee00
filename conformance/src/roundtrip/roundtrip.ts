import { parseArgs } from 'node:util';
import { findModels } from '../models/folder.ts';
import { roundTrip } from './rewrite.ts';

const usage = `npm run roundtrip [-- options folder...]
Reads every model, writes it as MJCF, reads and compiles that, and compares the Specs and every array of the Models, exactly.
Without a folder: the models of this repository, and the corpus beside it if there is one.
  --match RE      only models whose path matches`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { match: { type: 'string', default: '.' }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}

const counts = { same: 0, different: 0, none: 0 };
for (const entry of findModels(positionals, new RegExp(values.match))) {
  const { verdict, details } = roundTrip(entry);
  counts[verdict]++;
  if (verdict !== 'same') console.log(`${entry.path}: ${details.slice(0, 5).join('; ')}`);
}
console.log(
  `${counts.same} models the same after writing and reading, ${counts.different} not; ${counts.none} are refused`,
);
process.exit(counts.different > 0 ? 1 : 0);
