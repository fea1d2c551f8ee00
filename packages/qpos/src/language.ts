export * from '@qpos/spec/language';
