import type { Data, Model } from '@qpos/core';
import type { ViewOptions } from '../options.ts';
import type { ContactList } from '../scene/contacts.ts';
import type { Decor } from '../scene/decor.ts';

/** What an overlay gets to draw one frame. */
export interface Overlay {
  readonly model: Model;
  readonly data: Data;
  readonly draw: Decor;
  readonly options: ViewOptions;
  readonly contacts: ContactList;
  /** Length that markers are scaled by: the mean size of bodies. */
  readonly scale: number;
}
