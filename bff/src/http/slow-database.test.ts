import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { createTestSession } from '../testing/sessions.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let impatient: TestApp;
let headers: { cookie: string };
beforeAll(async () => {
  app = await startTestApp();
  const token = await createTestSession(app, {
    email: 'admin@example.com',
    openedBy: 'password-totp',
    roles: ['admin'],
  });
  headers = { cookie: `session=${token}` };
  // Applies to connections that are opened after this.
  await app.rows(
    `do $$ begin execute format('alter database %I set statement_timeout = 500', current_database()); end $$`,
  );
  impatient = await startTestApp({}, undefined, { sharing: app });
});
afterAll(async () => {
  await impatient.close();
  await app.close();
});

/** Lists that search by e-mail address use POST. */
const searched: { method: string; headers: Record<string, string>; body: string } = {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...firstPartyHeaders },
  body: '{}',
};

/** The lists of staff, each with a table that it reads. */
const lists = {
  'stripe-events': 'stripe_events',
  mails: 'mails',
  texts: 'texts',
  reports: 'reports',
  'audit-entries/search': 'audit_log',
  'error-groups': 'error_groups',
  'dead-letters': 'dead_letters',
  cases: 'contact_messages',
  'scheduled-jobs': 'scheduled_jobs',
  vendors: 'vendor_call_counts',
  'service-status': 'disputes',
} as const;

it('every list of staff returns service-unavailable with a retry time while the database is slow', async () => {
  const ask = async (name: string) => {
    const sent: Partial<typeof searched> = name.endsWith('/search') ? searched : {};
    const answer = await fetch(`${impatient.url}/api/admin/${name}`, {
      ...sent,
      headers: { ...sent.headers, ...headers },
    });
    return { name, status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() };
  };
  const names = Object.keys(lists);
  await app.em().transactional(async (em) => {
    await em.execute(`lock table ${Object.values(lists).join(', ')} in access exclusive mode`);
    for (const name of names) {
      expect(await ask(name)).toEqual({
        name,
        status: 503,
        retryAfter: '5',
        body: expect.objectContaining({
          code: 'service-unavailable',
          title: expect.stringMatching(/isn’t available.*again/i) as unknown,
        }) as unknown,
      });
    }
  });
  for (const name of names) expect(await ask(name)).toMatchObject({ name, status: 200 });
});
