import { apiErrors, problemSchema } from '@ve/contracts/errors';
import { type VehicleFetch, vehicleFetchSchema, vehicleLookupSchema } from '@ve/contracts/http/vehicle/vehicle-data';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import { finishTestVehicleFetch } from '@ve/data/testing/vehicle-fetches';
import { recordVehicleFetchAnswer, startVehicleFetch } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import { removeFullCheckOnlyFacts } from '@ve/domain/vehicle/record/locked-facts';
import type { AnsweredRecordSection } from '@ve/domain/vehicle/record/vehicle-record';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import { postFromOwnPage, completeRecordOf, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ask = (registration: unknown, datapackage = 'VehicleData') =>
  postFromOwnPage(`${app.url}/api/fetch-vehicle-data`, { registration, datapackage });

const stateOf = async (answer: Response): Promise<VehicleFetch> => vehicleFetchSchema.parse(await answer.json());

const pendingFetch = async (registration: string) => {
  const state = await stateOf(await ask(registration));
  if (state.outcome !== 'pending') throw new Error(`expected a pending fetch, got ${state.outcome}`);
  return state;
};

/** A record with all sections answered, as the workers store it. */
const answeredRecord = (registration: string) =>
  completeRecordOf(registration, new Date()) as Record<
    'licensing' | 'testing' | 'specification',
    AnsweredRecordSection
  >;

const fetchRows = (registration: string) => app.data.all('vehicle_fetches', { registration });

/** Acts as the worker: waits for the fetch to be requested, then ends it. */
const workOn = async (registration: string, end: (id: string) => Promise<unknown>) => {
  for (;;) {
    const [row] = await fetchRows(registration);
    if (row) return end(row.id);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

const events = async function* (answer: Response): AsyncGenerator<VehicleFetch> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data !== undefined) yield vehicleFetchSchema.parse(JSON.parse(data));
    }
  }
};

