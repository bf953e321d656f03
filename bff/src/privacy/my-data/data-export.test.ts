import { completeDataExport } from '@ve/data/privacy/my-data/data-export.repository';
import { randomUUID } from 'node:crypto';
import { postWithoutBodyFromOwnPage, createTestMember, type TestMember } from '../../testing/members.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const aDay = 86_400_000;

let app: TestApp;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
beforeAll(async () => {
  app = await startTestApp({}, now);
});
beforeEach(async () => {
  ahead = 0;
  await app.empty('outbox', 'token_buckets');
});
afterAll(() => app.close());

interface Listed {
  id: string;
  status: string;
  askedAt: string;
  until: string | null;
}

const start = ({ headers }: TestMember) => postWithoutBodyFromOwnPage(`${app.url}/api/me/exports`, headers);
const started = async (member: TestMember) => {
  const answer = await start(member);
  expect(answer.status).toBe(202);
  return (await answer.json()) as Listed;
};
const list = async ({ headers }: TestMember) =>
  ((await (await fetch(`${app.url}/api/me/exports`, { headers })).json()) as { exports: Listed[] }).exports;
const open = (id: string, headers: Record<string, string>) =>
  fetch(`${app.url}/api/me/exports/${id}/file.json`, { headers });
/** Acts as the worker. */
const make = ({ userId }: TestMember, id: string) => completeDataExport(app.em(), { id, userId }, now());

it('is queued once while one is being made, with a job that contains only ids', async () => {
  const member = await createTestMember(app);
  const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => started(member)));
  expect(first).toEqual({ id: expect.any(String), status: 'making', askedAt: expect.any(String), until: null });
  for (const other of others) expect(other).toEqual(first);
  expect(await app.data.all('outbox')).toEqual([
    expect.objectContaining({
      jobName: 'data-exports.create',
      payload: { exportId: first?.id, correlationId: expect.any(String) },
    }),
  ]);
  expect(await list(member)).toEqual([first]);
  expect((await open(first?.id ?? '', member.headers)).status).toBe(404);
});

it('is a file of all data for its owner only, for seven days', async () => {
  const [member, other] = [await createTestMember(app), await createTestMember(app)];
  await app.data.set('customers', { name: '</script><b>Dana' }, { userId: member.userId });
  const { id } = await started(member);
  expect(await make(member, id)).toBe(true);
  const [listed] = await list(member);
  expect(listed).toMatchObject({ id, status: 'ready', until: expect.any(String) });

  const file = await open(id, member.headers);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(file.headers.get('content-disposition')).toMatch(
    /^attachment; filename="vehicle-enquiry-\d{4}-\d\d-\d\d\.json"$/,
  );
  expect(file.headers.get('cache-control')).toBe('no-store');
  const content = (await file.json()) as { sections: { table: string; rows: Record<string, unknown>[] }[] };
  expect(content.sections.find(({ table }) => table === 'customers')?.rows).toEqual([
    expect.objectContaining({ name: '</script><b>Dana' }),
  ]);
  expect(await list(other)).toEqual([]);
  const refusals = [
    await open(id, other.headers),
    await open(randomUUID(), member.headers),
    await open('nothing', member.headers),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await open(id, {})).status).toBe(401);

  await app.data.set('sessions', { expiresAt: new Date(Date.now() + 30 * aDay) }, { userId: member.userId });
  ahead = 7 * aDay - 60_000;
  expect(await list(member)).toHaveLength(1);
  ahead = 7 * aDay + 60_000;
  expect(await list(member)).toEqual([]);
  expect((await open(id, member.headers)).status).toBe(404);
});

it('can be requested again when it is made or lost, within a limit', async () => {
  const member = await createTestMember(app);
  const lost = await started(member);
  await app.data.set('data_exports', { createdAt: new Date(Date.now() - 2 * 3_600_000) }, { id: lost.id });
  const next = await started(member);
  expect(next.id).not.toBe(lost.id);
  expect(await app.data.values('data_exports', 'status', { id: lost.id })).toEqual(['failed']);
  await make(member, next.id);
  const statuses = [];
  for (let time = 0; time < 5; time += 1) {
    const answer = await start(member);
    statuses.push(answer.status);
    if (answer.status === 202) await make(member, ((await answer.json()) as Listed).id);
  }
  expect(statuses).toEqual([202, 202, 202, 202, 429]);
});

it('is refused for visitors', async () => {
  expect((await fetch(`${app.url}/api/me/exports`)).status).toBe(401);
  expect((await postWithoutBodyFromOwnPage(`${app.url}/api/me/exports`)).status).toBe(401);
});
