import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileCache, runBundled } from '@ve/server-kit/testing/bundled-script';
import { waitUntil } from './wait-until.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Starts the BFF as a process from its sources, behind one proxy. */
export const startBff = async (env: Record<string, string>) => {
  const child = spawn(process.execPath, await runBundled('bff'), {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      PORT: '0',
      TRUST_PROXY: '1',
      PARENT_PIPE: '1',
      // Never called here.
      IDEAL_POSTCODES_URL: 'http://127.0.0.1:9',
      IDEAL_POSTCODES_API_KEY: 'key',
      STRIPE_URL: 'http://127.0.0.1:9',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PRICE_ID: 'price_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_test',
      TWILIO_AUTH_TOKEN: 'token-of-tests',
      ...env,
    },
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const urlOf = () => /"event":"process_ready","url":"(http[^"]+)"/.exec(text)?.[1];
  await waitUntil('the BFF is ready', () => urlOf() !== undefined, 100_000).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return { url: urlOf()!, close: () => end('SIGTERM'), kill: () => end('SIGKILL') };
};
