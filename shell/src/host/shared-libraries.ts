interface SharedLibrary {
  version: string;
  scope: string;
  shareConfig: { singleton: boolean; strictVersion: boolean; requiredVersion: string };
}

/**
 * Modules that the shell shares with remotes, by import specifier: loaded eagerly (`lib`) or with the first remote that
 * needs them (`get`).
 */
export type SharedLibraries = Record<
  string,
  SharedLibrary & ({ lib: () => object } | { get: () => Promise<() => object> })
>;
