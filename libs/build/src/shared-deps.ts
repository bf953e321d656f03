/**
 * The one list of what a page holds once and every remote takes from it. Sharing a package shares all of it, so a
 * library of which we use little is shared through a facade of mfe-kit instead of by itself.
 */
export interface SharedDep {
  /** The name that is imported. */
  name: string;
  /** The package whose version counts. */
  package: string;
  /** What remotes get under that name instead of all of the library. */
  facade?: string;
  /** Name of the file that it comes in, with the first remote that wants it, instead of with every first page. */
  lazy?: string;
}

const contractPackage = '@ve/contracts';

export const sharedDeps: readonly SharedDep[] = [
  { name: 'react', package: 'react' },
  { name: 'react/jsx-runtime', package: 'react' },
  { name: 'react-dom', package: 'react-dom' },
  { name: '@tanstack/react-query', package: '@tanstack/react-query', facade: '@ve/mfe-kit/query', lazy: 'queries' },
  { name: 'styled-components', package: 'styled-components' },
  // Our own pieces move with the contract between shell and remotes. Shared is whatever holds something for the whole
  // page, and whatever imports that.
  { name: '@ve/mfe-kit/api', package: contractPackage },
  { name: '@ve/mfe-kit/follow', package: contractPackage, lazy: 'follow' },
  { name: '@ve/mfe-kit/form-failure', package: contractPackage },
  { name: '@ve/mfe-kit/lazy-page', package: contractPackage },
  { name: '@ve/mfe-kit/page-chrome', package: contractPackage },
  { name: '@ve/mfe-kit/page-store', package: contractPackage },
  { name: '@ve/mfe-kit/queries', package: contractPackage, lazy: 'queries' },
  { name: '@ve/mfe-kit/router', package: contractPackage },
  { name: '@ve/mfe-kit/session', package: contractPackage },
  { name: '@ve/mfe-kit/slot', package: contractPackage },
];

/** Versions by package, and for our own pieces the version of the contract. */
export type VersionOf = (packageName: string) => string;

/** What a remote accepts: the same major, no older than it was built with. */
export const acceptedVersion = (version: string): string => `^${version}`;

/** Federation's `shared` for a remote: everything comes from the page, nothing is brought along. */
export const consumedByRemotes = (versionOf: VersionOf) =>
  Object.fromEntries(
    sharedDeps.map((dep) => [
      dep.name,
      {
        import: false as const,
        singleton: true,
        strictVersion: true,
        requiredVersion: acceptedVersion(versionOf(dep.package)),
      },
    ]),
  );

/**
 * Source of the module `shared-deps`: what the shell hands to its federation host, and the version of the contract that
 * it offers.
 */
export function providedByShell(versionOf: VersionOf): string {
  const imports = sharedDeps.flatMap((dep, index) =>
    dep.lazy ? [] : [`import * as shared${String(index)} from '${dep.facade ?? dep.name}';`],
  );
  const entries = sharedDeps.map((dep, index) => {
    const version = versionOf(dep.package);
    const shareConfig = { singleton: true, strictVersion: true, requiredVersion: acceptedVersion(version) };
    const source = dep.lazy
      ? `get: () => import(/* webpackChunkName: '${dep.lazy}' */ '${dep.facade ?? dep.name}').then((module) => () => module)`
      : `lib: () => shared${String(index)}`;
    return `  ${JSON.stringify(dep.name)}: { version: '${version}', scope: 'default', ${source}, shareConfig: ${JSON.stringify(shareConfig)} },`;
  });
  const offered = `export const contractVersion = ${JSON.stringify(versionOf(contractPackage))};`;
  return [...imports, 'export const shared = {', ...entries, '};', offered, ''].join('\n');
}
