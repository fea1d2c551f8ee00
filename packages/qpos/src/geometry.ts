export * from '@qpos/core/geometry';
