import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from './launch-error.mjs';
import { formatElapsed } from './output.mjs';
import { freePort, freePortFrom } from './ports.mjs';
import { startPostgres } from './postgres/server.mjs';
import { bffVendorSettings, clockSettings, portSetting, vendorSettings } from './settings.mjs';
import { waitUntil } from './wait-until.mjs';

const READY_LIMIT_MS = 60_000;
/** The exit code of `libs/app/src/cli/prepare.ts`. */
const OLDER_SCHEMA = 3;

class OlderSchemaError extends LaunchError {}

/** A thread of a bundled server is loaded from its source. */
const bundled = ['--enable-source-maps', '--conditions=source', '--import=./tools/dev/register.mjs'];
/** How long a server whose sources have changed may finish its work. */
const RESTART_GRACE_MS = 2000;

/**
 * @typedef {object} StackOptions
 * @property {NodeJS.ProcessEnv} settings the environment, `.env` included
 * @property {string} dataFolder persistent state: the database, its log, the demo accounts, the sandbox's Stripe
 * @property {string} storeFolder the built shell and remotes
 * @property {boolean} [randomPorts] every port chosen by the system, for tests
 * @property {boolean} [durable] false: the database may be lost, and the sandbox's Stripe keeps no state
 * @property {import('./dev-servers.mjs').ServerBundles} [bundles] given where servers run from their sources; each
 *   restarts when one of its own has changed
 * @property {string} seed demo or none
 * @property {Promise<unknown>} [compiled] the servers are compiled when it resolves; the database starts meanwhile
 * @property {Promise<unknown>} [frontEnd] given where the store has to be filled first: its releases can be published
 *   when it resolves
 */

/**
 * @typedef {object} Stack
 * @property {string} url the site's URL
 * @property {string} sandboxUrl
 * @property {string} workersUrl
 * @property {string} databaseUrl
 * @property {Promise<string>} failed resolves with the reason when a part of the stack ends unexpectedly
 */

/**
 * Starts the whole product: database, migrations and seed, sandbox, BFF, workers; resolves when all of them are ready.
 * @param {import('./build.mjs').Workshop} workshop
 * @param {StackOptions} options
 * @param {Array<() => Promise<void>>} cleanup receives a function to stop each part as it starts; run in reverse order
 * @returns {Promise<Stack>}
 * @throws {LaunchError} with the last lines of the part that failed
 */
export async function startStack(workshop, options, cleanup) {
  /** @type {typeof cleanup} */
  const started = [];
  cleanup.push(() => runCleanupSteps(started));
  try {
    return await startParts(workshop, options, started);
  } catch (error) {
    if (!(error instanceof OlderSchemaError) || options.settings['DATABASE_URL']) throw error;
    await runCleanupSteps(started);
    const kept = setAside(options.dataFolder);
    workshop.output.strong(`The database was of an older version. It is kept in ${kept}; a new one is made.`);
    return startParts(workshop, options, started);
  }
}

/**
 * @param {import('./build.mjs').Workshop} workshop @param {StackOptions} options @param {Array<() => Promise<void>>}
 * cleanup @returns {Promise<Stack>}
 */
