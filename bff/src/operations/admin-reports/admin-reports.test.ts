import {
  readReportForStaffEndpoint,
  type ReportListPage,
  type ReportForStaff,
} from '@ve/contracts/http/operations/admin-reports';
import { buildEndpointPath } from '@ve/contracts/endpoint';
import { addReport } from '@ve/data/report/report.repository';
import { saveFullCheckInReport } from '@ve/app/report/save-report';
import { fullCheckFixture } from '@ve/domain/testing/full-checks';
import { randomUUID } from 'node:crypto';
import { createTestMember } from '../../testing/members.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { completeRecordOf, startTestApp, type TestApp } from '../../testing/test-app.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const hostile = `<img src=x onerror=alert(1)> "'; drop table reports; --`;

let app: TestApp;
let admin: { cookie: string };
let adminId: string;
let customerId: string;
beforeAll(async () => {
  app = await startTestApp({}, () => now);
  const email = 'admin@example.com';
  admin = { cookie: `session=${await createTestSession(app, { email, roles: ['admin'], openedBy: 'password-totp' })}` };
  adminId = (await app.data.one('users', { email })).id;
  const { userId } = await createTestMember(app);
  customerId = (await app.data.one('customers', { userId })).id;
});
beforeEach(() => app.empty('reports', 'audit_log'));
afterAll(() => app.close());

const add = (registration: string, at: Date, record = true) =>
  addReport(app.em(), { customerId, registration, record: record ? completeRecordOf(registration, at) : null }, at);
const get = (path: string, headers: Record<string, string> = admin) => fetch(`${app.url}${path}`, { headers });
const list = async (query = '') => (await (await get(`/api/admin/reports${query}`)).json()) as ReportListPage;
const registrations = ({ rows }: ReportListPage) => rows.map(({ registration }) => registration);
const requestReport = (id: string, headers?: Record<string, string>) =>
  get(buildEndpointPath(readReportForStaffEndpoint, { id }), headers);
const read = async (id: string) => (await (await requestReport(id)).json()) as ReportForStaff;
const audited = ['actor', 'actorUserId', 'action', 'subject', 'details'] as const;
const auditOf = (action: string) => app.data.select('audit_log', audited, { action });
const audit = () => auditOf('report.viewed');

describe('recent reports', () => {
  it('are ten a page, newest first, and each is on one page', async () => {
    const made = Array.from({ length: 23 }, (_, index) => `AB${String(index).padStart(2, '0')}CDE`);
    for (const [index, registration] of made.entries()) await add(registration, minutesAgo(index));
    const first = await list();
    expect(first).toMatchObject({ total: 23, isMore: false, hasNewer: false, hasOlder: true });
    const second = await list(`?after=${String(first.last)}`);
    const third = await list(`?after=${String(second.last)}`);
    expect([first, second, third].map(registrations)).toEqual([made.slice(0, 10), made.slice(10, 20), made.slice(20)]);
    expect(registrations(await list('?last=true'))).toEqual(made.slice(13));
    expect(registrations(await list(`?before=${String(third.first)}`))).toEqual(made.slice(10, 20));
    expect(registrations(await list('?day=2026-11-20'))).toEqual([]);
    expect(registrations(await list('?day=2026-11-21'))).toEqual(made.slice(0, 10));
  });

  it('contain the vehicle and the customer, and null where they are unknown', async () => {
    await add('AB12CDE', minutesAgo(1), false);
    await add('FN15FNC', minutesAgo(2));
    const [unknown, known] = (await list()).rows;
    const customer = { name: 'Dana Driver', email: 'member1@example.com' };
    expect(unknown).toMatchObject({ registration: 'AB12CDE', make: null, model: null, customer });
    expect(known).toMatchObject({ make: expect.any(String), createdAt: minutesAgo(2).toISOString(), customer });
  });

  it('audit the read, with the ids that were shown and no name', async () => {
    const ids = [await add('AB12CDE', minutesAgo(1)), await add('FN15FNC', minutesAgo(2))];
    await list();
    expect(await auditOf('reports.listed')).toEqual([
      {
        actor: 'admin@example.com',
        actorUserId: adminId,
        action: 'reports.listed',
        subject: null,
        details: { found: ids },
      },
    ]);
    await app.rows('alter table audit_log rename to audit_log_away');
    try {
      expect((await get('/api/admin/reports')).status).toBe(500);
    } finally {
      await app.rows('alter table audit_log_away rename to audit_log');
    }
  });

  it('do not use an address as a name', async () => {
    await add('AB12CDE', now);
    await app.data.set('customers', { name: 'member1@example.com' }, { id: customerId });
    expect((await list()).rows[0]?.customer).toEqual({ name: null, email: 'member1@example.com' });
    await app.data.set('customers', { name: 'Dana Driver' }, { id: customerId });
  });

  it('contain hostile text unchanged', async () => {
    await add('AB12CDE', now);
    await app.data.set('reports', { vehicleMake: hostile, vehicleModel: hostile });
    await app.data.set('customers', { name: hostile }, { id: customerId });
    expect((await list()).rows[0]).toMatchObject({ make: hostile, model: hostile, customer: { name: hostile } });
    await app.data.set('customers', { name: 'Dana Driver' }, { id: customerId });
  });

  it.each([
    '?after=bm90IGEgY3Vyc29y',
    '?before=%27%20or%201=1',
    '?skip=5',
    '?day=2026-02-30',
    `?after=${'a'.repeat(10_000)}`,
  ])('refuse the page %s', async (query) => {
    expect((await get(`/api/admin/reports${query}`)).status).toBe(400);
  });
});

