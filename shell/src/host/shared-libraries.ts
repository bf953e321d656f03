/** What remotes take from the page instead of bringing it, by the name they import it by. */
export type SharedLibraries = Record<
  string,
  {
    version: string;
    scope: string;
    lib: () => object;
    shareConfig: { singleton: boolean; strictVersion: boolean; requiredVersion: string };
  }
>;
