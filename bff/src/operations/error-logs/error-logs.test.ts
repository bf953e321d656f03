import { type ErrorLogEntry, errorLogSchema } from '@ve/contracts/http/jobs/error-logs';
import { jobDefinitions } from '@ve/contracts/jobs';
import { writeErrorLog } from '@ve/data/operations/error-log/error-log.repository';
import fc from 'fast-check';
import { createTestSession } from '../../testing/sessions.ts';
import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { ErrorReportBudget } from './error-log-budget.ts';

let app: TestApp;
let now = Date.parse('2026-11-21T12:00:00.000Z');
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' }, () => new Date(now));
});
beforeEach(async () => {
  now += 60_000;
  await app.data.remove('outbox');
});
afterAll(() => app.close());

const entry: ErrorLogEntry = {
  timestamp: '2026-11-21T12:00:00.000Z',
  error_message: 'Cannot read properties of undefined',
  error_stack: 'TypeError: Cannot read\n    at render (/remotes/mfe-report/v1/page.js:1:2)',
  user_agent: 'Mozilla/5.0',
  url: '/report',
  session_id: '0b9d2c1e-8f47-4c5a-9d0e-6a1f2b3c4d5e',
  error_type: 'React Error',
  component_name: null,
  additional_data: {},
};
/** Errors that differ by more than a number. */
const errorNumber = (index: number): ErrorLogEntry => ({
  ...entry,
  error_message: `Cannot read ${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}`,
});
const errorLogPayload = jobDefinitions['error-logs.write'].payload;
const url = () => `${app.url}/api/error-logs`;
const queued = () => app.data.select('outbox', ['payload'], { jobName: 'error-logs.write' });

describe('POST /api/error-logs', () => {
  it('queues the signed-in user with the report, and none for an ended session', async () => {
    for (const state of ['live', 'revoked'] as const) {
      await app.data.remove('outbox');
      const email = `${state}@example.com`;
      await postFromOwnPage(url(), entry, { cookie: `session=${await createTestSession(app, { email, state })}` });
      const user = await app.data.one('users', { email });
      expect((await queued()).map(({ payload }) => payload.userId)).toEqual([state === 'live' ? user.id : null]);
    }
  });

  it('queues the report with its fingerprint and the request id', async () => {
    const answer = await postFromOwnPage(url(), entry, { 'x-request-id': 'request-12345' });
    expect(answer.status).toBe(204);
    const [job] = await queued();
    expect(job?.payload).toMatchObject({
      entry,
      correlationId: 'request-12345',
      fingerprint: expect.stringContaining('React'),
    });
  });

  it.each<[string, Record<string, string>]>([
    ['a beacon from our page', { 'content-type': 'text/plain;charset=UTF-8' }],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://other.test' }],
    ['a sender without our header', { 'x-requested-with': '' }],
  ])('gives %s the same response and stores nothing', async (_, headers) => {
    const answer = await postFromOwnPage(url(), entry, headers);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(await queued()).toEqual([]);
  });

  it('queues the same error once while its job waits, regardless of numbers and versions in it', async () => {
    await postFromOwnPage(url(), { ...entry, error_message: 'Job 12 failed' });
    await postFromOwnPage(url(), {
      ...entry,
      error_message: 'Job 13 failed',
      error_stack: entry.error_stack?.replace('v1', 'v2') ?? null,
    });
    await postFromOwnPage(url(), { ...entry, error_type: 'JavaScript Error' });
    expect(await queued()).toHaveLength(2);
  });

  it('removes personal data', async () => {
    await postFromOwnPage(url(), {
      ...entry,
      error_message: 'No data for AB12 CDE of driver@example.com, 07700 900123',
      error_stack: 'Error at https://site.test/report?reg=AB12CDE&token=abc',
      url: 'https://site.test/report?reg=AB12CDE#x',
      session_id: 'driver@example.com',
      additional_data: { componentStack: 'Bearer abcdef123456', url: '/signup?reg=AB12CDE' },
    });
    const [job] = await queued();
    expect(errorLogSchema.parse(job?.payload.entry)).toMatchObject({ url: '/report', session_id: null });
    expect(JSON.stringify(job)).not.toMatch(/AB12|example\.com|07700|abcdef123456|token=abc/);
  });

  it.each([
    ['malformed JSON', '{"a":', {}],
    ['an empty body', '', {}],
    ['a list', '[]', {}],
    ['a message that is too long', JSON.stringify({ ...entry, error_message: 'x'.repeat(1_001) }), {}],
    ['an unknown type', JSON.stringify({ ...entry, error_type: 'Gossip' }), {}],
    ['a megabyte', 'x'.repeat(1_000_000), {}],
    ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a picture', 'GIF', { 'content-type': 'image/gif' }],
    ['another site', 'nonsense', { 'sec-fetch-site': 'cross-site' }],
    ['a prototype', '{"__proto__":{"polluted":1}}', {}],
  ])('returns 204 to %s and stores nothing', async (_, body, headers) => {
    const answer = await postFromOwnPage(url(), body, headers);
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
    expect(await queued()).toEqual([]);
  });

  it('accepts ten a minute from one client and responds equally to a flood', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => postFromOwnPage(url(), errorNumber(index))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    const queuedCount = (await queued()).length;
    expect(queuedCount).toBeGreaterThanOrEqual(10);
    expect(queuedCount).toBeLessThanOrEqual(10 + 90 / 50);
  });

  it('accepts a limited number from many clients', async () => {
    const statuses: number[] = [];
    for (let batch = 0; batch < 12; batch += 1) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          postFromOwnPage(url(), errorNumber(batch * 50 + index), { 'x-forwarded-for': `10.0.${batch}.${index}` }),
        ),
      );
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(new Set(statuses)).toEqual(new Set([204]));
    const queuedCount = (await queued()).length;
    expect(queuedCount).toBeGreaterThanOrEqual(200);
    expect(queuedCount).toBeLessThanOrEqual(220);
  });
});

