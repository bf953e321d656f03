import { emptyReportData } from '@ve/data/testing/test-rows';
import { type ReportShare, sharedReportSchema } from '@ve/contracts/http/report/report-shares';
import { savedReportSchema } from '@ve/contracts/http/report/reports';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { lockOrCreateCustomer } from '@ve/data/membership/customer/customer.repository';
import { findReportPdfData } from '@ve/data/report/report-pdf.repository';
import { saveFullCheckInReport } from '@ve/app/report/save-report';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import { addFullCheckOnlyFacts } from '@ve/domain/vehicle/record/locked-facts';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { fullCheckFixture } from '@ve/domain/testing/full-checks';
import { callApi } from '../../testing/api-call.ts';
import { postWithoutBodyFromOwnPage, createTestMember, type TestMember } from '../../testing/members.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { completeRecordOf, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await saveVehicleRecordIfNewer(app.em(), completeRecordOf('AB12CDE', new Date()));
});
afterAll(() => app.close());

type Headers = Record<string, string>;
let accounts = 0;
/** A signed-in user who is no customer yet. */
const account = async () => {
  const email = `saver${(accounts += 1)}@example.com`;
  const headers = { cookie: `session=${await createTestSession(app, { email })}` };
  return { email, headers };
};
const save = async (headers: Headers, registration = 'AB12CDE') =>
  (await postWithoutBodyFromOwnPage(`${app.url}/api/reports/${registration}`, headers)).json() as Promise<
    Record<string, unknown>
  >;
const read = async (headers: Headers, registration = 'AB12CDE') =>
  (await fetch(`${app.url}/api/reports/${registration}`, { headers })).json() as Promise<Record<string, unknown>>;

it('is saved from the stored record, with a customer named by the address, and unchanged when saved again', async () => {
  const { email, headers } = await account();
  expect(await read(headers)).toEqual({ outcome: 'none' });
  const saved = savedReportSchema.parse(await save(headers, 'ab12%20cde'));
  expect(saved).toMatchObject({
    outcome: 'found',
    registration: 'AB12CDE',
    fullCheck: null,
    unlocked: null,
    check: null,
  });
  expect(await save(headers)).toEqual(saved);
  expect(await read(headers)).toEqual(saved);
  const customer = await app.data.one('customers', { email });
  expect(customer).toMatchObject({ name: email, address: null });
  expect(await app.data.one('reports', { customerId: customer.id })).toMatchObject({
    vehicleMake: expect.any(String),
    reportData: { raw_api_data: { registration: 'AB12CDE' } },
  });
});

it('is saved once by ten tabs', async () => {
  const { headers } = await account();
  const saved = await Promise.all(Array.from({ length: 10 }, () => save(headers)));
  expect(new Set(saved.map(({ id }) => id)).size).toBe(1);
});

it('is completed when it was saved without a record, and keeps its full check', async () => {
  const member = await createTestMember(app);
  const customer = await app.data.one('customers', { userId: member.userId });
  const { id } = await app.data.add('reports', { customerId: customer.id });
  expect(await save(member.headers)).toMatchObject({ id });
  const at = new Date().toISOString();
  const vdi = { state: 'not-held', source: 'UKVD', at } as const;
  const fullCheck = { checkedAt: at, vdi, valuation: vdi };
  await app.em().transactional(async (em) => {
    const customerId = await lockOrCreateCustomer(em, member.userId, new Date());
    await saveFullCheckInReport(
      em,
      { customerId, record: completeRecordOf('AB12CDE', new Date()), fullCheck },
      new Date(),
    );
  });
  const unlocked = { colourChangeCount: 0, colourChanges: [] };
  expect(await save(member.headers)).toMatchObject({ fullCheck, unlocked });
  const filled = await app.data.one('reports', { id });
  expect(filled.vehicleMake).toEqual(expect.any(String));
});

it('is not saved for a vehicle that was never fetched', async () => {
  const { headers } = await account();
  expect(await save(headers, 'AA19AAA')).toEqual({ outcome: 'no-record' });
  expect(await app.data.all('reports', { registrationNumber: 'AA19AAA' })).toEqual([]);
});

