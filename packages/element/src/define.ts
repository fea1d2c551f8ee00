/** Imported for its effect: the element is there as `<qpos-viewer>`. */
import { defineViewerElement } from './viewer-element.ts';

if (typeof customElements !== 'undefined') defineViewerElement();
