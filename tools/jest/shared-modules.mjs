import jestRuntime from 'jest-runtime';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isModuleNamespaceObject } from 'node:util/types';
import { SyntheticModule } from 'node:vm';
import { recordGlobalRegistrations } from './realm-state.mjs';

const require = createRequire(import.meta.url);

/** Jest's runtime is CommonJS: in Node its default export is the class itself. */
const JestRuntime = /** @type {typeof jestRuntime.default} */ (/** @type {unknown} */ (jestRuntime));

/**
 * @typedef {object} Internals private members of jest's runtime
 * @property {{ esModuleRegistry: Modules }} registries
 * @property {{ dynamicImport: (...given: unknown[]) => unknown }} esmLoader
 * @property {{ sourceMaps: Map<string, string> }} transformCache
 * @property {{ buildJestObject: (from: string) => object }} jestGlobals
 */

const noMocks = 'no module is replaced here: its modules are shared by test files. Pass in what stands in for it.';
const noTimers = 'there are no fake timers here: give a clock, or the duration.';

/**
 * Functions of `jest` that the shared realm does not support, and that would otherwise silently do nothing (ADR 45).
 */
const refused = Object.fromEntries(
  [
    ...[
      ...['mock', 'doMock', 'setMock', 'unstable_mockModule', 'enableAutomock', 'autoMockOn'],
      ...['resetModules', 'isolateModules', 'isolateModulesAsync'],
    ].map((name) => [name, noMocks]),
    ['useFakeTimers', noTimers],
  ].map(([name, why]) => [
    name,
    () => {
      throw new Error(`jest.${name}: ${why}`);
    },
  ]),
);

/**
 * Modules of packages by URL; null for those that Node cannot load synchronously.
 * @type {Map<string, SyntheticModule | null>}
 */
const packages = new Map();

/** Modules of workspace packages by URL. @type {Map<string, import('node:vm').Module>} */
const workspacePackages = new Map();

/**
 * The path of the source map by file: stacks may lead through modules that an earlier test file loaded.
 * @type {Map<string, string>}
 */
const sourceMaps = new Map();

/** Loads dynamic imports for the current test file. @type {(...given: unknown[]) => unknown} */
let importForFile;

/** @param {string} url */
const exportsOf = (url) => {
  const loaded = require(fileURLToPath(url));
  if (isModuleNamespaceObject(loaded)) return { ...loaded };
  const named = loaded !== null && (typeof loaded === 'object' || typeof loaded === 'function') ? { ...loaded } : {};
  return { ...named, default: loaded, 'module.exports': loaded };
};

/** @param {string} url */
const loadPackage = (url) => {
  /** @type {Record<string, unknown>} */
  let exports;
  try {
    exports = exportsOf(url);
    recordGlobalRegistrations();
  } catch (error) {
    // Modules with top-level await: jest loads them for each file.
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ERR_REQUIRE_ASYNC_MODULE') return null;
    throw error;
  }
  const module = new SyntheticModule(
    Object.keys(exports),
    () => Object.entries(exports).forEach(([name, value]) => module.setExport(name, value)),
    { identifier: url },
  );
  void module.evaluate();
  return module;
};

/** @param {string} url */
const isOfPackage = (url) => url.startsWith('file:') && url.includes('/node_modules/') && !/[?#]/.test(url);

/** Whether the URL is a module of a workspace package, and neither a test nor a test helper. @param {string} url */
const isOfPackageFolder = (url) =>
  /^file:(?!.*\/node_modules\/).*\/src\/(?!(.*\/)?testing\/)[^?#]*(?<!\.(test|fixture))\.tsx?$/.test(url);

/** The modules that a test file has loaded. @extends {Map<string, import('node:vm').Module | Promise<unknown>>} */
class Modules extends Map {
  /** @override @param {string} url */
  get(url) {
    return super.get(url) ?? this.#shared(url);
  }

  /** @override @param {string} url @param {import('node:vm').Module | Promise<unknown>} module */
  set(url, module) {
    if (!(module instanceof Promise) && isOfPackageFolder(url) && workspacePackages.get(url)?.status !== 'evaluated')
      workspacePackages.set(url, module);
    return super.set(url, module);
  }

  /** @param {string} url */
  #shared(url) {
    if (isOfPackage(url)) {
      if (!packages.has(url)) packages.set(url, loadPackage(url));
      return packages.get(url) ?? undefined;
    }
    const module = workspacePackages.get(url);
    return module?.status === 'evaluated' ? module : undefined;
  }
}

/**
 * Loads modules once per worker: those of packages with Node, and those of workspace packages as jest does for the
 * first test file that needs them. Tests and test helpers are loaded for each file.
 */
export default class SharedModules extends JestRuntime {
  /** @param {ConstructorParameters<typeof JestRuntime>} given */
  constructor(...given) {
    const { getBuiltinModule } = process;
    super(...given);
    // The process is shared by the worker's test files, so its functions must not refer to the modules of one file.
    process.getBuiltinModule = getBuiltinModule;
    const internals = /** @type {Internals} */ (/** @type {unknown} */ (this));
    const { registries, esmLoader, transformCache, jestGlobals } = internals;
    const buildJestObject = jestGlobals.buildJestObject.bind(jestGlobals);
    jestGlobals.buildJestObject = (from) => Object.assign(buildJestObject(from), refused);
    registries.esModuleRegistry = new Modules();
    importForFile = esmLoader.dynamicImport;
    esmLoader.dynamicImport = (...asked) => importForFile(...asked);
    transformCache.sourceMaps = sourceMaps;
  }
}
