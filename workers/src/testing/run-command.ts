import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sandboxStripeKeys } from '@ve/providers/payments/stripe-sandbox-api.fixture';
import { type BundledScript, compileCache, runBundled } from '@ve/server-kit/testing/bundled-script';

export interface CommandRun {
  /** Exit code; null if the command was killed. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface StripeCommandRunOptions {
  script: BundledScript;
  args: readonly string[];
  databaseUrl: string;
  stripeUrl: string;
  /** The test clock whose objects are listed. */
  testClock: string;
  now: () => Date;
  /** Kills the command after Stripe has done its call of this number, before the response arrives. */
  killedIn?: number;
}

/** Runs a command of the workers as a process, against the sandbox and with the test's time. */
export const runCommand = async (options: StripeCommandRunOptions): Promise<CommandRun> => {
  const script = await runBundled(options.script);
  const gate = await startGate(options, () => child.kill('SIGKILL'));
  const child = spawn(process.execPath, [...script, ...options.args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATABASE_URL: options.databaseUrl,
      STRIPE_URL: gate.url,
      STRIPE_SECRET_KEY: sandboxStripeKeys.secret,
      STRIPE_PRICE_ID: 'price_sandbox_membership',
      CLOCK_SOURCE: `${gate.url}/now`,
    },
  });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => (text[name] += chunk.toString()));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  gate.close();
  return { code, ...text };
};

/** A proxy to the sandbox that reports the test's time and counts the calls. */
const startGate = async ({ stripeUrl, testClock, now, killedIn }: StripeCommandRunOptions, kill: () => void) => {
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

/**
 * Adds the test clock to listings, since Stripe lists its customers and subscriptions only on request. Pages are small,
 * so that there are several.
 */
const ofClock = (method: string, path: string, testClock: string): string => {
  const url = new URL(path, 'http://stripe');
  const isListing =
    method === 'GET' && /^\/v1\/(customers|subscriptions|payment_intents|refunds|disputes)$/.test(url.pathname);
  if (!isListing || url.searchParams.has('customer') || url.searchParams.has('payment_intent')) return path;
  url.searchParams.set('limit', '3');
  if (/customers|subscriptions/.test(url.pathname)) url.searchParams.set('test_clock', testClock);
  return `${url.pathname}${url.search}`;
};