describe('POST /api/fetch-vehicle-data', () => {
  it('returns a fresh record immediately without a fetch', async () => {
    const record = completeRecordOf('FR15SHH', new Date());
    await saveVehicleRecordIfNewer(app.em(), record);
    const answer = await ask(' fr15-shh ');
    expect(answer.status).toBe(200);
    expect(await stateOf(answer)).toMatchObject({
      outcome: 'found',
      record: removeFullCheckOnlyFacts(record),
      asOf: expect.stringMatching(/^\d{4}/),
    });
    expect(await fetchRows('FR15SHH')).toEqual([]);
  });

  it('sends no colour change, which is locked until a full check, neither from a record nor while sources are read', async () => {
    const repainted = (registration: string) => {
      const record = completeRecordOf(registration, new Date());
      if (record.specification.state !== 'found') throw new Error('the sample lacks a section');
      record.specification.data.colourChangeCount = 2;
      record.specification.data.colourChanges = [{ previousColour: 'YELLOW', date: '2023-07-01' }];
      return record as typeof record & { specification: AnsweredRecordSection };
    };
    await saveVehicleRecordIfNewer(app.em(), repainted('YE11LOW'));
    const atOnce = await ask('YE11LOW');
    const { fetchId, self } = await pendingFetch('YE12LOW');
    await startVehicleFetch(app.em(), fetchId);
    await recordVehicleFetchAnswer(app.em(), fetchId, repainted('YE12LOW').specification);
    const partial = await fetch(`${app.url}${self}`);
    const finished = await pendingFetch('YE13LOW');
    await finishTestVehicleFetch(app.em(), finished.fetchId, { outcome: 'found', record: repainted('YE13LOW') });
    const read = await fetch(`${app.url}${finished.self}`);
    const texts = await Promise.all([atOnce, partial, read].map((answer) => answer.text()));
    expect(texts.map((text) => JSON.parse(text).outcome)).toEqual(['found', 'pending', 'found']);
    for (const text of texts) {
      expect(text).toContain('"colourChanges":[]');
      expect(text).toContain('"colourChangeCount":null');
      expect(text).not.toContain('YELLOW');
    }
  });

  it('fetches again when the record is older than five minutes', async () => {
    await saveVehicleRecordIfNewer(app.em(), completeRecordOf('ST12ALE', new Date(Date.now() - 301_000)));
    expect((await pendingFetch('ST12ALE')).registration).toBe('ST12ALE');
  });

  it('waits briefly for the workers and returns their result', async () => {
    const worker = workOn('KU11CKK', (id) =>
      finishTestVehicleFetch(app.em(), id, { outcome: 'found', record: completeRecordOf('KU11CKK', new Date()) }),
    );
    const answer = await ask('KU11CKK');
    await worker;
    expect(answer.status).toBe(200);
    expect(await stateOf(answer)).toMatchObject({ outcome: 'found', record: { registration: 'KU11CKK' } });
  });

  it.each([
    ['not-found', 'NO12ONE', 'Vehicle not found in DVLA database'],
    ['unavailable', 'DN02DWN', apiErrors['vehicle-data-failed'].title],
  ] as const)('returns %s as a value, with a user-facing message', async (outcome, registration, message) => {
    const worker = workOn(registration, (id) => finishTestVehicleFetch(app.em(), id, { outcome }));
    const answer = await ask(registration);
    await worker;
    expect(answer.status).toBe(200);
    expect(await stateOf(answer)).toEqual({ outcome, registration, message });
  });

  it.each([
    ['does not fetch again', 59_000, false, [1, 'not-found']],
    ['asks again', 61_000, false, [2, 'pending']],
    ['fetches again, though there was a not-found result before,', 59_000, true, [3, 'pending']],
  ] as const)('%s %d ms after a not-found result (failed since: %s)', async (_, age, failedSince, expected) => {
    const registration = `NF${String(10 + expected[0])}ASK`;
    const finished = async (outcome: 'not-found' | 'unavailable', before: number) => {
      const ended = { status: 'done', outcome, finishedAt: new Date(Date.now() - before) } as const;
      return app.data.add('vehicle_fetches', { registration, ...ended }, new Date(Date.now() - before - 500));
    };
    await finished('not-found', age);
    if (failedSince) await finished('unavailable', age - 20_000);
    const answer = await ask(registration);
    const state = await stateOf(answer);
    expect([(await fetchRows(registration)).length, state.outcome]).toEqual(expected);
    if (state.outcome !== 'not-found') return;
    expect(answer.status).toBe(200);
    expect(state).toEqual({ outcome: 'not-found', registration, message: 'Vehicle not found in DVLA database' });
    const looked = await fetch(`${app.url}/api/vehicle-lookup?reg=${registration}`);
    expect(await looked.json()).toEqual({ outcome: 'not-found', message: 'Vehicle not found in DVLA database' });
    expect(await fetchRows(registration)).toHaveLength(1);
  });

  it('returns the answers so far, also to a request that joins a running fetch', async () => {
    const { fetchId, requestedAt } = await pendingFetch('PA11TLY');
    await startVehicleFetch(app.em(), fetchId);
    const { testing } = answeredRecord('PA11TLY');
    await recordVehicleFetchAnswer(app.em(), fetchId, {
      state: 'unavailable',
      source: 'DVLA',
      at: requestedAt,
      reason: 'timeout',
    });
    expect(await stateOf(await ask('PA11TLY'))).toMatchObject({ partial: null });
    await recordVehicleFetchAnswer(app.em(), fetchId, testing);
    expect(await stateOf(await ask('PA11TLY'))).toMatchObject({
      outcome: 'pending',
      fetchId,
      partial: {
        record: {
          registration: 'PA11TLY',
          fetchedAt: testing.at > requestedAt ? testing.at : requestedAt,
          licensing: { state: 'unavailable', source: 'DVLA', reason: 'timeout' },
          testing,
          specification: { state: 'asking', source: 'UKVD', at: requestedAt },
        },
        asOf: expect.stringMatching(/^\d{4}/),
      },
    });
  });

  it('returns 202 with the URLs to follow while the workers are busy', async () => {
    const answer = await ask('SL02WLY');
    expect(answer.status).toBe(202);
    const state = await stateOf(answer);
    expect(state).toMatchObject({ outcome: 'pending', registration: 'SL02WLY', steps: expect.any(Array) });
    expect(answer.headers.get('location')).toBe(state.outcome === 'pending' ? state.self : null);
  });

  it('creates one fetch and one job for a hundred concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => ask(index % 2 ? 'HU11DRD' : 'hu11 drd')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    const states = await Promise.all(answers.map(stateOf));
    expect(new Set(states.map((state) => (state.outcome === 'pending' ? state.fetchId : '?'))).size).toBe(1);
    const [row, ...more] = await fetchRows('HU11DRD');
    expect(more).toEqual([]);
    const jobs = await app.data.values('outbox', 'payload', { jobName: 'vehicle-fetches.run' });
    expect(jobs.filter(({ fetchId }) => fetchId === row?.id)).toHaveLength(1);
  });

  it('passes the request id to the job, if it is well-formed', async () => {
    const headers = { 'x-request-id': 'trace-0123456789' };
    const answer = await postFromOwnPage(
      `${app.url}/api/fetch-vehicle-data`,
      { registration: 'TR12ACE', datapackage: 'VdiCheckFull' },
      headers,
    );
    expect(answer.headers.get('x-request-id')).toBe('trace-0123456789');
    expect(await fetchRows('TR12ACE')).toMatchObject([{ correlationId: 'trace-0123456789' }]);
    const odd = await postFromOwnPage(`${app.url}/api/session`, {}, { 'x-request-id': 'a"b; drop table' });
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['nothing', undefined, 'registration-required'],
    ['null', null, 'registration-required'],
    ['blank', '', 'registration-required'],
    ['spaces', ' \t\u00a0 ', 'registration-required'],
    ['dashes', '---', 'registration-required'],
    ['200 characters', 'A'.repeat(200), 'registration-invalid'],
    ['500 characters', 'A'.repeat(500), 'registration-invalid'],
    ['emoji', '🚗🚗🚗', 'registration-invalid'],
    ['SQL', "'; drop table vehicles; --", 'registration-invalid'],
    ['a script', '<script>alert(1)</script>', 'registration-invalid'],
    ['a null byte', 'AB12\u0000CDE', 'registration-invalid'],
    ['a path', '../../etc/passwd', 'registration-invalid'],
    ['full-width letters', 'ＡＢ１２ＣＤＥ', 'registration-invalid'],
    ['an object', { $ne: '' }, 'registration-required'],
    ['a list', ['AB12CDE'], 'registration-required'],
  ])('refuses %s with %s', async (_, registration, code) => {
    const answer = await ask(registration);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    const problem = problemSchema.parse(await answer.json());
    expect(problem.code).toBe(code);
    expect(problem.requestId).toBe(answer.headers.get('x-request-id'));
  });

  it('accepts a plate of every era', async () => {
    const plates = ['AB12 CDE', 'A123 BCD', 'ABC 123D', 'ABC 123', '1 AB', 'BIG 1234', 'Q123 ABC', '101 D 234'];
    const answers = await Promise.all(plates.map((registration) => ask(registration)));
    expect(answers.map(({ status }) => status)).toEqual(plates.map(() => 202));
  });

  it('refuses an unknown package and names the field', async () => {
    const problem = problemSchema.parse(await (await ask('AB12CDE', 'Everything')).json());
    expect(problem).toMatchObject({ code: 'request-invalid', fields: [{ path: 'datapackage' }] });
  });
});

