// both packages have these: the Model's parts keep their names, the elements of a Spec are renamed
export type { Option, Statistic, Visual } from '@qpos/core';
export * from '@qpos/core';
export type { Option as SpecOption, Statistic as SpecStatistic, Visual as SpecVisual } from '@qpos/spec';
export * from '@qpos/spec';
