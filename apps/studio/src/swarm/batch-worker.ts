import '@qpos/batch/worker';
