export { type CameraMode, CameraRig } from './camera/camera-rig.ts';
export { type Picked, pick } from './camera/pick.ts';
export { defaultOptions, type FrameKind, frameKinds, type LabelKind, labelKinds, type ViewOptions } from './options.ts';
export type { Pull } from './overlays/perturbation.ts';
export { type Quality, suitableQuality } from './quality.ts';
export { type ContactList, makeContactList, readContacts } from './scene/contacts.ts';
export { type SceneOptions, SceneView } from './scene/scene-view.ts';
export { createRenderer, createViewer, Viewer, type ViewerOptions } from './viewer.ts';
