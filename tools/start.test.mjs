import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { freePort } from './ports.mjs';
import { createFixtureProject } from './testing/fixture-project.mjs';
import { waitUntil } from './wait-until.mjs';

const LIMIT_MS = 40_000;
let root;
let ports;
const launched = [];

beforeEach(async () => {
  root = createFixtureProject();
  ports = {};
  for (const name of ['PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT', 'WORKERS_PORT', 'POSTGRES_PORT'])
    ports[name] = String(await freePort());
});
afterEach(async () => {
  for (const { child, ended } of launched.splice(0)) {
    child.kill('SIGINT');
    await ended;
  }
  rmSync(root, { recursive: true, force: true });
});

/** `npm start` of the fixture project, in its own process group, as in a terminal. */
function launch({
  env = {},
  args = [],
  identity = {},
  command = [process.execPath, join(root, 'tools/start.mjs')],
} = {}) {
  const [program, ...rest] = command;
  const child = spawn(program, [...rest, ...args], {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${join(root, 'bin')}${delimiter}${process.env.PATH}`,
      DATABASE_URL: '',
      ...ports,
      ...env,
    },
    detached: true,
    ...identity,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run = { child, text: '', ended: new Promise((resolve) => child.once('close', resolve)) };
  child.stdout.on('data', (chunk) => (run.text += chunk));
  child.stderr.on('data', (chunk) => (run.text += chunk));
  launched.push(run);
  return run;
}

const prints = (run, text) => waitUntil(() => run.text.includes(text) || run.child.exitCode !== null, LIMIT_MS);

async function ready(run) {
  await prints(run, 'is ready: ');
  expect(run.text).toContain('is ready: ');
  return run.text.match(/is ready: (\S+)/)[1];
}

/** Processes started from the fixture project's folder. */
function processesOf(folder) {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes(folder));
}

async function expectNothingLeft() {
  expect(await waitUntil(() => processesOf(root).length === 0, 10_000, 50)).toBe(true);
  // npm starts the launcher by a relative path, so it is not among those; the lock is removed last.
  expect(await waitUntil(() => !existsSync(join(root, '.data/start.lock')), 10_000, 50)).toBe(true);
  const half = readdirSync(join(root, '.data')).filter((name) => name.includes('.new-'));
  expect(half).toEqual([]);
}

test('prints one URL, the registrations and the accounts; Ctrl-C stops everything with code 130', async () => {
  const run = launch();
  const url = await ready(run);
  expect(url).toBe(`http://localhost:${ports.PORT}`);
  expect(await (await fetch(url)).text()).toBe('ok');
  await prints(run, 'admin@example.com');
  expect(run.text).toMatch(/AB12 CDE {2}clean/);
  expect(run.text).toMatch(/To sign in at http:\/\/localhost:\d+\/signin, .* http:\/\/127\.0\.0\.1:\d+\/inbox:/);
  expect(run.text).toMatch(/driver@example\.com +Member +AB12CDE/);
  expect(run.text).toMatch(/Staff, at http:\/\/localhost:\d+\/admin\/signin; the first sign-in sets up/);
  expect(run.text).toMatch(/admin@example\.com +Staff +password secret/);
  expect(run.text).not.toContain('\u001b[');

  run.child.kill('SIGINT');
  expect(await run.ended).toBe(130);
  expect(run.text).toMatch(/bff +draining/);
  await expectNothingLeft();
});

test('a second run needs no build, and the servers get their settings', async () => {
  const prepared = ({ text }) => text.match(/(?<=prepare +)seed .*/g);
  const first = launch();
  await ready(first);
  // The first seeds while the front end is built.
  expect(prepared(first)).toEqual(['seed demo, releases not published', 'seed none, releases published']);
  first.child.kill('SIGINT');
  await first.ended;
  const second = launch();
  const url = await ready(second);
  expect(second.text).not.toContain('Building');
  expect(prepared(second)).toEqual(['seed demo, releases published']);
  const bff = await (await fetch(`${url}/env`)).json();
  const clock = { CLOCK_SOURCE: `http://127.0.0.1:${ports.SANDBOX_PORT}/control/clock` };
  expect(bff).toMatchObject({
    ...clock,
    PARENT_PIPE: '1',
    LOG_FORMAT: 'pretty',
    PUBLIC_ORIGIN: url,
    STORE_DIR: join(root, '.store'),
    PAGE_KEYS: 'STRIPE=pk_test_sandbox',
    STRIPE_URL: `http://127.0.0.1:${ports.SANDBOX_PORT}`,
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
    IDEAL_POSTCODES_URL: `http://127.0.0.1:${ports.SANDBOX_PORT}/ideal-postcodes`,
  });
  const workers = await (await fetch(`http://127.0.0.1:${ports.WORKERS_PORT}/env`)).json();
  expect(workers).toMatchObject({
    ...clock,
    QUEUE_URL: '',
    DVLA_URL: `http://127.0.0.1:${ports.SANDBOX_PORT}/dvla`,
    DVSA_CLIENT_ID: 'sandbox-client',
    STRIPE_URL: `http://127.0.0.1:${ports.SANDBOX_PORT}`,
  });
  expect(workers.DATABASE_URL).toMatch(
    new RegExp(`^postgresql://postgres:.+@127\\.0\\.0\\.1:${ports.POSTGRES_PORT}/postgres$`),
  );
});

test('a taken port is reported, and the next free one is used', async () => {
  const other = createServer();
  await new Promise((resolve) => other.listen(Number(ports.PORT), '127.0.0.1', resolve));
  try {
    const run = launch();
    expect(await ready(run)).not.toBe(`http://localhost:${ports.PORT}`);
    expect(run.text).toMatch(new RegExp(`Port ${ports.PORT} is taken: the web server uses \\d+\\.`));
  } finally {
    other.close();
  }
});

test('a second instance is rejected with the URL of the first, which keeps running', async () => {
  const first = launch();
  const url = await ready(first);
  const second = launch();
  expect(await second.ended).toBe(1);
  expect(second.text.trim()).toBe(
    `Vehicle Enquiry is already running at ${url} (process ${first.child.pid}). Stop that one first.`,
  );
  expect((await fetch(url)).status).toBe(200);
});

test('kill -9 leaves nothing running, and the next start works', async () => {
  const first = launch();
  await ready(first);
  first.child.kill('SIGKILL');
  await first.ended;
  expect(await waitUntil(() => processesOf(root).length === 0, 10_000, 50)).toBe(true);
  expect(await ready(launch())).toBe(`http://localhost:${ports.PORT}`);
});

test.each([
  ['SIGTERM', []],
  ['SIGHUP', []],
  ['SIGKILL', []],
  ['SIGTERM', ['--script-shell=bash']],
  ['SIGKILL', ['--script-shell=bash']],
])('%s to npm, which a process manager started %j, shuts the whole stack down gracefully', async (signal, options) => {
  const npm = process.env.PATH.split(delimiter)
    .map((folder) => join(folder, 'npm'))
    .find((file) => !file.startsWith(root) && existsSync(file));
  writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({ type: 'module', private: true, scripts: { start: 'node tools/start.mjs' } }),
  );
  const run = launch({ command: [npm, 'start', ...options] });
  const { port } = new URL(await ready(run));
  const server = createConnection(Number(port), '127.0.0.1');
  await once(server, 'connect');
  const drained = once(server, 'close');
  run.child.kill(signal);
  await drained;
  expect(await waitUntil(() => run.text.includes('draining'), LIMIT_MS)).toBe(true);
  await expectNothingLeft();
});

