/** A panel of the workspace. */
export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly element: HTMLElement;
  /** Called when the panel comes into view or leaves it. */
  shown?(visible: boolean): void;
}
