import { ModuleMocker } from 'jest-mock';
import vm from 'node:vm';

/** Stands for the worker's own realm where jest names a context of `node:vm`. */
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

/** What jest registers of its own on the global object, besides unregistered symbols. */
const ofJest = new Set([
  'EVENT_HANDLERS',
  'LOG_ERRORS_BEFORE_RETRY',
  'RETRY_IMMEDIATELY',
  'RETRY_TIMES',
  'TEST_TIMEOUT_SYMBOL',
  'WAIT_BEFORE_RETRY',
]);

/**
 * Whether a global is one of a test file's: a registered symbol is how packages find each other, and outlives it.
 * @param {string | symbol} key
 */
const isOfFile = (key) => {
  if (typeof key === 'string') return true;
  const registered = Symbol.keyFor(key);
  return registered === undefined || ofJest.has(registered);
};

/** @returns {Map<string | symbol, PropertyDescriptor>} */
const globals = () =>
  new Map(
    Reflect.ownKeys(globalThis).map((key) => [
      key,
      /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(globalThis, key)),
    ]),
  );

/** Reading a global may load a module of Node's, and no test of these rooms mocks one. */
class Mocker extends ModuleMocker {
  /** @override */
  clearMocksOnScope() {
    return undefined;
  }
}

/**
 * Test files that run in the realm of jest's worker, one after another, instead of one of their own each: so that they
 * can share what is loaded once in it. Global variables and the process's environment are set back after each. There
 * are no fake timers.
 */
export default class OneRealm {
  global = globalThis;
  fakeTimers = null;
  fakeTimersModern = null;
  moduleMocker = new Mocker(globalThis);
  #globals = globals();
  #exit = process.exit;
  #env = { ...process.env };
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
    // Nothing is built for a file.
  }

  async teardown() {
    process.exit = this.#exit;
    for (const key of Object.keys(process.env)) {
      if (!(key in this.#env)) delete process.env[key];
    }
    Object.assign(process.env, this.#env);
    for (const [key, now] of globals()) {
      const before = this.#globals.get(key);
      if (!now.configurable || !isOfFile(key)) continue;
      if (before === undefined) Reflect.deleteProperty(globalThis, key);
      else if ('value' in before && before.value !== now.value) Object.defineProperty(globalThis, key, before);
    }
  }
}