test('a crashed server is reported with its last lines, and the rest is stopped', async () => {
  const run = launch();
  const url = await ready(run);
  await fetch(`${url}/die`).catch(() => undefined);
  expect(await run.ended).toBe(1);
  expect(run.text).toMatch(/bff ended by itself \(3\)\. Its last lines:\n(.*\n)*the reason of bff/);
  await expectNothingLeft();
});

test.each([
  ['while building', 'Building the servers'],
  ['while the database is made', 'Built the servers'],
  ['while the servers start', 'PostgreSQL made'],
])('Ctrl-C %s: code 130, nothing left, and the next start works', async (_when, text) => {
  const run = launch();
  await prints(run, text);
  run.child.kill('SIGINT');
  expect(await run.ended).toBe(130);
  await expectNothingLeft();
  await ready(launch());
});

test('a second Ctrl-C kills a server that does not stop', async () => {
  writeFileSync(
    join(root, 'sandbox/src/main.ts'),
    `import { createServer } from 'node:http';
     createServer((_, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1');
     process.on('SIGTERM', () => console.log('no'));`,
  );
  const run = launch();
  await ready(run);
  run.child.kill('SIGINT');
  await prints(run, 'sandbox  no');
  const since = performance.now();
  run.child.kill('SIGINT');
  expect(await run.ended).toBe(130);
  expect(performance.now() - since).toBeLessThan(3000);
  await expectNothingLeft();
});