it('is not visible to other users', async () => {
  const [one, other] = [await account(), await account()];
  await save(one.headers);
  expect(await read(other.headers)).toEqual({ outcome: 'none' });
  expect(await read(other.headers, 'AA19AAA')).toEqual({ outcome: 'none' });
});

it('is not saved for visitors, nor for an invalid registration', async () => {
  expect((await postWithoutBodyFromOwnPage(`${app.url}/api/reports/AB12CDE`)).status).toBe(401);
  expect((await fetch(`${app.url}/api/reports/AB12CDE`)).status).toBe(401);
  const { headers } = await account();
  for (const hostile of ['%20', "A'--", 'ABCDEFGHI', '%2e%2e%2fx']) {
    expect((await postWithoutBodyFromOwnPage(`${app.url}/api/reports/${hostile}`, headers)).status).toBe(404);
  }
});

it('is not saved beyond fifty new ones a day, also concurrently; existing ones stay', async () => {
  const { headers } = await account();
  const registrations = Array.from({ length: 55 }, (_, index) => `A${index + 1}ABC`);
  await Promise.all(
    registrations.map((each) => saveVehicleRecordIfNewer(app.em(), completeRecordOf(each, new Date()))),
  );
  const saved = await Promise.all(registrations.map((each) => save(headers, each)));
  const found = saved.filter(({ outcome }) => outcome === 'found');
  expect(found).toHaveLength(50);
  expect(saved.filter(({ outcome }) => outcome === 'none')).toHaveLength(5);
  expect(await save(headers, String(found[0]?.registration))).toEqual(found[0]);
});

