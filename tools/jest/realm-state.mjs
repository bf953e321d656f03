/** What jest registers of its own on the global object for one test file, besides unregistered symbols. */
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

/** What packages put under registered symbols as they were loaded. @type {Map<Key, PropertyDescriptor>} */
const registered = new Map();

/**
 * Notes what is registered on the global object for packages to find each other (undici's dispatcher, say): it outlives
 * the file that loaded them, and what a test puts in its place does not.
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

/** Listeners of `exit` stay: they end what a file has started, when the worker ends before it does. */
const listeners = () =>
  new Map(
    process.eventNames().flatMap((name) => (name === 'exit' ? [] : [[name, process.rawListeners(String(name))]])),
  );

/** What a test file may change of its worker, as it was when this was made. */
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
   * Puts back global variables, the process's environment, working directory and `exit`, and its listeners. What cannot
   * be (neither configurable nor writable), and what a package registered first, stays.
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
      // Fails, and changes nothing, where it cannot be.
      Reflect.defineProperty(globalThis, key, before);
    }
  }
}
