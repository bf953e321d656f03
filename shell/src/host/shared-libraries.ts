interface SharedLibrary {
  version: string;
  scope: string;
  shareConfig: { singleton: boolean; strictVersion: boolean; requiredVersion: string };
}

/**
 * What remotes take from the page instead of bringing it, by the name they import it by: there from the start (`lib`)
 * or fetched for the first remote that wants it (`get`).
 */
export type SharedLibraries = Record<
  string,
  SharedLibrary & ({ lib: () => object } | { get: () => Promise<() => object> })
>;
