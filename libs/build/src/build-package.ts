import type { Release } from '@ve/contracts/remote-manifest';
import type { Stats } from '@rspack/core';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCompilation } from './run-compilation.ts';
import { requireShellDocumentPlaceholders } from './shell-document.ts';
import { requireMatchingSlotFillers } from './exported-slots.ts';
import { buildInputFingerprint } from './build-inputs.ts';
import { releaseVersionPlaceholder } from './preset-names.ts';
import type { BuildTarget } from './build-options.ts';
import type { PackageBuildConfig } from './preset.ts';
import { apiCallSchemasOfBuild } from './release-calls.ts';
import { compressFiles, listFilesIn, nodeBuildFolder, insertComputedReleaseVersion } from './release-files.ts';
import {
  type RemoteContractModule,
  installedPackageVersions,
  parseByContractSchema,
  repositoryRoot,
  type FrontEndPackageManifest,
} from './repository.ts';
import { consumedSharedModules, type ScriptGroup, scriptTreeOfRemote } from './script-tree.ts';
import { sharedDependencyVersions } from './shared-deps.ts';
import { raisedContract, readFirstVersions, slotExports } from './first-versions.ts';
import { offeredSharedExports, usedSharedExports } from './shared-exports.ts';
import { nameSourcesFromRoot } from './source-maps.ts';
import { moveCompletedFolder, readJson, writeJson } from './release-store.ts';

export interface BuildContext {
  /** Root folder of the packages. */
  root: string;
  store: string;
  mode: 'production' | 'development';
  contract: RemoteContractModule;
}

export interface PackageBuildResult {
  name: string;
  version: string;
  release: Release;
  manifest: FrontEndPackageManifest;
  /** Scripts that its pages load; null for the shell. */
  scripts: ScriptGroup | null;
  /** Scripts that its slot fillers load; null where it fills no slot. */
  slotScripts: ScriptGroup | null;
  /** False when the store already had a release of the same sources. */
  built: boolean;
}

/**
 * The package's manifest, its contract raised to what its slots need. The shell has none: it owns the document, not
 * routes.
 */
export function readFrontEndPackageManifest(context: BuildContext, name: string): FrontEndPackageManifest {
  const { contract, root } = context;
  if (name === 'shell') {
    return {
      name,
      routes: [],
      slots: [],
      offers: [],
      contract: contract.contractVersion,
      prerender: [],
      pages: {},
      feeds: [],
      redirects: {},
      budget: null,
    };
  }
  const file = join(root, name, 'remote.json');
  const manifest = parseByContractSchema(contract.remoteManifestSchema, readJson(file), `${name}/remote.json`);
  if (manifest.name !== name) throw new Error(`${name}/remote.json says that its name is ${manifest.name}`);
  const slots = slotExports([...manifest.slots, ...manifest.offers], readFirstVersions(), contract.contractVersion);
  return { ...manifest, contract: raisedContract(manifest.contract, slots) };
}

/**
 * The versions that the shell provides, or that a remote needs: our own shared modules have the contract version of its
 * manifest, so that a remote built today runs in an earlier shell of that contract.
 */
const versionsFor = ({ contract }: FrontEndPackageManifest) => installedPackageVersions(contract);

export async function packageBuildConfig(
  context: BuildContext,
  name: string,
  options: { target: BuildTarget; output: string; publicPath: string; hot?: boolean; withShell?: boolean },
) {
  const { root, mode } = context;
  const file = pathToFileURL(join(root, name, 'rspack.config.mjs')).href;
  const { default: config } = (await import(file)) as { default: PackageBuildConfig };
  return config({ mode, versionOf: versionsFor(readFrontEndPackageManifest(context, name)), ...options });
}

/** Scripts of a named chunk group, in loading order. */
function scriptsOf(stats: Stats, group: string): string[] {
  const { namedChunkGroups = {} } = stats.toJson({ all: false, chunkGroups: true });
  return (namedChunkGroups[group]?.assets ?? [])
    .map((asset) => asset.name)
    .filter((name) => name.endsWith('.js') && !name.includes('.hot-update.'));
}

/**
 * Compiles the package for browsers into the folder, and for Node into a folder below it. Returns the statistics for
 * browsers.
 */
async function compilePackage(
  context: BuildContext,
  { name, folder, publicPath }: { name: string; folder: string; publicPath: string },
): Promise<Stats> {
  const configurations = await Promise.all([
    packageBuildConfig(context, name, { target: 'browser', output: folder, publicPath }),
    packageBuildConfig(context, name, { target: 'node', output: join(folder, nodeBuildFolder), publicPath }),
  ]);
  const [forBrowsers, forNode] = configurations.map(runCompilation) as [Promise<Stats>, Promise<Stats>];
  // The folder is in use until both have ended.
  await Promise.allSettled([forBrowsers, forNode]);
  const stats = await forBrowsers;
  await forNode;
  return stats;
}

