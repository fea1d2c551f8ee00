export { type CameraMode, CameraRig } from './camera-rig.ts';
export { type ContactList, makeContactList, readContacts } from './contacts.ts';
export { defaultOptions, type FrameKind, frameKinds, type LabelKind, labelKinds, type ViewOptions } from './options.ts';
export type { Pull } from './overlays/perturbation.ts';
export { type Picked, pick } from './pick.ts';
export { type Quality, suitableQuality } from './quality.ts';
export { type SceneOptions, SceneView } from './scene-view.ts';
export { createRenderer, createViewer, Viewer, type ViewerOptions } from './viewer.ts';
