import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../../tools/ports.mjs';
import { root } from './workshop.ts';

export interface ServerProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a server program on a free port, unless `env` names one, and resolves when `path` responds with 200. Its
 * stderr is inherited. The program has to end when its standard input does, so that it ends with this process.
 */
export async function startServer(args: string[], env: Record<string, string>, path: string): Promise<ServerProcess> {
  const port = env['PORT'] ?? String(await freePort());
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: port, HOST: '127.0.0.1', ...env },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const exited = new Promise<void>((resolve) =>
    child.once('exit', () => {
      resolve();
    }),
  );
  const url = `http://127.0.0.1:${port}`;
  const limit = performance.now() + 30_000;
  while (
    !(await fetch(url + path).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() > limit) {
      child.kill('SIGKILL');
      throw new Error(`${args.join(' ')} did not become ready`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Starts the built BFF as in production, on this database. */
export const startBff = (
  env: { DATABASE_URL: string } & Record<string, string>,
  path: string,
): Promise<ServerProcess> =>
  startServer(
    [join(root, 'bff/dist/main.js')],
    {
      NODE_ENV: 'production',
      REHEARSAL: 'true',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '1000000',
      PARENT_PIPE: '1',
      // Required, but never called here.
      IDEAL_POSTCODES_URL: 'http://127.0.0.1:9',
      IDEAL_POSTCODES_API_KEY: 'key',
      STRIPE_URL: 'http://127.0.0.1:9',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PRICE_ID: 'price_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_test',
      TWILIO_AUTH_TOKEN: 'token-of-benches',
      ...env,
    },
    path,
  );