test('a failed build is reported with the builder’s output', async () => {
  writeFileSync(join(root, 'bff/src/empty.ts'), 'const = 1;');
  const run = launch();
  expect(await run.ended).toBe(1);
  expect(run.text).toMatch(/Building the servers failed \(1\)\.\n(.*\n)*.*bff\/src\/empty\.ts:1:/);
  await expectNothingLeft();
});

test('a failed build of the front end is reported, and the database that was made meanwhile is stopped', async () => {
  writeFileSync(join(root, 'libs/build/src/cli/build-all.ts'), `console.log('the reason'); process.exitCode = 2;`);
  const run = launch();
  expect(await run.ended).toBe(1);
  expect(run.text).toContain('PostgreSQL made');
  expect(run.text).toContain('Building the shell and the remotes failed (2).\nthe reason');
  await expectNothingLeft();
});

test('what has no source any more is removed from what is compiled', async () => {
  writeFileSync(join(root, 'bff/src/gone.ts'), 'export {};');
  const first = launch();
  await ready(first);
  expect(existsSync(join(root, 'bff/dist/gone.js'))).toBe(true);
  first.child.kill('SIGINT');
  await first.ended;
  rmSync(join(root, 'bff/src/gone.ts'));
  await ready(launch());
  expect(readdirSync(join(root, 'bff/dist')).sort()).toEqual(['empty.js', 'empty.js.map', 'main.js', 'main.js.map']);
});

test('missing packages are installed first; an install interrupted by Ctrl-C is repeated', async () => {
  rmSync(root, { recursive: true });
  root = createFixtureProject({ installed: false });
  const first = launch();
  await prints(first, 'Installing packages');
  await waitUntil(() => existsSync(join(root, 'npm.pid')), LIMIT_MS);
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(130);
  await expectNothingLeft();
  expect(existsSync(join(root, 'node_modules'))).toBe(false);

  const second = launch();
  await ready(second);
  expect(second.text).toMatch(/Installing packages: node_modules is missing \(npm ci --omit=dev\)…\nInstalled in /);
  second.child.kill('SIGINT');
  await second.ended;
  const third = launch();
  await ready(third);
  expect(third.text).not.toContain('Installing');
});

test('npm’s own output is shown when it fails', async () => {
  rmSync(root, { recursive: true });
  root = createFixtureProject({ installed: false });
  writeFileSync(join(root, 'bin/npm'), '#!/bin/sh\necho "npm error code EINTEGRITY" >&2\nexit 1\n');
  const run = launch();
  expect(await run.ended).toBe(1);
  expect(run.text).toMatch(/npm ci failed \(1\)\.\nnpm error code EINTEGRITY/);
});

test('with DATABASE_URL no embedded database is started', async () => {
  const run = launch({ env: { DATABASE_URL: 'postgresql://somewhere/else' } });
  const url = await ready(run);
  expect((await (await fetch(`${url}/env`)).json()).DATABASE_URL).toBe('postgresql://somewhere/else');
  expect(existsSync(join(root, '.data/postgres'))).toBe(false);
  expect(existsSync(join(root, '.data/demo-accounts.json'))).toBe(false);
});

test('a database of an older version is set aside with the state of the sandbox, and a new one is created', async () => {
  mkdirSync(join(root, '.data'));
  writeFileSync(join(root, '.data/older'), '');
  writeFileSync(join(root, '.data/sandbox-state.json'), '{}');
  const run = launch();
  await ready(run);
  const kept = join(root, '.data/postgres.old');
  expect(run.text).toContain(`The database was of an older version. It is kept in ${kept}; a new one is made.`);
  expect(readdirSync(kept)).toEqual(expect.arrayContaining(['PG_VERSION', 'sandbox-state.json']));
  expect(existsSync(join(root, '.data/postgres/PG_VERSION'))).toBe(true);
});

test('a configured database of an older version is rejected', async () => {
  mkdirSync(join(root, '.data'));
  writeFileSync(join(root, '.data/older'), '');
  const run = launch({ env: { DATABASE_URL: 'postgresql://elsewhere/else' } });
  expect(await run.ended).toBe(1);
  expect(run.text).toMatch(/Preparing the database failed \(3\)\.\n.*older schema/);
  await expectNothingLeft();
});

test('a read-only folder is reported in one line', async () => {
  chmodSync(root, 0o555);
  // Root may write anywhere, so the command runs as another user.
  const run = launch({ identity: process.getuid() === 0 ? { uid: 65_534, gid: 65_534 } : {} });
  expect(await run.ended).toBe(1);
  chmodSync(root, 0o755);
  expect(run.text.trim()).toBe(`Cannot write ${join(root, '.cache')}: no permission to write there.`);
});

