import type { Watch } from '@ve/contracts/http/monitoring/watch';
import type { ReminderKind } from '@ve/domain/monitoring/reminders/reminder';
import { storeTestDueDateFromDvla } from '../../testing/due-dates.ts';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import type { DvlaLicensingData, SpecificationData } from '@ve/domain/vehicle/record/vehicle-record';
import { addDays, londonDate } from '@ve/domain/kernel/time/london-date';
import ICAL from 'ical.js';
import { callApi } from '../../testing/api-call.ts';
import { createTestMember, type TestMember } from '../../testing/members.ts';
import { createTestSession } from '../../testing/sessions.ts';
import { completeRecordOf, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
/** A second process of the same BFF. */
let other: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({}, undefined, { sharing: app });
});
afterAll(() => Promise.all([app.close(), other.close()]));

type Signed = Pick<TestMember, 'headers'>;
const renew = async ({ headers }: Signed, through = app): Promise<string> => {
  const { body } = await callApi('POST', `${through.url}/api/watch/calendar`, { headers });
  return (body as { url: string }).url;
};
const shown = async ({ headers }: Signed): Promise<string | null> =>
  ((await callApi('GET', `${app.url}/api/watch`, { headers })).body as Watch).calendarUrl;
const stop = ({ headers }: Signed) => callApi('DELETE', `${app.url}/api/watch/calendar`, { headers });
/** Requests the feed as a calendar program does: without a cookie or a page. */
const fetchFeed = (url: string, headers: Record<string, string> = {}, through = app) =>
  fetch(through.url + new URL(url).pathname, { headers });
const parse = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      sequence: event.sequence,
      summary: event.summary,
      start: event.startDate.toString(),
      isDate: event.startDate.isDate,
      component,
    };
  });
  return { calendar, events: events.toSorted((a, b) => a.start.localeCompare(b.start)) };
};
const feed = async (url: string) => parse(await (await fetchFeed(url)).text());
const today = () => londonDate(new Date());
const due = ({ userId }: TestMember, kind: ReminderKind, on: string | null, noted = '2026-11-20T10:00:00Z') =>
  storeTestDueDateFromDvla(app, { userId, kind, dueOn: on, dateKnownSince: new Date(noted) });

describe('the feed', () => {
  it('has an all-day event for each date, with alarms, and no personal data except the registration', async () => {
    const dana = await createTestMember(app);
    const url = await renew(dana);
    await due(dana, 'tax', '2027-03-28');
    await due(dana, 'mot', '2028-02-29');
    await callApi('PUT', `${app.url}/api/watch/due-dates/insurance`, {
      headers: dana.headers,
      body: { on: addDays(today(), 3) },
    });
    const answer = await fetchFeed(url);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'private, max-age=3600',
    ]);
    const text = await answer.text();
    const { events, calendar } = parse(text);
    expect(events.map(({ start, summary, isDate }) => [start, summary, isDate])).toEqual([
      [addDays(today(), 3), 'AB12 CDE: insurance ends', true],
      ['2027-03-28', 'AB12 CDE: vehicle tax due', true],
      ['2028-02-29', 'AB12 CDE: MOT expires', true],
    ]);
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    for (const { component } of events) {
      const alarms = component.getAllSubcomponents('valarm');
      expect(alarms.map((alarm) => String(alarm.getFirstPropertyValue('trigger')))).toEqual(['-P6DT15H', '-PT15H']);
    }
    expect(text).not.toContain('Dana');
    expect(text).not.toContain(dana.email);
    expect(text).not.toContain(dana.userId);
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  });

  it('keeps the UID of a date that moves, and increases its SEQUENCE', async () => {
    const dana = await createTestMember(app);
    const url = await renew(dana);
    await due(dana, 'mot', '2027-03-01');
    const [before] = (await feed(url)).events;
    await due(dana, 'mot', '2027-02-15', '2026-12-01T10:00:00Z');
    const [after] = (await feed(url)).events;
    expect(after).toMatchObject({ uid: before?.uid, start: '2027-02-15' });
    expect(after!.sequence).toBeGreaterThan(before!.sequence);
    const otherMember = await createTestMember(app);
    await due(dana, 'tax', '2027-02-15');
    const theirs = await renew(otherMember);
    await due(otherMember, 'mot', '2027-02-15');
    const uids = [...(await feed(url)).events, ...(await feed(theirs)).events].map(({ uid }) => uid);
    expect(new Set(uids).size).toBe(3);
  });

  it('drops a date that is no longer known', async () => {
    const dana = await createTestMember(app);
    const url = await renew(dana);
    await due(dana, 'tax', '2027-03-01');
    await app.data.set('watch_due_dates', { dueOn: null, noDateReason: 'sorn' }, { userId: dana.userId });
    expect((await feed(url)).events).toEqual([]);
  });

  it('of an ended membership has no dates, explains why, and is no error', async () => {
    const dana = await createTestMember(app);
    const url = await renew(dana);
    await due(dana, 'tax', '2027-03-01');
    await app.data.set('subscriptions', { status: 'canceled' }, { id: dana.subscriptionId });
    const { events, calendar } = await feed(url);
    expect(events).toEqual([]);
    expect(calendar.getFirstPropertyValue('x-wr-caldesc')).toContain('your membership has ended');
    expect((await callApi('POST', `${app.url}/api/watch/calendar`, { headers: dana.headers })).body).toEqual({
      outcome: 'none',
    });
    const paid = { status: 'active', currentPeriodEnd: new Date(Date.now() + 86_400_000) } as const;
    await app.data.set('subscriptions', paid, { id: dana.subscriptionId });
    expect((await feed(url)).events).toHaveLength(1);
  });

  it('is not sent again to a client that has it', async () => {
    const dana = await createTestMember(app);
    const url = await renew(dana);
    await due(dana, 'tax', '2027-03-01');
    const etag = (await fetchFeed(url)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[A-Za-z0-9_-]{43}"$/);
    for (const given of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const answer = await fetchFeed(url, { 'if-none-match': given }, other);
      expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag]);
    }
    await due(dana, 'tax', '2027-03-02', '2026-12-01T10:00:00Z');
    expect((await fetchFeed(url, { 'if-none-match': etag })).status).toBe(200);
  });
});