describe('one report', () => {
  it('is shown as saved, with its full check, and the read is in the audit log', async () => {
    const record = completeRecordOf('AB12CDE', minutesAgo(30));
    await addReport(app.em(), { customerId, registration: 'AB12CDE', record }, minutesAgo(60));
    const fullCheck = fullCheckFixture({ today: '2026-11-21' });
    await app.em().transactional((em) => saveFullCheckInReport(em, { customerId, record, fullCheck }, now));
    const [row] = (await list()).rows;
    const report = await read(row?.id ?? '');
    expect(report).toMatchObject({
      id: row?.id,
      registration: 'AB12CDE',
      createdAt: minutesAgo(60).toISOString(),
      updatedAt: now.toISOString(),
      customer: { id: customerId, userId: expect.any(String), name: 'Dana Driver', email: 'member1@example.com' },
      record: { state: 'saved', value: record },
      fullCheck: { state: 'saved', value: fullCheck },
      insuranceStatus: null,
    });
    expect(report.vehicle.motExpiry).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(await audit()).toEqual([
      {
        actor: 'admin@example.com',
        actorUserId: adminId,
        action: 'report.viewed',
        subject: row?.id,
        details: { customerId },
      },
    ]);
  });

  it('without a record, or with one in an unknown format, reports that', async () => {
    const id = await add('AB12CDE', now, false);
    expect(await read(id)).toMatchObject({ record: { state: 'none' }, fullCheck: { state: 'none' } });
    await app.rows(
      `update reports set report_data = report_data || '{"raw_api_data": {"x": 1}, "full_vdi_data": [2]}'`,
    );
    expect(await read(id)).toMatchObject({ record: { state: 'unreadable' }, fullCheck: { state: 'unreadable' } });
  });

  it('with an unknown id is not found, and no read is audited', async () => {
    for (const id of [randomUUID(), 'x', `${randomUUID()}x`]) expect((await requestReport(id)).status).toBe(404);
    expect(await audit()).toEqual([]);
  });

  it('is not shown when the read cannot be audited', async () => {
    const id = await add('AB12CDE', now);
    await app.rows('alter table audit_log rename to audit_log_away');
    try {
      expect((await requestReport(id)).status).toBe(500);
    } finally {
      await app.rows('alter table audit_log_away rename to audit_log');
    }
  });

  it('cannot be read from a page of another site', async () => {
    const id = await add('AB12CDE', now);
    expect((await requestReport(id, { ...admin, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await audit()).toEqual([]);
  });
});
