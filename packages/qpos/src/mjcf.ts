export * from '@qpos/spec/mjcf';