async function startParts(workshop, options, cleanup) {
  const { output, signal } = workshop;
  const { settings } = options;
  mkdirSync(options.dataFolder, { recursive: true });
  const ports = await choosePorts(options, output);
  const url = `http://localhost:${ports.web}`;
  const sandboxUrl = `http://127.0.0.1:${ports.sandbox}`;
  const workersUrl = `http://127.0.0.1:${ports.workers}`;
  /** @type {(reason: string) => void} */
  let onFailure = () => undefined;
  /** @type {Promise<string>} */
  const failed = new Promise((resolve) => (onFailure = resolve));

  const databaseUrl =
    settings['DATABASE_URL'] || (await database(workshop, options, { port: ports.database, onFailure, cleanup }));
  await options.compiled;

  // The servers stop in parallel, and before the database that they need while draining.
  /** @type {Map<string, Server>} */
  const servers = new Map();
  cleanup.push(async () => void (await Promise.all([...servers.values()].map((server) => server.stop()))));
  options.bundles?.onRebuilt((names) => {
    for (const name of names) void servers.get(name)?.restart();
  });
  const start = (/** @type {string} */ name, /** @type {Record<string, string>} */ env) => {
    const server = startServer(workshop, options, { name, env, onFailure });
    servers.set(name, server);
    return server;
  };
  const sandbox = start('sandbox', {
    PORT: String(ports.sandbox),
    SMTP_PORT: String(ports.smtp),
    HOST: '127.0.0.1',
    // Not the site's public name, which may not be reachable from this machine.
    STRIPE_WEBHOOK_URL: `http://127.0.0.1:${ports.web}/api/webhooks/stripe`,
    TWILIO_WEBHOOK_URL: `http://127.0.0.1:${ports.web}/api/webhooks/twilio/inbound`,
    MAIL_WEBHOOK_URL: `http://127.0.0.1:${ports.web}/api/webhooks/mail`,
    // The sandbox's Stripe keeps its accounts as long as the database does.
    ...(options.durable !== false && { SANDBOX_STATE_FILE: join(options.dataFolder, 'sandbox-state.json') }),
  });
  const storage = { DATABASE_URL: databaseUrl, STORE_DIR: options.storeFolder };
  const { seed, frontEnd } = options;
  if (frontEnd) {
    // Migrations and seed take place while the front end is built.
    await orFailure(prepare(workshop, options, { ...storage, STORE_DIR: '', SEED: seed }), failed);
    await orFailure(frontEnd, failed);
  }
  await orFailure(prepare(workshop, options, { ...storage, SEED: frontEnd ? 'none' : seed }), failed);
  // The servers read the time from it at startup.
  await orFailure(answers(`${sandboxUrl}/`, { name: 'sandbox', server: sandbox, signal }), failed);
  const clock = clockSettings(sandboxUrl, settings);

  // A local address, as for Stripe's events.
  const callbacks = settings['TWILIO_AUTH_TOKEN'] ? {} : { TWILIO_CALLBACK_ORIGIN: `http://127.0.0.1:${ports.web}` };

  const bff = start('bff', {
    ...storage,
    RELEASE_CACHE_DIR: join(options.dataFolder, 'release-cache'),
    ...clock,
    QUEUE_URL: settings['QUEUE_URL'] ?? '',
    PORT: String(ports.web),
    HOST: settings['HOST'] || '127.0.0.1',
    PUBLIC_ORIGIN: settings['PUBLIC_ORIGIN'] || url,
    ...bffVendorSettings(sandboxUrl, settings),
    ...callbacks,
  });
  const workers = start('workers', {
    DATABASE_URL: databaseUrl,
    ...clock,
    QUEUE_URL: settings['QUEUE_URL'] ?? '',
    PORT: String(ports.workers),
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN: settings['PUBLIC_ORIGIN'] || url,
    ...vendorSettings(sandboxUrl, settings, ports.smtp),
    ...callbacks,
  });
  await orFailure(
    Promise.all([
      answers(`http://127.0.0.1:${ports.web}/readyz`, { name: 'bff', server: bff, signal }),
      answers(`${workersUrl}/readyz`, { name: 'workers', server: workers, signal }),
    ]),
    failed,
  );
  return { url, sandboxUrl, workersUrl, databaseUrl, failed };
}

/**
 * Stops all parts in reverse order; each is stopped even when another fails to stop.
 * @param {Array<() => Promise<void>>} cleanup
 */
