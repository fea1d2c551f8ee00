export { ElementError, type ElementErrorCode } from './errors.ts';
export { defineViewerElement, QposViewerElement } from './viewer-element.ts';
