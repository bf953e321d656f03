import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryVehicle } from '../testing/any-vehicle.ts';
import { fullCheckFixture } from '../testing/full-checks.ts';
import { vehicleRecordFixture, motTestFixture } from '../testing/vehicle-records.ts';
import type { FinanceAgreement } from '../vehicle/record/full-check.ts';
import { makeBuyingDecision } from '../verdict/make-decision.ts';
import { decisionForSharedReport } from '../verdict/decision-for-shared-report.ts';
import { removeFullCheckOnlyFacts } from '../vehicle/record/locked-facts.ts';
import { toSharedReport } from './shared-report.ts';
import type { ReportInput } from '../vehicle/record/report-input.ts';

const numRuns = Number(process.env.SOAK_RUNS ?? 50);

const agreement = (changes: Partial<FinanceAgreement>): FinanceAgreement => ({
  agreementDate: '2024-03-01',
  type: 'HIRE PURCHASE',
  termMonths: 48,
  number: null,
  company: 'EXAMPLE FINANCE',
  phone: '0800 000 1234',
  description: null,
  ...changes,
});

/** Every text in a value, without the keys of its objects. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : [];

const descriptionOf = (description: string, changes: Partial<FinanceAgreement> = {}, vinLast5 = 'K4711') => {
  const fullCheck = fullCheckFixture({ vdi: { vinLast5, finance: [agreement({ description, ...changes })] } });
  const shared = toSharedReport(vehicleRecordFixture({ specification: { engineNumber: 'ENG-90210-X' } }), fullCheck);
  return shared.fullCheck?.vdi.state === 'found' ? shared.fullCheck.vdi.data.finance[0]?.description : undefined;
};

describe('the next step on a shared report', () => {
  test.each<[string, ReportInput['fullCheck'], Parameters<typeof vehicleRecordFixture>[0], RegExp]>([
    ['nothing found', null, {}, /^Have theft, finance and write-offs checked/],
    ['passed', fullCheckFixture(), {}, /^See the car and its V5C/],
    ['incomplete', null, { testing: 'timeout' }, /^Before you decide, ask the seller about what is missing/],
  ])('is one that its reader can take: %s', (_name, fullCheck, setup, expected) => {
    const { next } = decisionForSharedReport(
      makeBuyingDecision({ record: vehicleRecordFixture(setup), fullCheck, today: '2026-06-01' }),
    );
    expect(next).toMatch(expected);
    expect(next).not.toMatch(/unlock|with this report|again in a few minutes/i);
  });

  test('is that of the finding, if there is one', () => {
    const own = makeBuyingDecision({
      record: vehicleRecordFixture({ specification: { exported: true } }),
      fullCheck: null,
      today: '2026-06-01',
    });
    expect(decisionForSharedReport(own)).toEqual({
      ...own,
      next: 'Ask the seller for a V5C that DVLA issued after the export, and do not pay without it. Have theft, finance and write-offs checked before you pay: no full check is in this report.',
    });
  });
});

describe('a shared report', () => {
  test('has no VIN, engine number and agreement number, and keeps the rest', () => {
    const record = vehicleRecordFixture({ specification: { engineNumber: 'ENG-90210-X', vinLast5: 'K4711' } });
    const fullCheck = fullCheckFixture({
      vdi: { vinLast5: 'K4711', financeCount: 1, finance: [agreement({ number: 'HP/778899' })] },
    });
    const shared = toSharedReport(record, fullCheck);
    expect(shared.record.specification).toMatchObject({
      data: { engineNumber: null, vinLast5: null, make: 'SAMPLE MOTORS' },
    });
    expect(shared.fullCheck?.vdi).toMatchObject({
      data: { vinLast5: null, finance: [{ number: null, company: 'EXAMPLE FINANCE', phone: '0800 000 1234' }] },
    });
    expect(shared.record.testing).toEqual(record.testing);
    expect(
      makeBuyingDecision({ record: shared.record, fullCheck: shared.fullCheck, today: '2026-06-01' }).verdict,
    ).toBe(makeBuyingDecision({ record, fullCheck, today: '2026-06-01' }).verdict);
    expect(record.specification).toMatchObject({ data: { vinLast5: 'K4711' } });
  });

  test.each([
    ['as it is', 'Agreement HP778899 of 2024', 'HP/778899', 'Agreement … of 2024'],
    ['divided in another way', 'ref hp 77-88 99.', 'HP/778899', 'ref ….'],
    ['around another', 'x12123434y', '1234', 'x…y'],
    ['the VIN’s end', 'chassis k4711', null, 'chassis …'],
    ['the engine’s number', 'ENG90210X fitted', null, '… fitted'],
    ['a whole VIN', 'VIN WAUZZZ8K9BA123456 seen', null, 'VIN … seen'],
    ['not a VIN: a word of 17 letters', 'counterrevolution', null, 'counterrevolution'],
    ['of two signs, standing for itself', 'held under 42.', '42', 'held under ….'],
    ['of one sign', 'agreement no. 7 of the year', '7', 'agreement no. … of the year'],
    ['of two signs as a part of others', 'A42 (1/42, £42, 42 months, 42%)', '42', 'A42 (1/42, £42, 42 months, 42%)'],
    ['in full-width signs', 'ref ＨＰ７７８８９９', 'HP/778899', 'ref …'],
    ['of which the source has full-width signs', 'ref HP778899', 'ＨＰ７７８８９９', 'ref …'],
    ['with invisible characters', 'ref HP\u200b77\u00ad88\u00a099', 'HP/778899', 'ref …'],
    ['a VIN in groups', 'VIN WAU ZZZ 8K9 BA 123456 seen', null, 'VIN … seen'],
    ['a VIN with hyphens', 'chassis WAUZZZ-8K9BA-123456.', null, 'chassis ….'],
    ['a VIN sign by sign', 'W A U Z Z Z 8 K 9 B A 1 2 3 4 5 6', null, '…'],
    ['a VIN in full-width signs', 'ＷＡＵＺＺＺ８Ｋ９ＢＡ１２３４５６', null, '…'],
    ['this car’s own VIN in groups of letters', 'VVW ZZZ AAA ZZE K4711', null, '…'],
    ['not a VIN: words before a year', 'ALL REAR BRAKES WEAR 2024', null, 'ALL REAR BRAKES WEAR 2024'],
    ['a mileage of the same digits', 'at 47,110 miles, 4711 km', '4711', 'at 47,110 miles, 4711 km'],
    ['a date of the same digits', 'on 2024-03-01, 1 March 2024', '2024', 'on 2024-03-01, 1 March 2024'],
    ['signs that a pattern would read', 'see A.(B+C)*D here', 'A.(B+C)*D', 'see … here'],
  ])('a text that repeats %s', (_, text, number, left) => {
    expect(descriptionOf(text, { number })).toBe(left);
  });

  test('a text of nothing but nested numbers is left out completely and quickly', () => {
    const started = performance.now();
    expect(descriptionOf(`seen ${'12'.repeat(4_000)}${'34'.repeat(4_000)}`, { number: '1234' })).toBe('…');
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test('keeps a lender’s telephone number that contains an agreement number, its dates and its registration', () => {
    const fullCheck = fullCheckFixture({
      vdi: {
        finance: [agreement({ number: '1234' }), agreement({ number: 'AB12 CDE' }), agreement({ number: '20240301' })],
      },
    });
    const shared = toSharedReport(vehicleRecordFixture(), fullCheck);
    expect(shared.record.registration).toBe('AB12CDE');
    expect(shared.fullCheck?.vdi).toMatchObject({
      data: { finance: Array.from({ length: 3 }, () => ({ phone: '0800 000 1234', agreementDate: '2024-03-01' })) },
    });
  });

  test('an agreement number that equals a constant of the schema changes none of the constants', () => {
    const record = vehicleRecordFixture({
      testing: {
        tests: [
          motTestFixture('2026-01-05', 10, { defects: [{ type: 'ADVISORY', text: 'Advisory', dangerous: false }] }),
        ],
      },
    });
    const fullCheck = fullCheckFixture({
      vdi: { finance: ['ADVISORY', 'PASSED', 'found', 'UKVD', 'READ'].map((number) => agreement({ number })) },
    });
    const { testing, specification } = toSharedReport(record, fullCheck).record;
    expect(specification).toMatchObject({ state: 'found', source: 'UKVD' });
    expect(testing).toMatchObject({
      data: { tests: [{ result: 'PASSED', defects: [{ type: 'ADVISORY', text: '…' }] }] },
    });
  });

  test('contains none of the secrets in any text, for any vehicle', () => {
    // Secrets as registers write them, with a first letter that no source's text has, so that none matches by chance.
    const secret = fc.stringMatching(/^[QX][0-9A-Z]{2}[ /-]?[0-9][A-Z0-9]{2,8}$/);
    const vin = fc.stringMatching(/^X[0-9]Q[0-9]X$/);
    fc.assert(
      fc.property(
        arbitraryVehicle,
        vin,
        vin,
        secret,
        fc.array(secret, { maxLength: 3 }),
        fc.nat(),
        (vehicle, spec, register, engine, numbers, seed) => {
          const secrets = [spec, register, engine, ...numbers];
          const secretText = (index: number) => {
            const one = secrets[(seed + index) % secrets.length] ?? '';
            return (
              [`about ${one}`, `${one.toLowerCase()}${one}`, one, `(${[...one].join('-')})`][(seed + index) % 4] ?? ''
            );
          };
          const texts = { make: secretText(0), model: secretText(1), colour: secretText(2), bodyStyle: secretText(3) };
          const test = motTestFixture('2026-01-05', 10, {
            testNumber: secretText(4),
            defects: [{ type: 'ADVISORY', text: secretText(5), dangerous: false }],
          });
          const { specification, testing } = vehicleRecordFixture({
            specification: { ...texts, engineNumber: engine, vinLast5: spec },
            testing: { tests: [test], model: secretText(6) },
          });
          const fullCheck = fullCheckFixture({
            vdi: {
              vinLast5: register,
              stolenStatus: secretText(7),
              stolenPhone: secretText(8),
              finance: numbers.map((number, index) =>
                agreement({ number, description: secretText(index), company: secretText(9), type: secretText(10) }),
              ),
              highRisk: [{ date: null, type: secretText(11), company: secretText(12), phone: secretText(13) }],
            },
            valuation: { vehicle: secretText(14) },
          });
          const shared = toSharedReport({ ...vehicle.record, specification, testing }, fullCheck);
          const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
          for (const text of textsOf(shared)) {
            for (const each of secrets) expect(plain(text)).not.toContain(plain(each));
          }
        },
      ),
      { numRuns },
    );
  });

  test('a number is removed in any notation; mileages and dates around it are kept', () => {
    const wide = (text: string) =>
      text.replace(/[!-~]/g, (each) => String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0));
    const gap = fc.constantFrom('', ' ', '-', '\u00a0', ' - ', '\u200b');
    const number = fc.stringMatching(/^[QX][0-9]{2,9}$|^[0-9]{4,9}$/);
    const vin = fc
      .tuple(fc.stringMatching(/^[A-HJ-NPR-Z]{3}[A-HJ-NPR-Z0-9]{4}[0-9][A-Z]$/), fc.stringMatching(/^[0-9]{8}$/))
      .map(([start, end]) => `${start.replace(/[IOQ]/g, 'A')}${end}`);
    fc.assert(
      fc.property(number, vin, gap, fc.boolean(), fc.nat(999_999), (agreed, whole, between, isWide, miles) => {
        const written = (text: string) => (isWide ? wide : String)([...text].join(between));
        const surroundings = `${miles.toLocaleString('en-GB')} miles on 1 March 2024 and 2025-04-05`;
        const left = descriptionOf(`${surroundings}; ${written(agreed)}; ${written(whole)}`, { number: agreed }) ?? '';
        expect(left).toBe(`${surroundings}; …; …`);
      }),
      { numRuns },
    );
  });

  test('a text without a secret is unchanged', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ａ-ｚa-z½…№ ]{0,40}$/u), (text) => {
        expect(descriptionOf(text, { number: 'HP/778899' })).toBe(text);
      }),
      { numRuns },
    );
  });

  test('can be shown for any vehicle: it keeps every state, count and date', () => {
    const shape = (value: unknown): unknown =>
      typeof value === 'string' && !/^\d{4}-\d{2}-\d{2}/.test(value)
        ? 'text'
        : Array.isArray(value)
          ? value.map(shape)
          : typeof value === 'object' && value !== null
            ? Object.fromEntries(
                Object.entries(value).map(([key, each]) => [
                  key,
                  ['vinLast5', 'engineNumber', 'number'].includes(key) ? null : shape(each),
                ]),
              )
            : value;
    fc.assert(
      fc.property(arbitraryVehicle, ({ record, fullCheck }) => {
        const unlockedRecord = fullCheck === null ? removeFullCheckOnlyFacts(record) : record;
        expect(shape(toSharedReport(record, fullCheck))).toEqual(shape({ record: unlockedRecord, fullCheck }));
      }),
      { numRuns },
    );
  });
});