describe('any text', () => {
  const unit = fc.oneof(
    fc.nat(0xffff),
    fc.constantFrom(0, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0x0d, 0x0a, 0x22, 0x5c, 0x202e, 0xfeff, 0xffff),
  );
  const text = (max: number) =>
    fc.array(unit, { minLength: 1, maxLength: max }).map((units) => String.fromCharCode(...units));
  const report = fc.record({
    error_message: fc.oneof(text(40), text(1_000), fc.constant('\u{1f697}'.repeat(500))),
    error_stack: fc.option(text(200)),
    user_agent: text(60),
    url: text(60),
    session_id: fc.option(text(20)),
    component_name: fc.option(text(20)),
    additional_data: fc.record(
      { componentStack: text(100), errorBoundary: text(20), errorName: text(20), url: text(40), remote: text(20) },
      { requiredKeys: [] },
    ),
  });

  it('of a report survives HTTP, outbox and row', async () => {
    await fc.assert(
      fc.asyncProperty(report, async (fields) => {
        now += 60_000;
        await app.data.remove('outbox');
        await app.empty('error_logs');
        expect((await postFromOwnPage(url(), { ...entry, ...fields })).status).toBe(204);
        const found = await queued();
        expect(found).toHaveLength(1);
        const [{ payload } = { payload: null }] = found;
        const { entry: queuedEntry, fingerprint, receivedAt } = errorLogPayload.parse(payload);
        await writeErrorLog(app.em(), queuedEntry, { fingerprint, receivedAt: new Date(receivedAt) });
        expect(await app.data.all('error_logs')).toEqual([
          expect.objectContaining({
            errorMessage: queuedEntry.error_message,
            additionalData: queuedEntry.additional_data,
          }),
        ]);
      }),
      { numRuns: 150 },
    );
  });
});

describe('ErrorReportBudget', () => {
  it('resets every minute, also after the clock was set back', () => {
    const budget = new ErrorReportBudget();
    const count = (at: number) =>
      Array.from({ length: 12 }, () => budget.admit('a', at)).filter((result) => result === 'taken').length;
    expect([count(0), count(59_999), count(60_000), count(10)]).toEqual([10, 0, 10, 10]);
  });

  it('never accepts more than the hard limit', () => {
    const budget = new ErrorReportBudget();
    const results = Array.from({ length: 100_000 }, (_, index) => budget.admit(`client ${index % 20_000}`, 1));
    expect(results.filter((result) => result !== 'dropped')).toHaveLength(220);
  });
});
