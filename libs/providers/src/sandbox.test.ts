import { fullCheckSchema } from '@ve/contracts/full-check';
import { vehicleRecordSchema } from '@ve/contracts/vehicle-record';
import { createIdealPostcodesAdapter } from './address/ideal-postcodes.adapter.ts';
import { createInMemoryLimiter } from './http/vendor-limiter.fixture.ts';
import { createDvlaAdapter } from './vehicle-enquiry/dvla.adapter.ts';
import { createUkvdSpecificationAdapter } from './specification/ukvd.adapter.ts';
import { startSandbox } from './sandbox-process.fixture.ts';
import { createUkvdValuationAdapter } from './valuation/ukvd-valuation.adapter.ts';
import { createUkvdVdiAdapter } from './vdi-check/ukvd-vdi.adapter.ts';
import { createDvsaMotHistoryAdapter } from './mot-history/dvsa.adapter.ts';

describe('against the sandbox', () => {
  let sandbox = '';
  let stop: () => Promise<void> = () => Promise.resolve();
  const limits = { backoffMs: 5, breakerFailures: 1_000, totalTimeoutMs: 2_000, ratePerSecond: 1_000, burst: 1_000 };
  const dvlaWith = (apiKey: string) =>
    createDvlaAdapter({ url: `${sandbox}/dvla`, apiKey, createVendorLimiter: createInMemoryLimiter, limits });
  const dvsaWith = (clientSecret: string, apiKey: string) =>
    createDvsaMotHistoryAdapter({
      url: `${sandbox}/dvsa`,
      tokenUrl: `${sandbox}/entra/sandbox-tenant/oauth2/v2.0/token`,
      clientId: 'sandbox-client',
      clientSecret,
      apiKey,
      scope: 'https://tapi.dvsa.gov.uk/.default',
      createVendorLimiter: createInMemoryLimiter,
      limits,
    });
  const ukvdWith = (apiKey: string) =>
    createUkvdSpecificationAdapter({
      url: `${sandbox}/ukvd`,
      apiKey,
      createVendorLimiter: createInMemoryLimiter,
      limits,
    });

  let dvla: ReturnType<typeof dvlaWith>;
  let dvsa: ReturnType<typeof dvsaWith>;
  let ukvd: ReturnType<typeof ukvdWith>;
  let vdi: ReturnType<typeof createUkvdVdiAdapter>;
  let valuation: ReturnType<typeof createUkvdValuationAdapter>;

  beforeAll(async () => {
    ({ url: sandbox, close: stop } = await startSandbox());
    dvla = dvlaWith('sandbox-dvla-key');
    dvsa = dvsaWith('sandbox-secret', 'sandbox-dvsa-key');
    ukvd = ukvdWith('sandbox-ukvd-key');
    const options = {
      url: `${sandbox}/ukvd`,
      apiKey: 'sandbox-ukvd-key',
      createVendorLimiter: createInMemoryLimiter,
      limits,
    };
    vdi = createUkvdVdiAdapter(options);
    valuation = createUkvdValuationAdapter(options);
  });
  afterAll(async () => {
    await Promise.all([dvla, dvsa, ukvd, vdi, valuation].map((adapter) => adapter.close()));
    await stop();
  });

  test('AB12CDE is held by all three, taxed and tested', async () => {
    const [licensing, testing, specification] = await Promise.all(
      [dvla, dvsa, ukvd].map((adapter) => adapter.find('AB12CDE')),
    );
    expect(licensing).toMatchObject({ state: 'found', data: { taxStatus: 'Taxed' } });
    expect(testing).toMatchObject({ state: 'found', data: { tests: expect.arrayContaining([expect.anything()]) } });
    expect(specification).toMatchObject({ state: 'found', data: { vinLast5: expect.stringMatching(/^[A-Z0-9]{5}$/) } });
  });

  test.each([
    ['AA19SRN', { state: 'found', data: { taxStatus: 'SORN', taxDueDate: null } }],
    ['L2WPS', { state: 'found', data: { taxStatus: 'Untaxed' } }],
    ['ER19BAD', { state: 'invalid' }],
    ['ER19NFD', { state: 'not-held' }],
    ['ER19THR', { state: 'unavailable', reason: 'rate-limited' }],
    ['ER19ERR', { state: 'unavailable', reason: 'source-error' }],
    ['ER19MNT', { state: 'unavailable', reason: 'source-error' }],
  ])("DVLA's own test registration %s is mapped as documented", async (registration, answer) => {
    expect(await dvla.find(registration)).toMatchObject(answer);
  });

  const nothingFound = {
    writtenOff: false,
    writeOffs: [],
    stolen: false,
    insurerTheftCount: 0,
    financeCount: 0,
    finance: [],
    highRiskCount: 0,
    scrapped: false,
    identityInspected: false,
  };

  test.each([
    ['AB12CDE', nothingFound],
    ['FN15FNC', { ...nothingFound, financeCount: 2, finance: [{ termMonths: 18 }, { termMonths: 48 }] }],
    ['FC12CNT', { ...nothingFound, financeCount: 2 }],
    ['WO16WOF', { ...nothingFound, writtenOff: true, writeOffs: [{ category: 'S' }] }],
    ['CD09CTD', { ...nothingFound, writtenOff: true, writeOffs: [{ category: 'D', lossDate: '2012-10-03' }] }],
    [
      'VC06VCT',
      {
        ...nothingFound,
        writtenOff: true,
        writeOffs: [{ category: 'C', enteredOn: '2011-02-26' }],
        identityInspected: true,
        identityInspection: { date: '2011-06-20', result: 'PASS' },
      },
    ],
    ['ST17STL', { ...nothingFound, stolen: true, stolenPoliceForce: 'WEST MIDLANDS POLICE', stolenSource: 'PNC' }],
    ['MF15THF', { ...nothingFound, insurerTheftCount: 1 }],
    ['TX12CAB', { ...nothingFound, highRiskCount: 1, highRisk: [{ type: 'RENTAL OR LEASE' }] }],
    ['SC05SCR', { ...nothingFound, scrapped: true, certificateOfDestruction: true }],
    ['CL10CKD', { ...nothingFound, mileageAnomaly: true }],
    ['KP08KPR', { previousKeepers: 9, plateChangeCount: 3, latestColourChange: { previousColour: 'YELLOW' } }],
  ])('the VDI check of %s is mapped', async (registration, data) => {
    expect(await vdi.find(registration)).toMatchObject({ state: 'found', data });
  });

  test('a valuation is for the requested miles, in pence', async () => {
    const [few, many] = await Promise.all([20_000, 90_000].map((miles) => valuation.find('TX20DUE', miles)));
    const pricesOf = (answer: typeof few) => {
      if (answer?.state !== 'found') throw new Error('There is no valuation');
      return answer.data;
    };
    expect([pricesOf(few).miles, pricesOf(many).miles]).toEqual([20_000, 90_000]);
    expect(pricesOf(few).privateClean).toBeGreaterThan(pricesOf(many).privateClean ?? 0);
    expect(pricesOf(many).privateClean).toBeGreaterThan(50_000);
    expect(await valuation.find('TX20DUE', null)).toMatchObject({ state: 'found' });
  });

  test.each(['BF1909', 'FT06MNY', 'MT05SXT', 'DB14DBL', 'HT11TML', 'ST13NGS'])(
    'the odd data of %s are found with the documented types',
    async (registration) => {
      const shapes = { ...vehicleRecordSchema.shape, ...fullCheckSchema.shape };
      const answers = await Promise.all([
        dvla.find(registration).then((answer) => ({ answer, shape: shapes.licensing, source: 'DVLA' })),
        dvsa.find(registration).then((answer) => ({ answer, shape: shapes.testing, source: 'DVSA' })),
        ukvd.find(registration).then((answer) => ({ answer, shape: shapes.specification, source: 'UKVD' })),
        vdi.find(registration).then((answer) => ({ answer, shape: shapes.vdi, source: 'UKVD' })),
        valuation.find(registration, 1).then((answer) => ({ answer, shape: shapes.valuation, source: 'UKVD' })),
      ]);
      for (const { answer, shape, source } of answers) {
        if (registration === 'BF1909' && source === 'DVSA') continue;
        expect([source, answer.state]).toEqual([source, 'found']);
        expect(shape.safeParse({ ...answer, source, at: '2026-11-21T01:00:00.000Z' }).success).toBe(true);
      }
    },
  );

  test('one package may fail while the others respond, and a success is billed once', async () => {
    const registration = 'RC18RCL';
    const fault = async (mode: string, operation: string) => {
      const body = JSON.stringify({ mode, operation, registration });
      const headers = { 'content-type': 'application/json' };
      const set = await fetch(`${sandbox}/control/faults/ukvd`, { method: 'PUT', headers, body });
      expect(set.ok).toBe(true);
    };
    const billed = async (): Promise<unknown> => {
      const answer = await fetch(`${sandbox}/control/bills?registration=${registration}`);
      const { ukvd: bills } = (await answer.json()) as { ukvd: { package: string; count: number }[] };
      return bills.find(({ package: name }) => name === 'VdiCheckFull')?.count;
    };
    const before = Number(await billed());
    try {
      await fault('error-503', 'ValuationData');
      expect(await valuation.find(registration, null)).toEqual({ state: 'unavailable', reason: 'source-error' });
      expect(await vdi.find(registration)).toMatchObject({ state: 'found' });
      expect(await billed()).toBe(before + 1);
      await fault('answers-lost', 'VdiCheckFull');
      expect(await vdi.find(registration)).toEqual({
        state: 'unavailable',
        reason: 'source-error',
        charged: 'unknown',
      });
      expect(await billed()).toBe(before + 2);
      await fault('error-503', 'VdiCheckFull');
      expect(await vdi.find(registration)).toEqual({ state: 'unavailable', reason: 'source-error', charged: 'no' });
      expect(await ukvd.find(registration)).toMatchObject({ state: 'found' });
      expect(await billed()).toBe(before + 2);
    } finally {
      await fetch(`${sandbox}/control/faults`, { method: 'DELETE' });
    }
  });

  test('an electric car that was never tested has a first due date', async () => {
    const answer = await dvsa.find('EV24ELE');
    expect(answer).toMatchObject({ state: 'found', data: { tests: [], motTestDueDate: expect.any(String) } });
  });

  test('an unknown registration is not held', async () => {
    const answers = await Promise.all([dvla, dvsa, ukvd].map((adapter) => adapter.find('YA66YYA')));
    expect(answers).toEqual(Array(3).fill({ state: 'not-held' }));
  });

  test('wrong keys are refused', async () => {
    const wrong = [dvlaWith('x'), dvsaWith('x', 'sandbox-dvsa-key'), dvsaWith('sandbox-secret', 'x'), ukvdWith('x')];
    const answers = await Promise.all(wrong.map((adapter) => adapter.find('AB12CDE')));
    expect(answers).toEqual(Array(4).fill({ state: 'unavailable', reason: 'refused' }));
    await Promise.all(wrong.map((adapter) => adapter.close()));
  });

  const addressesWith = (apiKey: string) =>
    createIdealPostcodesAdapter({
      url: `${sandbox}/ideal-postcodes`,
      apiKey,
      createVendorLimiter: createInMemoryLimiter,
      limits,
    });

  test.each([
    [
      'SW1A 2AA',
      {
        state: 'found',
        addresses: [expect.objectContaining({ line_2: '10 Downing Street' })],
        at: { latitude: 51.5035, longitude: -0.1277 },
      },
    ],
    ['SW1A 0ZZ', { state: 'found', addresses: [], at: null }],
    ['ID1 KFA', { state: 'postcode-not-found' }],
    ['ID1 CLIP', { state: 'limit-reached', code: 4020 }],
    ['ID1 CHOP', { state: 'limit-reached', code: 4021 }],
  ])('the addresses of %s are mapped as documented', async (postcode, answer) => {
    const addresses = addressesWith('sandbox-postcodes-key');
    expect(await addresses.find(postcode)).toEqual(answer);
    await addresses.close();
  });

  test('a wrong key of the address register is refused', async () => {
    const addresses = addressesWith('x');
    expect(await addresses.find('SW1A 2AA')).toEqual({ state: 'unavailable', reason: 'refused' });
    await addresses.close();
  });

  const unavailable = (reason: string) => ({ state: 'unavailable', reason });

  test.each([
    ['error-500', unavailable('source-error')],
    ['error-503', unavailable('source-error')],
    ['rate-limit', unavailable('rate-limited')],
    ['forbidden', unavailable('refused')],
    ['malformed', unavailable('unreadable-answer')],
    ['wrong-shape', unavailable('unreadable-answer')],
    ['huge', unavailable('unreadable-answer')],
    ['drop', unavailable('source-error')],
    ['hang', unavailable('timeout')],
    ['bad-request', { state: 'invalid' }],
    ['not-found', { state: 'not-held' }],
  ])('the fault %s is reported the same way for each vendor', async (mode, answer) => {
    // Fresh adapters, so that a vendor that requests a pause does not pause the next fault.
    const own = [
      dvlaWith('sandbox-dvla-key'),
      dvsaWith('sandbox-secret', 'sandbox-dvsa-key'),
      ukvdWith('sandbox-ukvd-key'),
    ];
    const body = JSON.stringify({ mode, registration: 'TX11EXP' });
    for (const vendor of ['dvla', 'dvsa', 'ukvd']) {
      const url = `${sandbox}/control/faults/${vendor}`;
      const set = await fetch(url, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
      expect([vendor, set.ok]).toEqual([vendor, true]);
    }
    try {
      const answers = await Promise.all(own.map((adapter) => adapter.find('TX11EXP')));
      expect(answers).toEqual([answer, answer, answer].map((expected) => expect.objectContaining(expected)));
    } finally {
      await fetch(`${sandbox}/control/faults`, { method: 'DELETE' });
      await Promise.all(own.map((adapter) => adapter.close()));
    }
  });
});
