import { ArgumentError } from '@qpos/core/errors';
import { type Completion, completionsAt } from './complete.ts';
import { formatText } from './format.ts';
import { type Hover, hoverAt } from './hover.ts';
import { Library, type ModelFiles, type OpenFile } from './model-files.ts';
import { definitionsAt, type FileSpan, nameAt, referencesAt, renameAt, type TextEdit } from './navigate.ts';
import { type Outline, outlineOf } from './outline.ts';
import { spanOfProblem } from './problem.ts';
import type { Span } from './tokens.ts';

/**
 * What an editor needs to know about MJCF and URDF: what may be typed at a place, what it means, where names are defined and used. Texts
 * may be incomplete. Names are looked for in all files that include each other.
 *
 * @example
 * const text = '<mujoco><worldbody><geom ty/></worldbody></mujoco>';
 * const language = new ModelLanguage({ read: (path) => (path === 'm.xml' ? text : undefined), list: () => ['m.xml'] });
 * console.log(language.complete('m.xml', text.indexOf('ty') + 2)[0]?.kind); // attribute
 */
export class ModelLanguage {
  readonly #library: Library;

  /** @param files The files that there are; they are asked for anew each time. */
  constructor(files: ModelFiles) {
    if (typeof files?.read !== 'function' || typeof files.list !== 'function')
      throw new ArgumentError('files must have the functions read and list');
    this.#library = new Library(files);
  }

  /**
   * What may be typed at a place.
   *
   * @param path The file.
   * @param offset Index of a character.
   * @returns Elements, attributes, keywords, names or paths; what is typed already is not filtered.
   */
  complete(path: string, offset: number): Completion[] {
    return completionsAt(this.#library, this.#open(path, offset), offset);
  }

  /**
   * What is known about the thing at a place.
   *
   * @param path The file.
   * @param offset Index of a character.
   * @returns Its documentation, or `undefined` where there is nothing to say.
   */
  hover(path: string, offset: number): Hover | undefined {
    return hoverAt(this.#library, this.#open(path, offset), offset);
  }

  /**
   * Where the name, class or file at a place is defined.
   *
   * @param path The file.
   * @param offset Index of a character.
   * @returns The places.
   */
  definitions(path: string, offset: number): FileSpan[] {
    return definitionsAt(this.#library, this.#open(path, offset), offset);
  }

  /**
   * Every use of the name, class or file at a place, its definition included.
   *
   * @param path The file.
   * @param offset Index of a character.
   * @returns The places.
   */
  references(path: string, offset: number): FileSpan[] {
    return referencesAt(this.#library, this.#open(path, offset), offset);
  }

  /**
   * The name at a place, which can be changed.
   *
   * @param path The file.
   * @param offset Index of a character.
   * @returns Where it is, or `undefined` if there is none.
   */
  nameAt(path: string, offset: number): Span | undefined {
    return nameAt(this.#open(path, offset), offset)?.span;
  }

  /**
   * Changes the name at a place wherever it is used. A name that is taken is refused.
   *
   * @param path The file.
   * @param offset Index of a character.
   * @param name The new name.
   * @returns The edits, in all files.
   */
  rename(path: string, offset: number, name: string): TextEdit[] {
    if (typeof name !== 'string') throw new ArgumentError('a name is text');
    return renameAt(this.#library, this.#open(path, offset), offset, name);
  }

  /**
   * The text of a file, laid out: an element on each line, two spaces for each level.
   *
   * @param path The file.
   * @returns The text.
   */
  format(path: string): string {
    return formatText(this.#open(path, 0).tree.text);
  }

  /**
   * The elements of a file, for a table of contents.
   *
   * @param path The file.
   * @returns The root with the elements within it that have a name or others within.
   */
  outline(path: string): Outline[] {
    return outlineOf(this.#open(path, 0));
  }

  /**
   * The models that a file is part of: those that include it and are included by none.
   *
   * @param path The file.
   * @returns Paths of the models; the file itself if nothing includes it.
   */
  mainsOf(path: string): string[] {
    return this.#library.mainsOf(path);
  }

  /**
   * The text that a problem is about: the attribute or the tag at its line and column.
   *
   * @param path The file.
   * @param line Line, from 1.
   * @param column Column, from 1.
   * @returns The place.
   */
  problemSpan(path: string, line: number, column: number): Span {
    if (!(line >= 1 && column >= 1)) throw new ArgumentError('lines and columns count from 1');
    return spanOfProblem(this.#open(path, 0).tree, line, column);
  }

  #open(path: string, offset: number): OpenFile {
    if (typeof path !== 'string') throw new ArgumentError('a path is text');
    if (!(Number.isInteger(offset) && offset >= 0)) throw new ArgumentError('an offset is a whole number from 0');
    const file = this.#library.open(path);
    if (file === undefined) throw new ArgumentError(`there is no file '${path}'`, 'unknown-name');
    return file;
  }
}
