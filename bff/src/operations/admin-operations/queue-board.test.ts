import { createLogger } from '@ve/server-kit/log/logger';
import { connectQueues, type QueueConnection } from '@ve/server-kit/queue/queue-connection';
import { createJobQueues, type JobQueues } from '@ve/server-kit/queue/queues';
import { randomUUID } from 'node:crypto';
import { createTestSession } from '../../testing/sessions.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let connection: QueueConnection;
let queues: JobQueues;
let staff: Record<string, string>;
const checkId = randomUUID();
beforeAll(async () => {
  app = await startTestApp();
  const { warn } = createLogger({ name: 'test', level: 'silent', format: 'json' });
  connection = await connectQueues({ databaseUrl: app.databaseUrl, onError: warn });
  queues = createJobQueues(connection, warn);
  await queues.add([
    { id: 'outbox-1', name: 'full-checks.run', payload: { checkId, correlationId: 'request-1', note: 'Dana Driver' } },
    { id: 'outbox-2', name: 'error-logs.write', payload: { entry: { message: 'Dana Driver' }, userId: checkId } },
  ]);
  staff = { cookie: `session=${await createTestSession(app, { openedBy: 'password-totp', roles: ['admin'] })}` };
});
afterAll(async () => {
  await queues.close();
  await connection.close();
  await app.close();
});

const read = (path: string, headers = staff) => fetch(`${app.url}/admin/queues${path}`, { headers });
const page = async () => (await read('/')).text();

describe('the queue board', () => {
  it('opens for staff only: page, files and data', async () => {
    const files = [...(await page()).matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, file]) => `/${file}`);
    expect(files.length).toBeGreaterThan(3);
    const callers: [Record<string, string>, number][] = [
      [{}, 401],
      [{ cookie: `session=${await createTestSession(app)}` }, 403],
      [{ cookie: `session=${await createTestSession(app, { roles: ['admin'] })}` }, 403],
      [{ cookie: `session=${await createTestSession(app, { openedBy: 'password-totp', roles: ['moderator'] })}` }, 403],
      [staff, 200],
    ];
    const paths = ['', '/', '/queue/mails', '/api/queues', '/api/queues/full-checks/outbox-1', ...files];
    for (const [headers, status] of callers) {
      for (const path of paths) expect([path, (await read(path, headers)).status]).toEqual([path, status]);
    }
  });

  it('loads nothing from other origins, under its own policy', async () => {
    const answer = await read('/');
    expect(answer.headers.get('content-security-policy')).toContain(
      "script-src 'self'; style-src 'self' 'unsafe-inline'",
    );
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const html = await answer.text();
    expect(html).toContain('<base href="/admin/queues/" />');
    expect(html).not.toMatch(/(?:https?:)?\/\/[a-z]/i);
  });

  it('loosens the policy of no other response', async () => {
    expect((await fetch(`${app.url}/`)).headers.get('content-security-policy')).not.toContain('unsafe-inline');
    expect((await read('/api/queues')).headers.get('content-security-policy')).not.toContain('unsafe-inline');
  });

  it('has no route that changes anything', async () => {
    const change = (method: string, path: string) =>
      fetch(`${app.url}/admin/queues/api/queues${path}`, {
        method,
        headers: { ...staff, 'sec-fetch-site': 'same-origin', 'x-requested-with': 'vehicle-enquiry' },
      });
    for (const [method, path] of [
      ['PUT', '/pause'],
      ['PUT', '/full-checks/outbox-1/retry'],
      ['PUT', '/full-checks/obliterate'],
      ['POST', '/full-checks/add'],
      ['PATCH', '/full-checks/outbox-1/update-data'],
    ] as const) {
      const answer = await change(method, path);
      expect([path, [404, 405].includes(answer.status)]).toEqual([path, true]);
    }
    expect(await queues.counts()).toMatchObject({ 'full-checks': { waiting: 1 } });
  });

  it('shows only the ids of a job’s data', async () => {
    const listed = await (await read('/api/queues?activeQueue=full-checks&page=1&jobsPerPage=10')).text();
    expect(JSON.parse(listed)).toMatchObject({ queues: expect.any(Array) as unknown });
    expect(listed).toContain(checkId);
    expect(listed).toContain('"readOnlyMode":true');
    const job = await (await read('/api/queues/error-logs/outbox-2')).text();
    expect(JSON.parse(job)).toMatchObject({ job: { data: { entry: '(not shown)', userId: checkId } } });
    expect(listed + job).not.toContain('Dana');
  });

  it.each(["'%00", '%00', 'x'.repeat(256), 'unknown'])('returns not-found for the job %s', async (id) => {
    expect((await read(`/api/queues/full-checks/${id}`)).status).toBe(404);
  });

  it('reads at most a hundred jobs a page', async () => {
    const asked = (await (
      await read('/api/queues?activeQueue=full-checks&status=waiting&page=2&jobsPerPage=100000000')
    ).json()) as { queues: { name: string; pagination: { range: object } }[] };
    const shown = asked.queues.find(({ name }) => name === 'full-checks');
    expect(shown?.pagination.range).toEqual({ start: 100, end: 199 });
  });

  it('reveals no error details when the queues do not answer', async () => {
    const down = await startTestApp({ QUEUE_URL: 'redis://127.0.0.1:1' }, undefined, { sharing: app });
    const answer = await fetch(`${down.url}/admin/queues/api/queues`, { headers: staff });
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { error: 'The queues do not answer. Try again in a minute.' },
    ]);
    await down.close();
  });
});
