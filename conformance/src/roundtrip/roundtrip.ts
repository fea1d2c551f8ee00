import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { corpusFolder, hasCorpus, readManifest } from '../models/corpus.ts';
import { scanFolder } from '../models/folder.ts';
import { root } from '../root.ts';
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

const own = [path.join(root, 'models'), path.join(root, 'conformance/models')].filter((d) => fs.existsSync(d));
const folders = positionals.length > 0 ? positionals : [...own, ...(hasCorpus ? [corpusFolder] : [])];
const wanted = new RegExp(values.match);
const counts = { same: 0, different: 0, none: 0 };
for (const folder of folders) {
  const entries = fs.existsSync(path.join(folder, 'manifest.json')) ? readManifest(folder) : scanFolder(folder);
  for (const entry of entries.filter((e) => wanted.test(e.path))) {
    const { verdict, details } = roundTrip(entry);
    counts[verdict]++;
    if (verdict !== 'same') console.log(`${entry.path}: ${details.slice(0, 5).join('; ')}`);
  }
}
console.log(
  `${counts.same} models the same after writing and reading, ${counts.different} not; ${counts.none} are refused`,
);
process.exit(counts.different > 0 ? 1 : 0);
