import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '../testing/open-test-database.ts';

const script = fileURLToPath(new URL('./seed-million.ts', import.meta.url));
let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const run = async (args: string[], env: Record<string, string>) => {
  const child = spawn(process.execPath, ['--conditions=source', script, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
};
const users = () => db.data.count('users');

it('refuses production and unknown arguments', async () => {
  const production = await run(['100'], { DATABASE_URL: db.url, NODE_ENV: 'production' });
  expect(production).toEqual({ code: 1, text: 'Refused: NODE_ENV is production.\n' });
  for (const args of [['many'], ['0'], ['100', 'x']]) {
    const { code, text } = await run(args, { DATABASE_URL: db.url });
    expect([code, text.slice(0, 6)]).toEqual([2, 'Usage:']);
  }
  expect(await users()).toBe(0);
});

it('seeds the requested number of customers, prints a report, and refuses to run again', async () => {
  const { code, text } = await run(['100'], { DATABASE_URL: db.url });
  expect(code).toBe(0);
  expect(text).toMatch(/^users: 100 rows in [\d.]+ s$/m);
  expect(await users()).toBe(100);
  const again = await run(['100'], { DATABASE_URL: db.url });
  expect(again).toEqual({ code: 1, text: 'Refused: this database was seeded before.\n' });
});