export async function runCleanupSteps(cleanup) {
  /** @type {unknown[]} */
  const errors = [];
  for (let step = cleanup.pop(); step; step = cleanup.pop()) await step().catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** @template T @param {Promise<T>} work @param {Promise<string>} failed @returns {Promise<T>} */
function orFailure(work, failed) {
  return Promise.race([
    work,
    failed.then((reason) => {
      throw new LaunchError(reason);
    }),
  ]);
}

/** @param {StackOptions} options @param {import('./output.mjs').LauncherOutput} output */
async function choosePorts({ randomPorts, settings }, output) {
  if (randomPorts) {
    return {
      web: await freePort(),
      sandbox: await freePort(),
      smtp: await freePort(),
      workers: await freePort(),
      database: await freePort(),
    };
  }
  /** @type {Set<number>} */
  const reserved = new Set();
  const choose = async (/** @type {string} */ what, /** @type {string} */ name, /** @type {number} */ usual) => {
    const wanted = portSetting(settings, name, usual);
    const port = await freePortFrom(wanted, reserved);
    reserved.add(port);
    if (port !== wanted) output.say(`Port ${wanted} is taken: the ${what} uses ${port}.`);
    return port;
  };
  return {
    web: await choose('web server', 'PORT', 3000),
    sandbox: await choose('sandbox', 'SANDBOX_PORT', 3900),
    smtp: await choose("sandbox's mail server", 'SANDBOX_SMTP_PORT', 3925),
    workers: await choose("workers' health page", 'WORKERS_PORT', 3001),
    database: settings['DATABASE_URL'] ? 0 : await choose('database', 'POSTGRES_PORT', 3543),
  };
}

/** @param {import('./build.mjs').Workshop} workshop @param {StackOptions} options @returns {NodeJS.ProcessEnv} */
function common({ root }, { settings }) {
  return {
    ...settings,
    NODE_ENV: settings['NODE_ENV'] || 'development',
    NODE_COMPILE_CACHE: join(root, '.cache', 'node'),
    LOG_FORMAT: settings['LOG_FORMAT'] || 'pretty',
  };
}

/**
 * @param {import('./build.mjs').Workshop} workshop
 * @param {StackOptions} options
 * @param {{ port: number, onFailure: (reason: string) => void, cleanup: Array<() => Promise<void>> }} run
 */
async function database({ root, output, signal }, { dataFolder, durable = true }, { port, onFailure, cleanup }) {
  const since = performance.now();
  const server = await startPostgres({
    root,
    folder: join(dataFolder, 'postgres'),
    logFile: join(dataFolder, 'postgres.log'),
    port,
    durable,
    signal,
  });
  cleanup.push(() => server.stop());
  void server.ended.then((reason) => reason !== null && onFailure(reason));
  output.say(
    `PostgreSQL ${server.created ? 'made and started' : 'started'} on port ${port} in ${formatElapsed(since)}.`,
  );
  return server.url;
}

/**
 * Runs migrations and seed, and publishes the releases of the store.
 * @param {import('./build.mjs').Workshop} workshop
 * @param {StackOptions} options
 * @param {{ DATABASE_URL: string, STORE_DIR: string, SEED: string }} storage an empty store publishes nothing
 */
async function prepare(workshop, options, storage) {
  const { root, runtime, processes, output, signal } = workshop;
  const { code, tail } = await processes.run({
    command: runtime,
    args: options.bundles ? [options.bundles.file('prepare')] : ['libs/app/dist/cli/prepare.js'],
    cwd: root,
    env: {
      ...common(workshop, options),
      ...storage,
      DEMO_ACCOUNTS_FILE: join(options.dataFolder, 'demo-accounts.json'),
      ...(options.seed === 'demo' && { RELEASE_TOKENS_FILE: join(options.dataFolder, 'release-tokens.json') }),
      // The built releases replace those of earlier runs, also where a release was tried out.
      PREPARE_RELEASES: options.settings['PREPARE_RELEASES'] || 'replace',
    },
    onLine: output.prefixed('prepare'),
    signal,
  });
  const message = `Preparing the database failed (${code}).\n${tail}`;
  if (code === OLDER_SCHEMA) throw new OlderSchemaError(message);
  if (code !== 0) throw new LaunchError(message);
}

/**
 * Moves the embedded database away, together with the state of the sandbox's Stripe, which has its accounts.
 * @param {string} dataFolder @returns {string} where the database is now
 */
function setAside(dataFolder) {
  const database = join(dataFolder, 'postgres');
  let kept = `${database}.old`;
  for (let count = 2; existsSync(kept); count += 1) kept = `${database}.old-${count}`;
  renameSync(database, kept);
  const sandbox = join(dataFolder, 'sandbox-state.json');
  if (existsSync(sandbox)) renameSync(sandbox, join(kept, 'sandbox-state.json'));
  return kept;
}

/**
 * @typedef {object} Server
 * @property {() => boolean} hasEnded
 * @property {() => Promise<void>} restart from its bundle as it is now
 * @property {() => Promise<void>} stop
 */

/**
 * @param {import('./build.mjs').Workshop} workshop
 * @param {StackOptions} options
 * @param {{ name: string, env: Record<string, string>, onFailure: (reason: string) => void }} program
 * @returns {Server}
 */
function startServer(workshop, options, { name, env, onFailure }) {
  const { runtime, processes, output, root, signal } = workshop;
  const { bundles } = options;
  signal.throwIfAborted();
  const start = (/** @type {(reason: string) => void} */ onEnd) => {
    const running = processes.start({
      command: runtime,
      args: bundles ? [...bundled, bundles.file(name)] : ['--enable-source-maps', `${name}/dist/main.js`],
      cwd: root,
      env: { ...common(workshop, options), ...env, PARENT_PIPE: '1' },
      endsWithParent: false,
      onLine: output.prefixed(name),
    });
    const state = { running, stopping: false, ended: false };
    void running.ended.then(({ code, tail }) => {
      state.ended = true;
      if (!state.stopping) onEnd(`${name} ended by itself (${code}). Its last lines:\n${tail}`);
    });
    return state;
  };
  let current = start(onFailure);
  const stop = (/** @type {number} */ graceMs) => {
    current.stopping = true;
    return current.running.stop(graceMs);
  };
  let isStopped = false;
  let restarted = Promise.resolve();
  return {
    hasEnded: () => current.ended,
    restart() {
      restarted = restarted.then(async () => {
        await stop(RESTART_GRACE_MS);
        // The next change may repair it.
        if (!isStopped) current = start((reason) => output.say(`${reason}\nIt starts again when its sources change.`));
      });
      return restarted;
    },
    async stop() {
      isStopped = true;
      await stop(12_000);
      await restarted;
    },
  };
}

/**
 * @param {string} url
 * @param {{ name: string, server: Server, signal: AbortSignal }} program
 */
async function answers(url, { name, server, signal }) {
  let last = 'no answer';
  const isReady = async () => {
    if (signal.aborted || server.hasEnded()) return true;
    try {
      const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(5000)]) });
      const body = await response.text();
      last = `${response.status} ${body.slice(0, 300)}`;
      return response.ok;
    } catch {
      return false;
    }
  };
  const ready = await waitUntil(isReady, READY_LIMIT_MS, 150);
  signal.throwIfAborted();
  if (!ready) throw new LaunchError(`${name} was not ready within a minute; ${url} said: ${last}`);
}
