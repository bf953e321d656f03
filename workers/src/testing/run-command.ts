import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sandboxKeys } from '@ve/providers/payments/sandbox-stripe.fixture';

const register = new URL('../../../tools/dev/register.mjs', import.meta.url).href;
const compileCache = join(tmpdir(), 've-test-compile-cache');

export interface CommandRun {
  /** Null: it was killed. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  script: URL;
  args: readonly string[];
  databaseUrl: string;
  stripeUrl: string;
  /** Listings are of this test clock. */
  testClock: string;
  now: () => Date;
  /** Kills it when Stripe has done its call of this number, whose answer it never gets. */
  killedIn?: number;
}

/** Runs a command of the workers as a process of its own, against the sandbox and with the time of a test. */
export const runCommand = async (options: CommandOptions): Promise<CommandRun> => {
  const gate = await startGate(options, () => child.kill('SIGKILL'));
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--import', register, fileURLToPath(options.script), ...options.args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: compileCache,
        NODE_ENV: 'test',
        LOG_LEVEL: 'error',
        DATABASE_URL: options.databaseUrl,
        STRIPE_URL: gate.url,
        STRIPE_SECRET_KEY: sandboxKeys.secret,
        STRIPE_PRICE_ID: 'price_sandbox_membership',
        CLOCK_SOURCE: `${gate.url}/now`,
      },
    },
  );
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => (text[name] += chunk.toString()));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  gate.close();
  return { code, ...text };
};

/** The way to the sandbox: says the time of the test, and counts the calls. */
const startGate = async ({ stripeUrl, testClock, now, killedIn }: CommandOptions, kill: () => void) => {
  let calls = 0;
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method = '', url: path = '', headers } = incoming;
    if (path === '/now') {
      outgoing.end(now().toISOString());
      return;
    }
    calls += 1;
    const isLast = calls === killedIn;
    const onward = request(new URL(ofClock(method, path, testClock), stripeUrl), { method, headers }, (answer) => {
      if (isLast) {
        answer.resume();
        answer.on('end', kill);
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Stripe lists customers and subscriptions of a test clock only when that is asked for. Pages are small: there are several. */
const ofClock = (method: string, path: string, testClock: string): string => {
  const url = new URL(path, 'http://stripe');
  const isListing =
    method === 'GET' && /^\/v1\/(customers|subscriptions|payment_intents|refunds|disputes)$/.test(url.pathname);
  if (!isListing || url.searchParams.has('customer') || url.searchParams.has('payment_intent')) return path;
  url.searchParams.set('limit', '3');
  if (/customers|subscriptions/.test(url.pathname)) url.searchParams.set('test_clock', testClock);
  return `${url.pathname}${url.search}`;
};
