import { ModuleMocker } from 'jest-mock';
import vm from 'node:vm';
import { RealmState } from './realm-state.mjs';

/** Represents the worker's own realm where jest expects a context of `node:vm`. */
const ownRealm = {};

const { SourceTextModule, SyntheticModule, compileFunction } = vm;

/**
 * @template {{ context?: object | undefined }} T
 * @param {T} [options]
 */
const inOwnRealm = (options) => (options?.context === ownRealm ? { ...options, context: undefined } : options);

Object.assign(vm, {
  SourceTextModule: class extends SourceTextModule {
    /** @param {ConstructorParameters<typeof SourceTextModule>} given */
    constructor(...[code, options]) {
      super(code, inOwnRealm(options));
    }
  },
  SyntheticModule: class extends SyntheticModule {
    /** @param {ConstructorParameters<typeof SyntheticModule>} given */
    constructor(...[names, evaluate, options]) {
      super(names, evaluate, inOwnRealm(options));
    }
  },
  /** @type {typeof compileFunction} */
  compileFunction: (code, parameters, options) =>
    compileFunction(
      code,
      parameters,
      options?.parsingContext === ownRealm ? { ...options, parsingContext: undefined } : options,
    ),
});

/** Reading a global may load a Node module, and no test of this repository mocks one. */
class Mocker extends ModuleMocker {
  /** @override */
  clearMocksOnScope() {
    return undefined;
  }
}

/**
 * Runs test files in the realm of jest's worker, one after another, instead of in separate realms, so that they share
 * what is loaded once in it. Changes that a file makes to the realm and the process are undone after it. There are no
 * fake timers.
 */
export default class OneRealm {
  global = globalThis;
  fakeTimers = null;
  fakeTimersModern = null;
  moduleMocker = new Mocker(globalThis);
  #state = new RealmState();
  #conditions;

  /** @param {{ projectConfig: { testEnvironmentOptions: { customExportConditions?: string[] } } }} config */
  constructor({ projectConfig }) {
    this.#conditions = projectConfig.testEnvironmentOptions.customExportConditions ?? ['node'];
  }

  exportConditions() {
    return this.#conditions;
  }

  getVmContext() {
    return ownRealm;
  }

  async setup() {
    // Nothing to tear down: no realm is created for a file.
  }

  async teardown() {
    this.#state.restore();
  }
}
