import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const keepCompileCache = new URL('../../../tools/testing/keep-compile-cache.mjs', import.meta.url).href;
/** As in `jest.config.mjs`. */
const compileCache = fileURLToPath(new URL('../../../.cache/compiled-for-tests', import.meta.url));
const main = fileURLToPath(new URL('../../../sandbox/src/main.ts', import.meta.url));

/**
 * Starts the sandbox in its own process, on free ports. `webhookUrl` receives every event of its Stripe; `more` are
 * other variables of its configuration.
 */
export async function startSandbox(
  webhookUrl = '',
  more: Readonly<Record<string, string>> = {},
): Promise<{ url: string; smtp: string; dns: string; close(): Promise<void> }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--import', keepCompileCache, main], {
    env: {
      PATH: '',
      NODE_COMPILE_CACHE: compileCache,
      PORT: '0',
      SMTP_PORT: '0',
      PARENT_PIPE: '1',
      STRIPE_WEBHOOK_URL: webhookUrl,
      ...more,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url, smtp, dns } = JSON.parse(line) as { url: string; smtp: string; dns: string };
  return {
    url,
    smtp,
    dns,
    close: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
