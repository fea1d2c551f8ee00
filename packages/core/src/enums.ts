/** MuJoCo's enums, each by its name: `import { JointType } from 'qpos/enums'`. */
export * from './host/model/enums.ts';