describe('GET /api/vehicle-fetches/:id', () => {
  it('returns the progress of the fetch', async () => {
    const { self, fetchId } = await pendingFetch('PO11LLS');
    await startVehicleFetch(app.em(), fetchId);
    await recordVehicleFetchAnswer(app.em(), fetchId, {
      state: 'not-held',
      source: 'DVLA',
      at: '2026-11-21T10:00:00.000Z',
    });
    const answer = await fetch(app.url + self);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await stateOf(answer)).toMatchObject({
      outcome: 'pending',
      steps: expect.arrayContaining([{ source: 'DVLA', state: 'answered' }]),
      partial: null,
    });
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'nonsense', "1' or '1'='1", '%00', 'x'.repeat(300)])(
    'returns 404 for %s',
    async (id) => {
      for (const path of ['', '/events']) {
        const answer = await fetch(`${app.url}/api/vehicle-fetches/${id}${path}`);
        expect(answer.status).toBe(404);
        expect(problemSchema.parse(await answer.json()).code).toBe('not-found');
      }
    },
  );
});

describe('GET /api/vehicle-fetches/:id/events', () => {
  it('sends every answer as it arrives and ends when the fetch is done', async () => {
    const { events: path, fetchId } = await pendingFetch('EV11NTS');
    const answer = await fetch(app.url + path);
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const { licensing } = answeredRecord('EV11NTS');
    const seen: VehicleFetch[] = [];
    for await (const state of events(answer)) {
      seen.push(state);
      if (seen.length === 1) {
        await startVehicleFetch(app.em(), fetchId);
        await recordVehicleFetchAnswer(app.em(), fetchId, licensing);
      }
      if (state.outcome === 'pending' && state.partial) {
        await finishTestVehicleFetch(app.em(), fetchId, {
          outcome: 'found',
          record: completeRecordOf('EV11NTS', new Date()),
        });
      }
    }
    expect(seen[0]).toMatchObject({ outcome: 'pending', fetchId, partial: null });
    expect(seen.at(-2)).toMatchObject({
      partial: { record: { licensing, testing: { state: 'asking' }, specification: { state: 'asking' } } },
    });
    expect(seen.at(-1)).toMatchObject({ outcome: 'found', record: { registration: 'EV11NTS' } });
  });

  it('sends the result immediately when the fetch is already done', async () => {
    const { events: path, fetchId } = await pendingFetch('DO11NEE');
    await finishTestVehicleFetch(app.em(), fetchId, { outcome: 'not-found' });
    const seen: VehicleFetch[] = [];
    for await (const state of events(await fetch(app.url + path))) seen.push(state);
    expect(seen).toMatchObject([{ outcome: 'not-found' }]);
  });

  it('continues after the connection to the database was lost', async () => {
    const { events: path, fetchId } = await pendingFetch('LO11STT');
    const answer = await fetch(app.url + path);
    let last: VehicleFetch | undefined;
    for await (const state of events(answer)) {
      if (last === undefined) {
        await app.rows(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`,
        );
        await finishTestVehicleFetch(app.em(), fetchId, { outcome: 'unavailable' });
      }
      last = state;
    }
    expect(last).toMatchObject({ outcome: 'unavailable' });
  });

  it('limits the streams per client, and releases them', async () => {
    const { events: path, fetchId } = await pendingFetch('LM11MTT');
    const open = await Promise.all(Array.from({ length: 12 }, () => fetch(app.url + path)));
    expect(open.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    const refused = await fetch(app.url + path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await finishTestVehicleFetch(app.em(), fetchId, { outcome: 'not-found' });
    await Promise.all(open.map((answer) => answer.text()));
    const again = await fetch(app.url + path);
    expect(again.status).toBe(200);
    await again.text();
  });
});

describe('GET /api/vehicle-lookup', () => {
  const lookup = async (reg: string) => {
    const answer = await fetch(`${app.url}/api/vehicle-lookup?reg=${encodeURIComponent(reg)}`);
    return { status: answer.status, body: vehicleLookupSchema.parse(await answer.json()) };
  };

  it('waits for the workers and returns the field names of the specification', async () => {
    const worker = workOn('LO12KUP', (id) =>
      finishTestVehicleFetch(app.em(), id, { outcome: 'found', record: completeRecordOf('LO12KUP', new Date()) }),
    );
    const { status, body } = await lookup('lo12 kup');
    await worker;
    expect(status).toBe(200);
    expect(body).toMatchObject({
      outcome: 'found',
      source: 'DVLA',
      vehicle: { registrationNumber: 'LO12KUP', make: 'SAMPLE MOTORS', taxStatus: 'Taxed' },
    });
  });

  const at = '2026-11-21T10:00:00.000Z';
  const noData = {
    notHeld: (source: 'DVLA' | 'DVSA' | 'UKVD') => ({ state: 'not-held', source, at }) as const,
    down: (source: 'DVLA' | 'DVSA' | 'UKVD') => ({ state: 'unavailable', source, at, reason: 'timeout' }) as const,
  };
  const notFound = { outcome: 'not-found', message: 'Vehicle not found in DVLA database' };
  const unavailable = { outcome: 'unavailable', message: 'Failed to fetch vehicle data from DVLA' };

  /** Records answers one after the other, as the worker of a fetch that does not end. */
  const recordAnswers = async (registration: string, sections: readonly AnsweredRecordSection[]) => {
    await workOn(registration, async (id) => {
      await startVehicleFetch(app.em(), id);
      for (const section of sections) await recordVehicleFetchAnswer(app.em(), id, section);
    });
  };

  it('returns as soon as DVLA has answered, without waiting for the others', async () => {
    const recording = recordAnswers('LO21DVA', [noData.down('DVSA'), answeredRecord('LO21DVA').licensing]);
    const { body } = await lookup('LO21DVA');
    await recording;
    expect(body).toMatchObject({ outcome: 'found', source: 'DVLA', vehicle: { make: 'SAMPLE MOTORS' } });
    expect(await app.data.count('vehicle_fetches', { registration: 'LO21DVA', status: 'running' })).toBe(1);
  });

  it('returns immediately that DVLA has no such vehicle', async () => {
    const recording = recordAnswers('LO21DVB', [noData.notHeld('DVLA')]);
    expect((await lookup('LO21DVB')).body).toEqual(notFound);
    await recording;
  });

  it.each([
    ['DVSA', 'LO21DVC', 'testing', { make: 'SAMPLE MOTORS', yearOfManufacture: 2017, taxStatus: null }],
    ['UKVD', 'LO21DVD', 'specification', { make: 'SAMPLE MOTORS', yearOfManufacture: 2017, taxStatus: null }],
  ] as const)(
    'returns the answer of %s when DVLA fails, and names the source',
    async (source, registration, name, vehicle) => {
      const recording = recordAnswers(registration, [noData.down('DVLA'), answeredRecord(registration)[name]]);
      expect((await lookup(registration)).body).toMatchObject({
        outcome: 'found',
        source,
        vehicle: { registrationNumber: registration, ...vehicle },
      });
      await recording;
    },
  );

  it('returns another source’s answer when DVLA is silent for five seconds', async () => {
    const recording = recordAnswers('LO21DVF', [answeredRecord('LO21DVF').testing]);
    expect((await lookup('LO21DVF')).body).toMatchObject({ outcome: 'found', source: 'DVSA' });
    await recording;
  });

  it('is unavailable only when no source has the vehicle', async () => {
    const worker = workOn('LO21DVE', async (id) => {
      await startVehicleFetch(app.em(), id);
      for (const section of [noData.down('DVLA'), noData.down('DVSA'), noData.notHeld('UKVD')]) {
        await recordVehicleFetchAnswer(app.em(), id, section);
      }
      await finishTestVehicleFetch(app.em(), id, { outcome: 'unavailable' });
    });
    expect((await lookup('LO21DVE')).body).toEqual(unavailable);
    await worker;
  });

  it.each([
    [
      'DVLA’s section',
      'DV11LAA',
      (found: VehicleRecord) => ({ ...found, licensing: noData.notHeld('DVLA') }),
      notFound,
    ],
    [
      'another section when DVLA was down',
      'DV11LAB',
      (found: VehicleRecord) => ({ ...found, licensing: noData.down('DVLA') }),
      { outcome: 'found', source: 'DVSA' },
    ],
    [
      'no section when DVLA was down and the others hold nothing',
      'DV11LAC',
      (found: VehicleRecord) => ({
        ...found,
        licensing: noData.down('DVLA'),
        testing: noData.notHeld('DVSA'),
        specification: noData.notHeld('UKVD'),
      }),
      unavailable,
    ],
  ])('answers from a fresh record, with %s', async (_, registration, change, expected) => {
    await saveVehicleRecordIfNewer(app.em(), change(completeRecordOf(registration, new Date())));
    expect(await lookup(registration)).toMatchObject({ status: 200, body: expected });
    expect(await fetchRows(registration)).toEqual([]);
  });

  it.each([
    ['', 'registration-required'],
    ['?reg=', 'registration-required'],
    ['?reg=%F0%9F%9A%97', 'registration-invalid'],
    [`?reg=${'A'.repeat(3_000)}`, 'registration-invalid'],
    ['?reg=AB12CDE&reg=AB12CDF', 'registration-required'],
    ['?reg=%', 'registration-invalid'],
  ])('refuses %s with %s', async (query, code) => {
    const answer = await fetch(`${app.url}/api/vehicle-lookup${query}`);
    expect(answer.status).toBe(400);
    expect(problemSchema.parse(await answer.json()).code).toBe(code);
  });
});

it('logs no registration and no address', async () => {
  await ask('SE11CRT');
  await fetch(`${app.url}/report?reg=SE11CRT`);
  const log = app.logLines.join('');
  expect(log).toContain('/api/fetch-vehicle-data');
  expect(log).not.toMatch(/SE11CRT|127\.0\.0\.1|reg=/);
});
