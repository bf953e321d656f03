import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addContactMessage } from '@ve/data/messaging/contact/contact-message.repository';
import { openTestDatabase } from '@ve/data/testing/open-test-database';

const script = fileURLToPath(new URL('./answer-complaint.ts', import.meta.url));
let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const run = async (reference: string, env: Record<string, string> = { DATABASE_URL: db.url }) => {
  const child = spawn(process.execPath, ['--conditions=source', script, reference], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
};

it('answer-complaint marks a complaint as answered once, in any letter case, with an entry in the audit log', async () => {
  const em = () => db.orm.em.fork();
  const complaint = { name: 'Dana', email: 'dana@example.com', message: 'No', kind: 'complaint' } as const;
  const { reference } = await addContactMessage(em(), complaint, new Date('2026-03-01T10:00:00Z'));
  expect(await run((reference ?? '').toLowerCase())).toMatchObject({
    code: 0,
    text: expect.stringContaining('is marked as answered'),
  });
  expect(await run(reference ?? '')).toMatchObject({
    code: 0,
    text: expect.stringContaining('was answered before or is closed'),
  });
  expect(await run('VE-ACDEFGHJ')).toMatchObject({ code: 1, text: expect.stringContaining('is not known') });
  expect(await run('7')).toMatchObject({ code: 2, text: expect.stringContaining('Usage') });
  expect(await run(reference ?? '', { DATABASE_URL: 'hunter2' })).toEqual({
    code: 1,
    text: 'DATABASE_URL must be a Postgres URL\n',
  });
  expect(await db.data.values('contact_messages', 'state')).toEqual(['answered']);
  expect(await db.data.all('audit_log')).toMatchObject([{ action: 'complaint.answered', subject: reference }]);
});
