import type { Dependency, Module, Stats } from '@rspack/core';
import { type FirstVersions, slotExports } from './first-versions.ts';
import { isConsumedSharedModule } from './script-tree.ts';
import { ownModuleOf, type PackageVersionLookup, type SharedDep, sharedDeps } from './shared-deps.ts';

/** Every name of a module. */
const everything = '*';

interface Versions {
  first: FirstVersions;
  versionOf: PackageVersionLookup;
  /** The contract version of these sources, which has names that are not recorded yet. */
  contract: string;
}

/** The entry of one module in `sharedExports`. `*` of our own module is all its recorded names. */
function namesOf(dep: SharedDep, names: readonly string[], { first, versionOf, contract }: Versions): FirstVersions {
  const own = ownModuleOf(dep);
  if (own === null) {
    return { [dep.name]: Object.fromEntries(names.map((name) => [name, versionOf(dep.package)])) };
  }
  const known = first[own] ?? {};
  const listed = names.includes(everything) ? Object.keys(known) : names;
  return { [own]: Object.fromEntries(listed.map((name) => [name, known[name] ?? contract])) };
}

/** The names that one import uses; none for the import itself, whose names follow one by one. */
function importedNames({ type, ids }: Dependency): string[] {
  if (ids === undefined) return type === 'esm import' ? [] : [everything];
  return [ids[0] ?? everything];
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

/**
 * The names that a remote's release uses of each shared module, from the module graph: of everything that it bundles,
 * dynamic imports included. Code that the bundler drops does not count.
 */
export function usedSharedExports(
  { compilation }: Pick<Stats, 'compilation'>,
  slots: readonly string[],
  versions: Versions,
): FirstVersions {
  const { moduleGraph } = compilation;
  const runtimes = sorted([...compilation.chunks].flatMap((chunk) => [...chunk.runtime]));
  const modules = [...compilation.modules];
  const used = sharedDeps.flatMap((dep) => {
    const consumed = modules.filter((module) => isConsumedSharedModule(module.identifier(), dep.name));
    const names = consumed.flatMap((module) =>
      moduleGraph
        .getIncomingConnections(module)
        .filter((connection) => connection.getActiveState(runtimes) !== false)
        .flatMap(({ dependency }) => importedNames(dependency)),
    );
    return names.length === 0 ? [] : [namesOf(dep, sorted(names), versions)];
  });
  return Object.assign({}, ...used, slotExports(slots, versions.first, versions.contract)) as FirstVersions;
}

/** The names that a shell's release offers of each shared module, and the slots that it knows. */
export function offeredSharedExports(
  { compilation }: Pick<Stats, 'compilation'>,
  slots: readonly string[],
  versions: Versions,
): FirstVersions {
  const { moduleGraph } = compilation;
  const provided = new Map<string, Module>();
  for (const module of modulesWithin(compilation.modules)) {
    if (!module.identifier().includes(sharedModuleFile)) continue;
    const blocks = module.blocks.flatMap(({ dependencies }) => dependencies);
    for (const dependency of [...module.dependencies, ...blocks]) {
      const target = moduleGraph.getModule(dependency);
      if (dependency.request !== undefined && target !== null) provided.set(dependency.request, target);
    }
  }
  const offered = sharedDeps.map((dep) => {
    const module = provided.get(dep.facade ?? dep.name);
    const exports = module === undefined ? null : moduleGraph.getProvidedExports(module);
    if (!Array.isArray(exports)) return namesOf(dep, [everything], versions);
    // Of a CommonJS library, the bundler makes the default export.
    return namesOf(dep, sorted(ownModuleOf(dep) === null ? [...exports, 'default'] : exports), versions);
  });
  return Object.assign({}, ...offered, slotExports(slots, versions.first, versions.contract)) as FirstVersions;
}

/** The module of `shellSharedModulesSource`. */
const sharedModuleFile = 'shared-deps.generated.js';

/** Modules, and those that the bundler joined into one. */
function* modulesWithin(modules: Iterable<Module>): Generator<Module> {
  for (const module of modules) {
    yield module;
    if ('modules' in module) yield* modulesWithin(module.modules as Iterable<Module>);
  }
}
