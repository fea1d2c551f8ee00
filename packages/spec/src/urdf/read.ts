import type { Diagnostics, Hint } from '../errors.ts';
import { type Attribute, reals, text } from '../mjcf/attributes.ts';
import { readValue } from '../mjcf/element.ts';
import { applyOrientation } from '../spatial/pose.ts';
import { locationOf, type XmlElement } from '../xml/document.ts';

/** Readers of URDF's elements: attributes by type, single children. Unknown elements and attributes are ignored. */
export class UrdfReader {
  readonly diagnostics: Diagnostics;

  constructor(diagnostics: Diagnostics) {
    this.diagnostics = diagnostics;
  }

  /** The only child with a tag. */
  child(xml: XmlElement, tag: string): XmlElement | undefined {
    const found = xml.children.filter((child) => child.name === tag);
    if (found.length > 1) this.error('repeated-element', `'${tag}' may appear once`, found[1] ?? xml);
    return found[0];
  }

  requiredChild(xml: XmlElement, tag: string): XmlElement | undefined {
    const found = this.child(xml, tag);
    if (found === undefined) this.error('missing-attribute', `element '${tag}' is required`, xml);
    return found;
  }

  value<T>(xml: XmlElement | undefined, key: string, type: Attribute<T>): T | undefined {
    const written = xml?.attributes[key];
    if (xml === undefined || written === undefined) return undefined;
    return readValue(this.diagnostics, xml, key, type, written) as T | undefined;
  }

  required<T>(xml: XmlElement | undefined, key: string, type: Attribute<T>): T | undefined {
    const errors = this.diagnostics.list.length;
    const value = this.value(xml, key, type);
    if (value === undefined && xml !== undefined && this.diagnostics.list.length === errors) {
      this.error('missing-attribute', `attribute '${key}' is required`, xml);
    }
    return value;
  }

  name(xml: XmlElement): string {
    return this.required(xml, 'name', text) ?? '';
  }

  /** Position and orientation of `origin`; the identity without one. */
  origin(xml: XmlElement): { pos: number[]; quat: number[] } {
    const origin = this.child(xml, 'origin');
    const pos = this.value(origin, 'xyz', reals(3)) ?? [0, 0, 0];
    const rpy = this.value(origin, 'rpy', reals(3));
    const quat = Float64Array.of(1, 0, 0, 0);
    if (rpy !== undefined) applyOrientation(quat, { euler: rpy }, { degree: false, eulerseq: 'XYZ' });
    return { pos, quat: [...quat] };
  }

  error(code: Parameters<Diagnostics['error']>[0], message: string, xml: XmlElement, hint?: Hint): void {
    const at = { kind: xml.name, name: xml.attributes['name'], source: locationOf(xml) };
    this.diagnostics.error(code, message, at, hint);
  }

  warning(code: Parameters<Diagnostics['error']>[0], message: string, xml: XmlElement, hint?: Hint): void {
    const at = { kind: xml.name, name: xml.attributes['name'], source: locationOf(xml) };
    this.diagnostics.warning(code, message, at, hint);
  }
}
