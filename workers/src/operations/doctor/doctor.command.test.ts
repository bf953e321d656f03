import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./doctor.command.ts', import.meta.url));
const register = new URL('../../../../tools/dev/register.mjs', import.meta.url).href;

/** Runs the command as `npm run doctor` does. */
const run = async (env: Record<string, string>, ...args: string[]) => {
  const child = spawn(process.execPath, ['--conditions=source', '--import', register, script, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { out, err, code: code as number };
};

/** Half of a configuration, whose secrets also stand where a mistake would print them. */
const half = {
  DATABASE_URL: 'postgres://us:hunter2-database@127.0.0.1:9/site',
  DVLA_URL: 'http://127.0.0.1:9/hunter2-dvla',
  DVLA_API_KEY: 'hunter2-dvla',
  IDEAL_POSTCODES_URL: 'http://127.0.0.1:9',
  IDEAL_POSTCODES_API_KEY: 'hunter2-postcodes',
  MAIL_FROM: 'no-reply@hunter2-dvla.example',
  DNS_SERVER: '127.0.0.1:9',
  TWILIO_AUTH_TOKEN: 'hunter2-one,hunter2-two',
};

it('reports what is wrong and what to do, ends with 1, and prints no secret', async () => {
  const { out, err, code } = await run(half);
  expect([code, err]).toEqual([1, '']);
  expect(out).toMatch(/^Configuration\n {2}✖ bff: STRIPE_SECRET_KEY is not set\n {6}STRIPE_PRICE_ID is not set\n/);
  expect(out).toMatch(/ {2}✖ DVLA: .+\n {4}→ Compare DVLA_URL and DVLA_API_KEY/);
  expect(out).toMatch(/ {2}– DVSA: not checked here, it needs DVSA_URL/);
  expect(out).toMatch(/\n\d+ ✔, \d+ ✖, \d+ –\n$/);
  expect(out).not.toContain('hunter2');
});

it('says the same to a program', async () => {
  const { out, code } = await run(half, '--json');
  expect(code).toBe(1);
  const { healthy, checks } = JSON.parse(out) as { healthy: boolean; checks: { name: string; state: string }[] };
  expect(healthy).toBe(false);
  expect(checks).toContainEqual({
    group: 'PostgreSQL',
    name: 'answers',
    state: 'failed',
    problem: 'it does not answer, or refuses user, password or database',
    remedy: expect.stringContaining('correct DATABASE_URL'),
  });
  expect(out).not.toContain('hunter2');
});

it('does not run with an argument that it does not know', async () => {
  expect(await run({}, '--fix')).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('Usage: npm run doctor'),
  });
});
