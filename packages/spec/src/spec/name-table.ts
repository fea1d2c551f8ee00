import type { Namespace } from '../mjcf/attributes.ts';
import { namespaceOf } from './names.ts';

/** Elements by namespace and name. */
export class NameTable {
  private readonly spaces = new Map<Namespace, Map<string, object>>();

  add(element: { kind: string; name?: string | undefined }): void {
    if (element.name === undefined || element.name === '') return;
    const namespace = namespaceOf(element.kind);
    if (namespace === undefined) return;
    const names = this.spaces.get(namespace);
    if (names === undefined) this.spaces.set(namespace, new Map([[element.name, element]]));
    else names.set(element.name, element);
  }

  /** Forgets an element, unless its name stands for another one by now. */
  delete(element: { kind: string; name?: string | undefined }): void {
    if (element.name === undefined) return;
    const names = this.spaces.get(namespaceOf(element.kind) ?? 'body');
    if (names?.get(element.name) === element) names.delete(element.name);
  }

  has(namespace: Namespace, name: string): boolean {
    return (namespace === 'body' && name === 'world') || (this.spaces.get(namespace)?.has(name) ?? false);
  }
}