describe('a link to a saved report', () => {
  const sharesOf = (registration = 'AB12CDE') => `${app.url}/api/reports/${registration}/shares`;
  const made = async (headers: Headers, body: object = { days: 3, name: null }, registration?: string) =>
    (await callApi('POST', sharesOf(registration), { headers, body })).body as {
      outcome: string;
      reason?: string;
      share: ReportShare;
      url: string;
    };
  const listed = async (headers: Headers, registration?: string) =>
    (await callApi('GET', sharesOf(registration), { headers })).body as { outcome: string; shares: ReportShare[] };
  const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';
  /** Opens a link without a cookie, as its recipient does. */
  const opened = async (token: string) => {
    const { status, body } = await callApi('POST', `${app.url}/api/shared-reports/read`, { body: { token } });
    return status === 200 ? sharedReportSchema.parse(body) : { outcome: `status ${String(status)}` };
  };
  const taken = (headers: Headers, id: string) => callApi('DELETE', `${app.url}/api/report-shares/${id}`, { headers });
  /** A member with a saved report and a full check in it. */
  const sharer = async (given: Parameters<typeof createTestMember>[1] = {}): Promise<TestMember> => {
    const member = await createTestMember(app, given);
    await save(member.headers);
    return member;
  };
  const check = (at: string) => {
    const found = { source: 'UKVD', at } as const;
    const finance = {
      agreementDate: null,
      type: 'HIRE PURCHASE',
      termMonths: null,
      number: 'HP-778899',
      company: 'EXAMPLE FINANCE',
      phone: '0800 000 0000',
      description: 'ref hp778899',
    };
    const { vdi, valuation } = fullCheckFixture({ vdi: { vinLast5: 'K4711', financeCount: 1, finance: [finance] } });
    return { checkedAt: at, vdi: { ...vdi, ...found }, valuation: { ...valuation, ...found } };
  };
  const aDay = 86_400_000;

  it('shows the report to any client that has it, without what would identify its agreements and the car’s numbers', async () => {
    const dana = await sharer();
    const at = new Date().toISOString();
    await app.em().transactional(async (em) => {
      const customerId = await lockOrCreateCustomer(em, dana.userId, new Date());
      await saveFullCheckInReport(
        em,
        { customerId, record: completeRecordOf('AB12CDE', new Date()), fullCheck: check(at) },
        new Date(),
      );
    });
    const { outcome, url, share } = await made(dana.headers, { days: 7, name: '  For Sam ' });
    expect([outcome, share.name, share.opens]).toEqual(['made', 'For Sam', 0]);
    expect(Date.parse(share.expiresAt) - Date.parse(share.createdAt)).toBe(7 * aDay);
    expect(url).toMatch(/^http:\/\/localhost:3000\/shared-report\?token=[A-Za-z0-9_-]{43}$/);
    const answer = await fetch(`${app.url}/api/shared-reports/read`, {
      method: 'POST',
      headers: { ...firstPartyHeaders, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ token: tokenOf(url) }),
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = await answer.text();
    const shown = sharedReportSchema.parse(JSON.parse(text));
    expect(shown).toMatchObject({
      outcome: 'found',
      expiresAt: share.expiresAt,
      record: { registration: 'AB12CDE', specification: { data: { vinLast5: null, engineNumber: null } } },
      fullCheck: {
        vdi: { data: { vinLast5: null, financeCount: 1, finance: [{ number: null, phone: '0800 000 0000' }] } },
      },
    });
    expect(text).not.toMatch(/hp-?778899|k4711|SAMPLE0001|For Sam|Dana|@example/i);
    await opened(tokenOf(url));
    const [row] = (await listed(dana.headers)).shares;
    expect(row).toMatchObject({ id: share.id, opens: 2, lastOpenedAt: expect.any(String) });
    expect(JSON.stringify(await listed(dana.headers))).not.toContain(tokenOf(url));
    expect(await app.data.all('report_shares', { tokenHash: tokenOf(url) })).toEqual([]);
  });

  it('is made once for a repeated key, with the same URL each time', async () => {
    const [dana, other] = [await sharer(), await sharer()];
    const body = { days: 3, name: null, idempotencyKey: crypto.randomUUID() };
    const answers = await Promise.all([made(dana.headers, body), made(dana.headers, body)]);
    for (let more = 1; more < 5; more += 1) await made(dana.headers);
    // Also at the limit of valid links.
    answers.push(await made(dana.headers, body));
    expect(new Set(answers.map(({ url }) => url))).toHaveProperty('size', 1);
    expect((await listed(dana.headers)).shares).toHaveLength(5);
    const { url, share } = answers[0]!;
    expect(await opened(tokenOf(url))).toMatchObject({ outcome: 'found' });
    expect((await made(other.headers, body)).url).not.toBe(url);
    await taken(dana.headers, share.id);
    const again = await made(dana.headers, body);
    expect([again.outcome, again.url === url]).toEqual(['made', false]);
  });

  it('shows the colours of the report and its PDF, where the vehicle was read again since', async () => {
    const member = await sharer();
    const [before, now] = [new Date(Date.now() - 60_000), new Date()];
    const known = completeRecordOf('AB12CDE', before);
    const { source, at } = known.specification;
    const record: VehicleRecord = { ...known, specification: { state: 'unavailable', source, at, reason: 'timeout' } };
    await app.em().transactional(async (em) => {
      const customerId = await lockOrCreateCustomer(em, member.userId, now);
      await saveFullCheckInReport(em, { customerId, record, fullCheck: check(now.toISOString()) }, now);
    });
    // The report was saved with its specification, which the check keeps; remove it from the report here.
    const customer = await app.data.one('customers', { userId: member.userId });
    const { id, reportData: data } = await app.data.one('reports', { customerId: customer.id });
    await app.data.set('reports', { reportData: { ...data!, raw_api_data: record } }, { id });
    const colours = { colourChangeCount: 2, colourChanges: [{ previousColour: 'BLUE', date: '2019-05-01' }] };
    await saveVehicleRecordIfNewer(app.em(), addFullCheckOnlyFacts(completeRecordOf('AB12CDE', now), colours));
    expect(await read(member.headers)).toMatchObject({ unlocked: colours });
    const { url } = await made(member.headers);
    const shown = { record: { specification: { data: colours } } };
    expect(await opened(tokenOf(url))).toMatchObject(shown);
    expect(await findReportPdfData(app.em(), member.userId, 'AB12CDE')).toMatchObject(shown);
  });

  /** Moves the creation of a share some days back. */
  const makeOlder = async (days: number, id: string) => {
    const earlier = (at: Date) => new Date(at.getTime() - days * 86_400_000);
    const share = await app.data.one('report_shares', { id });
    const times = { createdAt: earlier(share.createdAt), expiresAt: earlier(share.expiresAt) };
    await app.data.set('report_shares', times, { id });
  };

  it('that was guessed, truncated or never created is unknown; one that ended reports that to its recipients', async () => {
    const dana = await sharer();
    const [expired, revoked] = [await made(dana.headers), await made(dana.headers)];
    await makeOlder(4, expired.share.id);
    expect((await taken(dana.headers, revoked.share.id)).status).toBe(204);
    for (const { url, why } of [
      { url: expired.url, why: 'expired' },
      { url: revoked.url, why: 'revoked' },
    ]) {
      const token = tokenOf(url);
      expect(await opened(token)).toEqual({ outcome: 'ended', why, endedAt: expect.any(String) });
      const flipped = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
      for (const wrong of [flipped, token.slice(1), `${token}A`, ` ${token}`, 'x', "'--", 'x'.repeat(200)]) {
        expect(await opened(wrong)).toEqual({ outcome: 'unknown' });
      }
    }
    for (const wrong of ['', 'x'.repeat(201)]) expect((await opened(wrong)).outcome).toBe('status 400');
    expect(await listed(dana.headers)).toEqual({ outcome: 'found', shares: [] });
  });

  it('is revoked immediately, only by its owner, and only one of several', async () => {
    const [dana, eve] = [await sharer(), await sharer()];
    const [one, other] = [await made(dana.headers), await made(dana.headers)];
    expect((await taken(eve.headers, one.share.id)).status).toBe(404);
    expect((await opened(tokenOf(one.url))).outcome).toBe('found');
    for (let count = 0; count < 2; count += 1) expect((await taken(dana.headers, one.share.id)).status).toBe(204);
    expect((await opened(tokenOf(one.url))).outcome).toBe('ended');
    expect((await opened(tokenOf(other.url))).outcome).toBe('found');
    expect((await listed(dana.headers)).shares.map(({ id }) => id)).toEqual([other.share.id]);
  });

  it('shows nothing once it was revoked, regardless of how many open it meanwhile', async () => {
    const dana = await sharer();
    const { url, share } = await made(dana.headers);
    let isBack = false;
    const late: string[] = [];
    const all = Array.from({ length: 24 }, async (_, index) => {
      if (index === 8) {
        await taken(dana.headers, share.id);
        isBack = true;
        late.push((await opened(tokenOf(url))).outcome);
      }
      return opened(tokenOf(url));
    });
    const outcomes = (await Promise.all(all)).map(({ outcome }) => outcome);
    expect([isBack, late]).toEqual([true, ['ended']]);
    const row = await app.data.one('report_shares', { id: share.id });
    expect(row.viewCount).toBe(outcomes.filter((outcome) => outcome === 'found').length);
  });

  it('is one of at most five per report, also from ten tabs, and of twenty per account and day', async () => {
    const dana = await sharer();
    const tabs = await Promise.all(Array.from({ length: 10 }, () => made(dana.headers)));
    expect(tabs.filter(({ outcome }) => outcome === 'made')).toHaveLength(5);
    expect(await made(dana.headers)).toEqual({ outcome: 'refused', reason: 'live' });
    const [ending] = (await listed(dana.headers)).shares;
    await makeOlder(7, ending!.id);
    expect((await listed(dana.headers)).shares).toHaveLength(4);
    expect((await made(dana.headers)).outcome).toBe('made');
    for (let count = 0; count < 15; count += 1) {
      const [first] = (await listed(dana.headers)).shares;
      await taken(dana.headers, first?.id ?? '');
      expect((await made(dana.headers)).outcome).toBe('made');
    }
    await taken(dana.headers, (await listed(dana.headers)).shares[0]?.id ?? '');
    await saveVehicleRecordIfNewer(app.em(), completeRecordOf('FN15FNC', new Date()));
    await save(dana.headers, 'FN15FNC');
    expect(await made(dana.headers, undefined, 'FN15FNC')).toEqual({ outcome: 'refused', reason: 'today' });
    const customer = await app.data.one('customers', { userId: dana.userId });
    const reports = await app.data.values('reports', 'id', { customerId: customer.id });
    for (const id of await app.data.values('report_shares', 'id', { reportId: reports })) await makeOlder(1, id);
    expect((await made(dana.headers, undefined, 'FN15FNC')).outcome).toBe('made');
  });

  it('shows the current values of its sources', async () => {
    const dana = await sharer();
    const { url } = await made(dana.headers);
    const later = completeRecordOf('AB12CDE', new Date(Date.now() + 1_000));
    const down = { state: 'unavailable', source: 'UKVD', at: later.fetchedAt, reason: 'timeout' } as const;
    const { licensing } = later;
    if (licensing.state !== 'found') throw new Error('the sample has a licensing record');
    const corrected = { ...licensing, data: { ...licensing.data, colour: 'PURPLE' } };
    await saveVehicleRecordIfNewer(app.em(), { ...later, licensing: corrected, specification: down });
    expect(await opened(tokenOf(url))).toMatchObject({
      record: { licensing: { data: { colour: 'PURPLE' } }, specification: { state: 'found' } },
    });
  });

  it('still works when the membership has ended, as the report stays, and ends with the report', async () => {
    const dana = await sharer({ status: 'canceled', currentPeriodEnd: new Date(Date.now() - aDay) });
    const { url } = await made(dana.headers);
    expect((await opened(tokenOf(url))).outcome).toBe('found');
    await app.data.remove('customers', { userId: dana.userId });
    expect(await opened(tokenOf(url))).toEqual({ outcome: 'unknown' });
    expect(await listed(dana.headers)).toEqual({ outcome: 'none' });
  });

  it('works no longer than its days if the clock was set back since', async () => {
    const dana = await sharer();
    const { url, share } = await made(dana.headers, { days: 1, name: null });
    await makeOlder(-2, share.id);
    const ended = await opened(tokenOf(url));
    expect(ended).toMatchObject({ outcome: 'ended', why: 'expired' });
    expect(Date.parse('endedAt' in ended ? ended.endedAt : '')).toBeLessThanOrEqual(Date.now() + 60_000);
    // It would work again: its owner sees it, and can revoke it.
    expect((await listed(dana.headers)).shares.map(({ id }) => id)).toEqual([share.id]);
    await taken(dana.headers, share.id);
    expect((await listed(dana.headers)).shares).toEqual([]);
  });

  it('is created for one, three or seven days, for a report with a record, by a signed-in user', async () => {
    const dana = await sharer();
    for (const body of [
      { days: 2, name: null },
      { days: 8, name: null },
      { days: 1, name: 'x'.repeat(61) },
      { days: 1 },
    ]) {
      expect((await callApi('POST', sharesOf(), { headers: dana.headers, body })).status).toBe(400);
    }
    const { email, headers } = await account();
    expect([await made(headers), await listed(headers)]).toEqual([{ outcome: 'none' }, { outcome: 'none' }]);
    const user = await app.data.one('users', { email });
    expect(await app.data.all('customers', { userId: user.id })).toEqual([]);
    const customer = await app.data.one('customers', { userId: dana.userId });
    await app.data.set('reports', { reportData: emptyReportData }, { customerId: customer.id });
    expect(await made(dana.headers)).toEqual({ outcome: 'none' });
    for (const method of ['GET', 'POST'] as const) {
      const body = method === 'POST' ? { body: { days: 1, name: null } } : {};
      expect((await callApi(method, sharesOf(), body)).status).toBe(401);
    }
    expect((await callApi('DELETE', `${app.url}/api/report-shares/x`, { headers: dana.headers })).status).toBe(404);
  });
});
