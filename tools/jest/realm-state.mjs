/** Properties that jest adds to the global object for a test file, except for unregistered symbols. */
const ofJest = new Set([
  'EVENT_HANDLERS',
  'LOG_ERRORS_BEFORE_RETRY',
  'RETRY_IMMEDIATELY',
  'RETRY_TIMES',
  'TEST_TIMEOUT_SYMBOL',
  'WAIT_BEFORE_RETRY',
]);

/** @typedef {string | symbol} Key */

/** @param {Key} key */
const isRegistered = (key) => {
  const name = typeof key === 'symbol' ? Symbol.keyFor(key) : undefined;
  return name !== undefined && !ofJest.has(name);
};

/**
 * Properties that packages added under registered symbols while they were loaded.
 * @type {Map<Key, PropertyDescriptor>}
 */
const registered = new Map();

/**
 * Records the properties that packages share on the global object, such as undici's dispatcher: they stay when the test
 * file that loaded them ends, and replacements by a test do not.
 */
export function recordGlobalRegistrations() {
  for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
    if (isRegistered(symbol) && !registered.has(symbol)) registered.set(symbol, descriptorOf(symbol));
  }
}

/** @param {Key} key */
const descriptorOf = (key) => /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(globalThis, key));

/**
 * @param {PropertyDescriptor} one
 * @param {PropertyDescriptor} other
 */
const areSame = (one, other) =>
  /** @type {const} */ (['value', 'get', 'set', 'writable', 'enumerable', 'configurable']).every((field) =>
    Object.is(one[field], other[field]),
  );

/** Listeners of `exit` stay: when the worker ends before a test file, they stop the processes that it started. */
const listeners = () =>
  new Map(
    process.eventNames().flatMap((name) => (name === 'exit' ? [] : [[name, process.rawListeners(String(name))]])),
  );

/** The state of the worker that a test file may change, as it was when this was created. */
export class RealmState {
  #globals = new Map(Reflect.ownKeys(globalThis).map((key) => [key, descriptorOf(key)]));
  #env = { ...process.env };
  #exit = process.exit;
  #folder = process.cwd();
  #listeners = listeners();

  constructor() {
    recordGlobalRegistrations();
  }

  /**
   * Restores global variables, the environment, working directory and `exit` of the process, and its listeners.
   * Properties that are neither configurable nor writable, and those that a package registered first, stay.
   */
  restore() {
    process.exit = this.#exit;
    if (process.cwd() !== this.#folder) process.chdir(this.#folder);
    for (const name of Object.keys(process.env)) {
      if (!(name in this.#env)) delete process.env[name];
    }
    Object.assign(process.env, this.#env);
    this.#putBackListeners();
    for (const key of new Set([...this.#globals.keys(), ...Reflect.ownKeys(globalThis)])) this.#putBackGlobal(key);
  }

  #putBackListeners() {
    const now = listeners();
    for (const name of new Set([...this.#listeners.keys(), ...now.keys()])) {
      const before = this.#listeners.get(name) ?? [];
      const after = now.get(name) ?? [];
      for (const listener of after) if (!before.includes(listener)) process.removeListener(name, listener);
      for (const listener of before) if (!after.includes(listener)) process.addListener(name, listener);
    }
  }

  /** @param {Key} key */
  #putBackGlobal(key) {
    const before = this.#globals.get(key) ?? registered.get(key);
    const now = Object.getOwnPropertyDescriptor(globalThis, key);
    if (before === undefined) {
      if (now?.configurable && !isRegistered(key)) Reflect.deleteProperty(globalThis, key);
    } else if (now === undefined || !areSame(before, now)) {
      // Fails without an effect where the property cannot be restored.
      Reflect.defineProperty(globalThis, key, before);
    }
  }
}
