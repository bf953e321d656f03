/**
 * The one list of shared singletons, which the shell provides and every remote consumes. Sharing a package shares all
 * of its exports, so a library of which we use little is shared through a facade in mfe-kit.
 */
export interface SharedDep {
  /** The module specifier. */
  name: string;
  /** The package whose version is compared. */
  package: string;
  /** The facade that remotes get instead of the whole library. */
  facade?: string;
  /** Name of its lazy chunk, loaded with the first remote that needs it instead of with every page. */
  lazy?: string;
}

const contractPackage = '@ve/contracts';

export const sharedDeps: readonly SharedDep[] = [
  { name: 'react', package: 'react' },
  { name: 'react/jsx-runtime', package: 'react' },
  { name: 'react-dom', package: 'react-dom' },
  { name: '@tanstack/react-query', package: '@tanstack/react-query', facade: '@ve/mfe-kit/query', lazy: 'queries' },
  { name: 'styled-components', package: 'styled-components' },
  // Our own modules have the version of the contract between shell and remotes. Shared are those with state of the
  // whole page, and those that import them by a relative path; one that imports them by their shared names need not be.
  { name: '@ve/mfe-kit/api', package: contractPackage },
  { name: '@ve/mfe-kit/follow-task', package: contractPackage, lazy: 'follow' },
  { name: '@ve/mfe-kit/form-failure', package: contractPackage },
  { name: '@ve/mfe-kit/lazy-page', package: contractPackage },
  { name: '@ve/mfe-kit/page-chrome', package: contractPackage },
  { name: '@ve/mfe-kit/page-store', package: contractPackage },
  { name: '@ve/mfe-kit/queries', package: contractPackage, lazy: 'queries' },
  { name: '@ve/mfe-kit/router', package: contractPackage },
  { name: '@ve/mfe-kit/session', package: contractPackage },
  { name: '@ve/mfe-kit/slot', package: contractPackage },
  { name: '@ve/mfe-kit/subscription', package: contractPackage, lazy: 'subscription' },
];

/** Our own module that remotes get of a shared one: itself, or its facade; null for a whole library. */
export const ownModuleOf = ({ name, package: of, facade }: SharedDep): string | null =>
  facade ?? (of === contractPackage ? name : null);

/** Versions by package; our own modules have the version of the contract. */
export type PackageVersionLookup = (packageName: string) => string;

/** The range that a remote accepts: the same major, no older than it was built with. */
const caretRange = (version: string): string => `^${version}`;

/** Federation's `shared` option for a remote: everything comes from the shell, nothing is bundled. */
export const remoteFederationSharedOptions = (versionOf: PackageVersionLookup) =>
  Object.fromEntries(
    sharedDeps.map((dep) => [
      dep.name,
      {
        import: false as const,
        singleton: true,
        strictVersion: true,
        requiredVersion: caretRange(versionOf(dep.package)),
      },
    ]),
  );

/**
 * The shared modules of a release: the ranges that a remote accepts of those that it uses, or the versions of all that
 * the shell provides (`used` is null).
 */
export const sharedDependencyVersions = (
  used: readonly string[] | null,
  versionOf: PackageVersionLookup,
): Record<string, string> =>
  Object.fromEntries(
    sharedDeps
      .filter(({ name }) => used?.includes(name) ?? true)
      .map((dep) => {
        const version = versionOf(dep.package);
        return [dep.name, used === null ? version : caretRange(version)];
      }),
  );

/**
 * Source of a module of a remote that is worked on: it imports every shared module, so that an edited one may begin to.
 * A page can load them with the remote only, not with an update of it.
 */
export const remoteSharedModulesSource = (): string =>
  sharedDeps.map(({ name }, index) => `export * as shared${String(index)} from '${name}';\n`).join('');

/**
 * Source of the module `shared-deps`: the modules that the shell passes to its federation host, and the contract
 * version that it provides.
 */
export function shellSharedModulesSource(versionOf: PackageVersionLookup): string {
  const imports = sharedDeps.flatMap((dep, index) =>
    dep.lazy ? [] : [`import * as shared${String(index)} from '${dep.facade ?? dep.name}';`],
  );
  const entries = sharedDeps.map((dep, index) => {
    const version = versionOf(dep.package);
    const shareConfig = { singleton: true, strictVersion: true, requiredVersion: caretRange(version) };
    const source = dep.lazy
      ? `get: () => import(/* webpackChunkName: '${dep.lazy}' */ '${dep.facade ?? dep.name}').then((module) => () => module)`
      : `lib: () => shared${String(index)}`;
    return `  ${JSON.stringify(dep.name)}: { version: '${version}', scope: 'default', ${source}, shareConfig: ${JSON.stringify(shareConfig)} },`;
  });
  const offered = `export const contractVersion = ${JSON.stringify(versionOf(contractPackage))};`;
  return [...imports, 'export const shared = {', ...entries, '};', offered, ''].join('\n');
}
