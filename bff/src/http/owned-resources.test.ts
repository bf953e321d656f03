import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { randomUUID } from 'node:crypto';
import { createTestMember, type TestMember } from '../testing/members.ts';
import { notEqualCondition } from '@ve/data/testing/test-rows';
import { createBreakGlassTestSession, createTestSession } from '../testing/sessions.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/* Every operation with an id in its path responds equally for another user's id and for an unknown one. */

interface Operation {
  name: string;
  method: string;
  path: string;
  audience: string;
}

const secret = 'secret of this machine';
const reason = 'for a test of who may see what';
/** One vehicle that only the owner has saved, and one that no user has. */
const [saved, unsaved] = ['FN15FNC', 'KP08KPR'];

let app: TestApp;
let operations: Operation[];
let owner: TestMember;
let other: TestMember;
/** The ids of everything that the owner has. */
let owned: string[];
beforeAll(async () => {
  app = await startTestApp({ LOCAL_ADMIN_SECRET: secret });
  owner = await createTestMember(app);
  other = await createTestMember(app);
  const customer = await app.data.one('customers', { userId: owner.userId });
  const report = await app.data.add('reports', { customerId: customer.id, registrationNumber: saved });
  await app.data.add('full_checks', {
    userId: owner.userId,
    subscriptionId: owner.subscriptionId,
    registrationNumber: saved,
  });
  const share = { tokenHash: 'a'.repeat(64), createdAt: new Date(), expiresAt: new Date(Date.now() + 86_400_000) };
  await app.data.add('report_shares', { reportId: report.id, ...share });
  await app.data.add('data_exports', { userId: owner.userId, createdAt: new Date() });
  await app.data.add('report_pdfs', { reportId: report.id, contentHash: 'a'.repeat(64), createdAt: new Date() });
  const ids = [[owner.userId, customer.id]];
  for (const table of ['sessions', 'full_checks', 'data_exports', 'subscriptions'] as const) {
    ids.push(await app.data.values(table, 'id', { userId: owner.userId }));
  }
  for (const table of ['reports', 'report_shares', 'report_pdfs'] as const)
    ids.push(await app.data.values(table, 'id'));
  owned = ids.flat();
  const { paths } = (await (await fetch(`${app.url}/api/docs/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { 'x-audience'?: string }>>;
  };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, each]) => {
      const method = name.toUpperCase();
      return { name: `${method} ${path}`, method, path, audience: each['x-audience'] ?? '' };
    }),
  );
});
afterAll(() => app.close());

/** The response of an operation for an id, without the parts that differ between requests. */
async function answerTo({ method, path }: Operation, id: string, registration: string, headers: object) {
  const answer = await fetch(app.url + path.replace('{registration}', registration).replace(/\{\w+\}/g, id), {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(method === 'GET' ? {} : { ...firstPartyHeaders, 'content-type': 'application/json' }),
      ...(headers as Record<string, string>),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify({ reason }) }),
  });
  const body = (await answer.text()).replace(/"requestId":"[^"]*"/, '').replaceAll(registration, 'REG');
  return { status: answer.status, body };
}

/** `{kind}` is an enumeration, not an id. */
const withId = (audience: RegExp): Operation[] =>
  operations.filter((each) => each.path.replace('{kind}', '').includes('{') && audience.test(each.audience));

it('a customer gets the same 404 for another customer’s ids and for unknown ids', async () => {
  const headers = { cookie: other.headers.cookie };
  const all = withId(/^customer$/);
  expect(all.length).toBeGreaterThan(5);
  for (const operation of all) {
    const unknown = await answerTo(operation, randomUUID(), unsaved, headers);
    for (const id of owned) {
      const foreign = await answerTo(operation, id, saved, headers);
      expect({ name: operation.name, ...foreign }).toEqual({ name: operation.name, ...unknown });
    }
    if (!operation.path.includes('{registration}'))
      expect([operation.name, unknown.status]).toEqual([operation.name, 404]);
  }
  const ids = String(owned.length);
  process.stdout.write(`Ids of others: ${String(all.length)} operations with an id x ${ids} ids of another customer\n`);
  // The owner's data is unchanged.
  expect(await app.data.all('sessions', { userId: owner.userId, revokedAt: notEqualCondition(null) })).toEqual([]);
  expect(await app.data.all('report_shares', { revokedAt: notEqualCondition(null) })).toEqual([]);
});

it('callers who are no admin with a second factor cannot find out which ids of the staff area exist', async () => {
  const actors: Record<string, object> = {
    visitor: {},
    customer: { cookie: other.headers.cookie },
    moderator: {
      cookie: `session=${await createTestSession(app, { roles: ['moderator'], openedBy: 'password-totp' })}`,
    },
    'admin without a second factor': { cookie: `session=${await createTestSession(app, { roles: ['admin'] })}` },
    'flag of a local admin alone': { 'x-local-admin': 'true' },
  };
  const all = withId(/^staff/);
  expect(all.length).toBeGreaterThan(5);
  for (const operation of all) {
    for (const [actor, headers] of Object.entries(actors)) {
      const unknown = await answerTo(operation, randomUUID(), unsaved, headers);
      const foreign = await answerTo(operation, owner.userId, saved, headers);
      expect([operation.name, actor, foreign]).toEqual([operation.name, actor, unknown]);
      expect([401, 403]).toContain(unknown.status);
    }
  }
});

it('an admin and the break-glass session get not-found for unknown ids', async () => {
  const actors = [
    { cookie: `session=${await createTestSession(app, { roles: ['admin'], openedBy: 'password-totp' })}` },
    { cookie: `ve-local-admin=${await createBreakGlassTestSession(app, secret)}`, 'x-local-admin': 'true' },
  ];
  for (const operation of withId(/^staff/)) {
    for (const headers of actors) {
      const { status } = await answerTo(operation, randomUUID(), unsaved, headers);
      expect([operation.name, operation.method === 'GET' ? [404] : [400, 404]]).toEqual([
        operation.name,
        expect.arrayContaining([status]),
      ]);
    }
  }
});
