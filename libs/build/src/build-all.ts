import type { Release } from '@ve/contracts/remote-manifest';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildContext, type PackageBuildResult, buildPackage } from './build-package.ts';
import { mapInParallel } from './map-in-parallel.ts';
import { prerenderPages } from './prerender.ts';
import { totalScriptBytes, measureRemoteScripts, findBudgetExcesses, startScriptBytes } from './size-budget.ts';
import { readJson, readLiveReleaseVersions, toStoredRelease, writeLiveReleaseVersions } from './release-store.ts';

/** Folders of the shell and the remotes; a remote is a folder with a remote.json. */
export const findFrontEndPackages = (root: string): string[] => [
  'shell',
  ...globSync('mfe-*/remote.json', { cwd: root })
    .map((file) => file.replaceAll('\\', '/').split('/')[0] ?? '')
    .sort(),
];

/** The package's live release in the store; null where there is none. */
function liveRelease({ store, contract }: BuildContext, name: string): Release | null {
  const version = readLiveReleaseVersions(store)[name];
  if (version === undefined) return null;
  const release = contract.releaseSchema.safeParse(readJson(join(store, name, version, 'release.json')));
  return release.success ? release.data : null;
}

interface Outcome {
  name: string;
  workspacePackage: PackageBuildResult | null;
  error: unknown;
}

const attempt = (name: string, work: Promise<PackageBuildResult>): Promise<Outcome> =>
  work.then(
    (workspacePackage) => ({ name, workspacePackage, error: null }),
    (error: unknown) => ({ name, workspacePackage: null, error }),
  );

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The size of a package's pages, as a log line, and what exceeds the budget, which only production builds enforce. */
function weigh(
  { store, mode }: BuildContext,
  shell: Release | null,
  workspacePackage: PackageBuildResult,
): { size: string; excess: string[] } {
  const kB = (bytes: number) => (bytes / 1000).toFixed(1);
  if (workspacePackage.name === 'shell')
    return { size: `${kB(startScriptBytes(toStoredRelease(store, workspacePackage.release)))} kB by gzip`, excess: [] };
  const measured = measureRemoteScripts(
    shell && toStoredRelease(store, shell),
    toStoredRelease(store, workspacePackage.release),
    workspacePackage,
  );
  return {
    size: `pages start with ${kB(totalScriptBytes(measured.start))} kB by gzip, the heaviest needs ${kB(totalScriptBytes(measured.page.scripts))}${measured.slot.length === 0 ? '' : `, a slot adds ${kB(totalScriptBytes(measured.slot))}`}`,
    excess: mode === 'production' ? findBudgetExcesses(workspacePackage.manifest, measured) : [],
  };
}

/**
 * Builds those of the named packages (all of them by default) that changed, prerenders pages, and makes the result live
 * in the store. No existing release is removed. A package that does not build, or is over its JavaScript budget, keeps
 * its live release and does not stop the others.
 *
 * @throws Error at the end, when any package did not build or is over its budget
 */
export async function buildAll(
  context: BuildContext,
  options: { workspacePackages?: readonly string[]; report?: (line: string) => void } = {},
): Promise<PackageBuildResult[]> {
  const known = findFrontEndPackages(context.root);
  const { workspacePackages = known, report = () => undefined } = options;
  const unknown = workspacePackages.filter((workspacePackage) => !known.includes(workspacePackage));
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}: the packages to build are ${known.join(', ')}`);
  const outcomes = await mapInParallel(workspacePackages, 2, (name) => attempt(name, buildPackage(context, name)));
  const compiled = outcomes.flatMap(({ workspacePackage }) => workspacePackage ?? []);
  const failures = outcomes
    .filter(({ workspacePackage }) => workspacePackage === null)
    .map(({ error }) => messageOf(error));
  const shell = compiled.find(({ name }) => name === 'shell')?.release ?? liveRelease(context, 'shell');
  const built = compiled.filter((workspacePackage) => {
    const { excess, size } = weigh(context, shell, workspacePackage);
    report(
      `${workspacePackage.name} ${workspacePackage.version} ${workspacePackage.built ? 'built' : 'unchanged'}, ${size}`,
    );
    failures.push(...excess);
    return excess.length === 0;
  });
  const others = known.filter((name) => !built.some((workspacePackage) => workspacePackage.name === name));
  const releases = [
    ...built.map(({ release }) => release),
    ...others.flatMap((name) => liveRelease(context, name) ?? []),
  ];
  if (shell !== null) {
    const pages = await prerenderPages(context, shell, releases);
    failures.push(...pages.failures.map(messageOf));
    if (pages.rendered.length > 0) report(`rendered ${pages.rendered.join(', ')}`);
  }
  writeLiveReleaseVersions(context.store, Object.fromEntries(built.map(({ name, version }) => [name, version])));
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
  return built;
}
