/** A file of a release or of prerendered pages. */
export interface ReleaseFile {
  /** Relative to the folder of the release. */
  path: string;
  /** SHA-256 of the content, in hexadecimal. */
  hash: string;
  /** In bytes. */
  size: number;
}

const byPath = (a: ReleaseFile, b: ReleaseFile): number => (a.path < b.path ? -1 : 1);

export const sortFilesByPath = (files: readonly ReleaseFile[]): ReleaseFile[] => files.toSorted(byPath);

/**
 * Whether both lists have the same content. Ignores precompressed copies: they are derived from the other files, and
 * differ between versions of the compressor.
 */
export const haveSameFileContent = (one: readonly ReleaseFile[], other: readonly ReleaseFile[]): boolean =>
  contentOf(one) === contentOf(other);

const contentOf = (files: readonly ReleaseFile[]): string =>
  JSON.stringify(
    files
      .filter(({ path }) => !path.endsWith('.br'))
      .toSorted(byPath)
      .map(({ path, hash }) => [path, hash]),
  );
