export { type CameraMode, CameraRig } from './camera/camera-rig.ts';
export { type Picked, pick } from './camera/pick.ts';
export { labelFlags, ownFlags, renderFlags, type VisualFlag, visualFlags } from './flags.ts';
export {
  defaultOptions,
  type FrameKind,
  frameKinds,
  type ImageKind,
  imageKinds,
  type LabelKind,
  labelKinds,
  type ViewOptions,
} from './options.ts';
export type { Pull } from './overlays/perturbation.ts';
export { type CaptureKind, captureKinds, type Pixels } from './picture/capture.ts';
export { type Effort, FrameBudget, type Quality, type QualityChoice, qualities, suitableQuality } from './quality.ts';
export { type ContactList, makeContactList, readContacts } from './scene/contacts.ts';
export { type SceneOptions, SceneView } from './scene/scene-view.ts';
export { Swarm } from './scene/swarm.ts';
export { createOffscreenViewer, createRenderer, createViewer, Viewer, type ViewerOptions } from './viewer.ts';
