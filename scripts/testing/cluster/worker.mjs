// A worker process of the test: options as JSON in its only argument. It says `ready` when it works.
import { startWorker } from '@qpos/cluster';

const worker = await startWorker(JSON.parse(process.argv[2]));
process.once('SIGTERM', async () => {
  await worker.close();
  process.exit(0);
});
console.log('ready');