/** The names that the release uses or offers. A development build does not drop unused code, and lists none. */
function sharedExportsOf(
  { mode, contract: { contractVersion, slotNames } }: BuildContext,
  stats: Stats,
  manifest: FrontEndPackageManifest,
): Release['sharedExports'] {
  if (mode === 'development') return {};
  const versions = { first: readFirstVersions(), versionOf: versionsFor(manifest), contract: contractVersion };
  return manifest.name === 'shell'
    ? offeredSharedExports(stats, slotNames, versions)
    : usedSharedExports(stats, [...manifest.slots, ...manifest.offers], versions);
}

function describe(
  context: BuildContext,
  { folder, stats, declared }: { folder: string; stats: Stats; declared: FrontEndPackageManifest },
): Omit<Release, 'version' | 'calls'> {
  const sharedExports = sharedExportsOf(context, stats, declared);
  const manifest = { ...declared, contract: raisedContract(declared.contract, sharedExports) };
  const { name, routes, slots, offers, contract, prerender, pages, feeds, redirects } = manifest;
  const files = listFilesIn(folder);
  const entry =
    name === 'shell' ? scriptsOf(stats, 'main')[0] : files.find((file) => /^remoteEntry\b.*\.js$/.test(file));
  if (entry === undefined) throw new Error(`${name} has no entry among ${files.join(', ')}`);
  const preload = name === 'shell' ? scriptsOf(stats, 'federation') : scriptsOf(stats, 'remote');
  return {
    name,
    routes,
    slots,
    contract,
    entry,
    preload: preload.filter((file) => file !== entry),
    styles: [],
    fonts: name === 'shell' ? files.filter((file) => file.endsWith('.woff2')) : [],
    document: name === 'shell' ? 'document.html' : null,
    starter: name === 'shell' ? (scriptsOf(stats, 'starter')[0] ?? null) : null,
    devtools: name === 'shell' ? (scriptsOf(stats, 'devtools')[0] ?? null) : null,
    prerender,
    pages,
    feeds,
    redirects,
    offers,
    node: `${nodeBuildFolder}/${name === 'shell' ? 'shell' : 'remote'}.cjs`,
    shared: sharedDependencyVersions(name === 'shell' ? null : consumedSharedModules(stats), versionsFor(manifest)),
    sharedExports,
  };
}

/** Builds one package into `<store>/<name>/<version>/`, unless the store has a release of the same sources. */
export async function buildPackage(context: BuildContext, name: string): Promise<PackageBuildResult> {
  const { root, store, mode, contract } = context;
  const manifest = readFrontEndPackageManifest(context, name);
  const stamp = buildInputFingerprint(root, name, mode);
  const stampFile = join(store, '.stamps', `${name}.json`);
  const known = readJson(stampFile) as
    (Partial<Pick<PackageBuildResult, 'version' | 'scripts' | 'slotScripts'>> & { stamp?: string }) | null;
  if (known?.stamp === stamp && known.version !== undefined) {
    const release = contract.publishableReleaseSchema.safeParse(
      readJson(join(store, name, known.version, 'release.json')),
    );
    const { version, scripts, slotScripts } = known;
    if (release.success && scripts !== undefined && slotScripts !== undefined) {
      return { name, version, release: release.data, manifest, scripts, slotScripts, built: false };
    }
  }
  const folder = join(store, '.building', `${name}-${String(process.pid)}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    const publicPath = `/remotes/${name}/${releaseVersionPlaceholder}/`;
    const stats = await compilePackage(context, { name, folder, publicPath });
    requireMatchingSlotFillers(join(root, name), manifest);
    nameSourcesFromRoot(folder, join(root, name), [root, repositoryRoot]);
    const release = {
      ...describe(context, { folder, stats, declared: manifest }),
      calls: await apiCallSchemasOfBuild(stats),
    };
    if (release.document !== null) {
      // Files that browsers request by a fixed name, such as the favicon.
      cpSync(join(root, name, 'public'), folder, { recursive: true });
      const template = readFileSync(join(root, name, 'src/document.html'), 'utf8');
      writeFileSync(join(folder, release.document), requireShellDocumentPlaceholders(template));
    }
    const version = insertComputedReleaseVersion(folder, JSON.stringify(release));
    const described = parseByContractSchema(
      contract.publishableReleaseSchema,
      { ...release, version },
      `The release of ${name}`,
    );
    writeJson(join(folder, 'release.json'), described);
    await compressFiles(folder, mode === 'production' ? 9 : 4);
    moveCompletedFolder(folder, join(store, name, version));
    if (!existsSync(join(store, name, version, 'release.json'))) {
      throw new Error(`${join(store, name, version)} is incomplete: delete it and build again`);
    }
    const trees = { scripts: scriptTreeOfRemote(stats, 'remote'), slotScripts: scriptTreeOfRemote(stats, 'slots') };
    writeJson(stampFile, { stamp, version, ...trees });
    return { name, version, release: described, manifest, ...trees, built: true };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
