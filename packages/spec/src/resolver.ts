/** What a resolver answers: the file's content, or `undefined` when there is no such file. */
export type FileContent = Uint8Array | string;

/** Finds files by normalised path: forward slashes, no `.` or `..` that could be folded, relative to the model's root. */
export type FileResolver = (path: string) => FileContent | undefined;
