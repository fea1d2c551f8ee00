/** A feature that the libraries were asked for, and the tests that show it. */
export interface Feature {
  /** Its number in the list of 57 that the libraries were asked for; features without one came on top. */
  readonly number?: number;
  /** What it is, as a row of the generated page. */
  readonly feature: string;
  /** Tests as `file: title`, the file relative to the root of the repository or, without a slash, to the folder of the library. */
  readonly tests: readonly string[];
}

/** The features of one library. */
export interface FeatureTable {
  /** Name of the library: of its folder and of its entry. */
  readonly library: string;
  /** Heading of its section, where that is not the name of an entry. */
  readonly title?: string;
  readonly rows: readonly Feature[];
}