describe('its address', () => {
  it('is created on request, the same for every process, and shown again', async () => {
    const dana = await createTestMember(app);
    expect(await shown(dana)).toBeNull();
    const url = await renew(dana, other);
    expect(url).toMatch(/^http:\/\/localhost:3000\/api\/calendar\/[A-Za-z0-9_-]{54}$/);
    expect(await shown(dana)).toBe(url);
    expect((await fetchFeed(url)).status).toBe(200);
  });

  it('that was renewed or stopped is unknown, and never works again', async () => {
    const dana = await createTestMember(app);
    const urls: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      urls.push(await renew(dana));
      if (count === 1) expect((await stop(dana)).status).toBe(204);
    }
    expect(new Set(urls).size).toBe(3);
    const statuses = await Promise.all(urls.map(async (url) => (await fetchFeed(url)).status));
    expect(statuses).toEqual([404, 404, 200]);
    await stop(dana);
    await stop(dana);
    expect(await shown(dana)).toBeNull();
    expect((await fetchFeed(urls[2]!)).status).toBe(404);
  });

  it('of another member cannot be derived from one’s own', async () => {
    const [dana, eve] = [await createTestMember(app), await createTestMember(app)];
    const own = Buffer.from(new URL(await renew(eve)).pathname.split('/').at(-1)!, 'base64url');
    await renew(dana);
    const forged = Buffer.concat([Buffer.from(dana.userId.replaceAll('-', ''), 'hex'), own.subarray(16)]);
    const unknown = Buffer.concat([Buffer.alloc(16), own.subarray(16)]);
    const flipped = Buffer.from(own);
    flipped[39] = (flipped[39] ?? 0) ^ 1;
    const bodies = await Promise.all(
      [forged, unknown, flipped, Buffer.alloc(40), Buffer.alloc(40, 255)].map(async (token) => {
        const answer = await fetchFeed(`http://x/api/calendar/${token.toString('base64url')}`);
        expect(answer.headers.get('cache-control')).toBe('no-store');
        return [
          answer.status,
          (await answer.text()).replace(/"requestId":"[^"]*"/, '').replace(/"instance":"[^"]*"/, ''),
        ];
      }),
    );
    expect(new Set(bodies.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(bodies[0]?.[0]).toBe(404);
  });

  it.each(['x', 'x'.repeat(53), 'x'.repeat(55), `${'x'.repeat(53)}%00`, `${'x'.repeat(53)}=`])(
    'has one form: %j is unknown',
    async (token) => {
      expect((await fetch(`${app.url}/api/calendar/${token}`)).status).toBe(404);
    },
  );

  it('can be renewed by members only', async () => {
    const nonMember = {
      headers: { cookie: `session=${await createTestSession(app, { email: 'calendar-never@example.com' })}` },
    };
    expect((await callApi('POST', `${app.url}/api/watch/calendar`, nonMember)).body).toEqual({ outcome: 'none' });
    expect((await stop(nonMember)).status).toBe(204);
    expect((await callApi('POST', `${app.url}/api/watch/calendar`)).status).toBe(401);
    expect((await callApi('DELETE', `${app.url}/api/watch/calendar`)).status).toBe(401);
  });

  it('requested in two tabs concurrently is one', async () => {
    const dana = await createTestMember(app);
    const urls = await Promise.all([renew(dana), renew(dana, other)]);
    const statuses = await Promise.all(urls.map(async (url) => (await fetchFeed(url)).status));
    expect(statuses.toSorted()).toEqual([200, 404]);
    expect(urls).toContain(await shown(dana));
  });
});

describe('the calendar file of a vehicle', () => {
  const of = (registration: string) => fetch(`${app.url}/api/vehicles/${registration}/calendar.ics`);
  const stored = async (
    registration: string,
    changes: Partial<DvlaLicensingData> = {},
    specified: Partial<SpecificationData> = {},
  ) => {
    const record = completeRecordOf(registration, new Date());
    const { licensing, specification, testing } = record;
    if (licensing.state !== 'found' || specification.state !== 'found') throw new Error('the sample has both');
    const dated = {
      taxStatus: 'Taxed',
      taxDueDate: addDays(today(), 60),
      motStatus: 'Valid',
      motExpiryDate: addDays(today(), 20),
    } as const;
    await saveVehicleRecordIfNewer(app.em(), {
      ...record,
      licensing: { ...licensing, data: { ...licensing.data, ...dated, ...changes } },
      testing: { state: 'not-held', source: 'DVSA', at: testing.at },
      specification: { ...specification, data: { ...specification.data, ...specified } },
    });
  };
  const eventsOf = async (registration: string) => {
    const answer = await of(registration);
    return answer.status === 200 ? parse(await answer.text()).events : answer.status;
  };

  it('has tax and MOT as all-day events, with alarms 14 days and a day before', async () => {
    await stored('KP08KPR');
    const answer = await of('kp08%20kpr');
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'attachment; filename="KP08KPR-tax-and-mot.ics"',
    ]);
    const { events } = parse(await answer.text());
    expect(events.map(({ uid, start, summary, isDate }) => [uid, start, summary, isDate])).toEqual([
      ['mot-kp08kpr@localhost', addDays(today(), 20), 'KP08 KPR: MOT due', true],
      ['tax-kp08kpr@localhost', addDays(today(), 60), 'KP08 KPR: vehicle tax due', true],
    ]);
    for (const { component } of events) {
      const alarms = component.getAllSubcomponents('valarm');
      expect(alarms.map((alarm) => String(alarm.getFirstPropertyValue('trigger')))).toEqual(['-P13DT15H', '-PT15H']);
    }
    await stored('KP08KPR', { motExpiryDate: addDays(today(), 21) });
    expect(await eventsOf('KP08KPR')).toMatchObject([
      { uid: 'mot-kp08kpr@localhost', start: addDays(today(), 21) },
      {},
    ]);
  });

  it('leaves out past dates and the tax of a car off the road; a scrapped or unknown car has no file', async () => {
    await stored('SR09SRN', { taxStatus: 'SORN' });
    expect(await eventsOf('SR09SRN')).toMatchObject([{ summary: 'SR09 SRN: MOT due' }]);
    await stored('TX11EXP', {
      taxStatus: 'Untaxed',
      taxDueDate: addDays(today(), -3),
      motExpiryDate: addDays(today(), -1),
    });
    expect(await eventsOf('TX11EXP')).toBe(404);
    await stored('SC05SCR', {}, { scrapped: true });
    expect(await eventsOf('SC05SCR')).toBe(404);
    await stored('XP13XPT', { markedForExport: true });
    expect(await eventsOf('XP13XPT')).toBe(404);
    for (const registration of ['MP14MPT', 'ABCDEFGHI', '%2e%2e']) expect((await of(registration)).status).toBe(404);
  });

  it('calls no register', async () => {
    await of('MP14MPT');
    expect([await app.data.count('vehicle_fetches'), await app.data.count('outbox')]).toEqual([0, 0]);
  });
});
