export * from '@qpos/core/enums';