test('an unknown option is reported in one line', async () => {
  const run = launch({ args: ['--prod'] });
  expect(await run.ended).toBe(1);
  expect(run.text.trim()).toBe('Unknown option --prod. There is one: --dev.');
});

describe('dev', () => {
  const main = () => join(root, 'bff/src/main.ts');
  const answersWith = (url, text) =>
    waitUntil(
      async () =>
        (await fetch(url).then(
          (answer) => answer.text(),
          () => null,
        )) === text,
      LIMIT_MS,
    );

  test('a saved server restarts, alone; an error leaves it as it was until it is repaired; SIGTERM stops everything', async () => {
    const source = readFileSync(main(), 'utf8');
    const save = (text) => writeFileSync(main(), source.replace("response.end('ok')", `response.end('${text}')`));
    const run = launch({ args: ['--dev'] });
    const url = await ready(run);
    expect((await (await fetch(`${url}/env`)).json()).WORK_ON).toMatch(/^shell=http:\S+ mfe-orders=http:\S+$/);
    expect(await answersWith(url, 'ok')).toBe(true);
    save('changed');
    expect(await answersWith(url, 'changed')).toBe(true);

    writeFileSync(main(), `${source}const = 1;`);
    await prints(run, 'bff/src/main.ts');
    expect(await answersWith(url, 'changed')).toBe(true);
    save('repaired');
    expect(await answersWith(url, 'repaired')).toBe(true);

    writeFileSync(main(), `throw new Error('the reason');`);
    await prints(run, 'starts again when its sources change');
    expect(run.text).toMatch(/bff ended by itself \(1\)\. Its last lines:\n(.*\n)*.*the reason/);
    save('back');
    expect(await answersWith(url, 'back')).toBe(true);
    expect(run.text.match(/workers +ready/g)).toHaveLength(1);

    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(143);
    await expectNothingLeft();
  });

  test('a source with an error is reported, and the start goes on when it is repaired', async () => {
    const source = readFileSync(main(), 'utf8');
    writeFileSync(main(), 'const = 1;');
    const run = launch({ args: ['--dev'] });
    await prints(run, 'bff/src/main.ts');
    writeFileSync(main(), source);
    expect(await answersWith(await ready(run), 'ok')).toBe(true);
  });
});

describe('work-on', () => {
  test('serves the remote next to the stack, whose pages load it; Ctrl-C stops both', async () => {
    const run = launch({ args: ['--work-on', 'mfe-orders'] });
    const url = await ready(run);
    await prints(run, 'Saved changes');
    expect(run.text).toContain(`mfe-orders from its sources, in the real page: ${url}/orders\n  ${url}/pay\n`);
    const { WORK_ON, STORE_DIR } = await (await fetch(`${url}/env`)).json();
    const [, shell, remote] = /^shell=(http:\/\/localhost:42\d\d) mfe-orders=(http:\/\/localhost:42\d\d)$/.exec(
      WORK_ON,
    );
    expect(await (await fetch(shell)).text()).toBe('shell');
    expect(await (await fetch(remote)).text()).toBe('mfe-orders');
    expect(STORE_DIR).toBe(join(root, '.store'));

    run.child.kill('SIGINT');
    expect(await run.ended).toBe(130);
    await expectNothingLeft();
  });

  test('next to a site that runs already, prints how its staff preview the remote, and leaves the site running', async () => {
    const site = launch();
    const url = await ready(site);
    const run = launch({ args: ['--work-on', 'mfe-orders'] });
    await prints(run, 'sign in as staff');
    expect(run.text).toContain(`${url} is running already`);
    expect(run.text).toMatch(/mfe-orders is served at http:\/\/localhost:42\d\d/);
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(130);
    expect((await fetch(url)).status).toBe(200);
  });

  test.each([
    [['mfe-none'], 'There is no remote mfe-none. Remotes are mfe-orders.'],
    [[], 'Which remote? npm run work-on mfe-orders'],
  ])('rejects %j in one line', async (names, message) => {
    const run = launch({ args: ['--work-on', ...names] });
    expect(await run.ended).toBe(1);
    expect(run.text.trim()).toBe(message);
  });

  test('a development server that ends is reported, and everything is stopped', async () => {
    writeFileSync(join(root, 'libs/build/src/cli/work-on.ts'), `console.log('the reason'); process.exitCode = 2;`);
    const run = launch({ args: ['--work-on', 'mfe-orders'] });
    expect(await run.ended).toBe(1);
    expect(run.text).toContain('Serving the remotes ended (2).\nthe reason');
    await expectNothingLeft();
  });
});
