export * from '@qpos/core/math';
