import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readSandboxConfig } from './config.ts';
import { getNestedValue } from './testing/caller.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const children: ChildProcessWithoutNullStreams[] = [];
const start = (env: Record<string, string>): ChildProcessWithoutNullStreams => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { PATH: '', PORT: '0', SMTP_PORT: '0', ...env },
  });
  children.push(child);
  return child;
};
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const firstLine = async (child: ChildProcessWithoutNullStreams): Promise<unknown> => {
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line);
  return undefined;
};
const exitOf = async (child: ChildProcessWithoutNullStreams): Promise<unknown> => (await once(child, 'exit'))[0];

test('logs its URL when ready, and exits 0 on SIGTERM with a request still hanging', async () => {
  const child = start({});
  const ready = await firstLine(child);
  expect(getNestedValue(ready, 'msg')).toBe('ready');
  const url = String(getNestedValue(ready, 'url'));
  await fetch(`${url}/control/faults/ukvd`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'hang' }),
  });
  const hanging = fetch(`${url}/ukvd/api/datapackage/VehicleData?auth_apikey=sandbox-ukvd-key&key_VRM=AB12CDE`);
  const ended = expect(hanging).rejects.toThrow();
  let seen = 0;
  while (seen === 0) {
    const calls: unknown = await (await fetch(`${url}/control/calls?registration=AB12CDE`)).json();
    seen = Number(getNestedValue(calls, 'ukvd', 'count'));
  }
  const exit = exitOf(child);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
  await ended;
});

test('exits when its launcher’s pipe closes', async () => {
  const child = start({ PARENT_PIPE: '1' });
  await firstLine(child);
  const exit = exitOf(child);
  child.stdin.end();
  expect(await exit).toBe(0);
});

test('lists every configuration error and does not start', async () => {
  const child = start({ PORT: 'eighty', PARENT_PIPE: 'yes' });
  const exit = exitOf(child);
  const message = String(getNestedValue(await firstLine(child), 'msg'));
  expect(message).toContain('PORT must be a whole number');
  expect(message).toContain('PARENT_PIPE must be 1 or 0');
  expect(await exit).toBe(1);
});

test('has defaults for all variables', () => {
  expect(readSandboxConfig({})).toEqual({
    host: '127.0.0.1',
    port: 3900,
    smtpPort: 3925,
    dnsPort: 0,
    publicUrl: null,
    stripeWebhookUrl: null,
    twilioWebhookUrl: null,
    mailWebhookUrl: null,
    stateFile: null,
    exitWithParent: false,
  });
});
