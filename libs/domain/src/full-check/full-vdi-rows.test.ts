import { describe, expect, test } from '@jest/globals';
import type { FinanceAgreement, VdiCheck, WriteOff } from '../vehicle/record/full-check.ts';
import { fullCheckFixture, type FullCheckSetup } from '../testing/full-checks.ts';
import { vehicleRecordFixture, type VehicleRecordSetup, motTestFixture } from '../testing/vehicle-records.ts';
import { additionalChecks, type AdditionalCheckName } from './additional-checks.ts';
import { type FullVdiLabel, fullVdiRows } from './full-vdi-rows.ts';

const loss = (changes: Partial<WriteOff> = {}): WriteOff => ({
  lossDate: '2019-03-03',
  enteredOn: '2019-03-20',
  lossType: 'ACCIDENTAL DAMAGE',
  category: 'S',
  ...changes,
});
const agreement = (changes: Partial<FinanceAgreement> = {}): FinanceAgreement => ({
  agreementDate: '2024-03-03',
  type: 'HIRE PURCHASE',
  termMonths: 48,
  number: 'NMF-000123',
  company: 'Northgate Motor Finance',
  phone: '0345 123 4567',
  description: 'FORD FOCUS',
  ...changes,
});
const note = { date: '2024-01-01', type: 'RENTAL', company: 'ACME RENTAL', phone: null };

const rowsOf = (vdi: NonNullable<FullCheckSetup['vdi']>, setup: VehicleRecordSetup = {}, typed = '') =>
  fullVdiRows(vehicleRecordFixture(setup), fullCheckFixture({ vdi }), typed);
const row = (
  label: FullVdiLabel,
  vdi: NonNullable<FullCheckSetup['vdi']>,
  setup: VehicleRecordSetup = {},
  typed = '',
) => rowsOf(vdi, setup, typed).find((candidate) => candidate.label === label);
const card = (name: AdditionalCheckName, vdi: NonNullable<FullCheckSetup['vdi']>) =>
  additionalChecks(fullCheckFixture({ vdi })).find((candidate) => candidate.name === name);

test.each<[string, Partial<VdiCheck>, string]>([
  ['no register', {}, 'stolen'],
  ['the police', { stolen: true }, 'stolen'],
  ['the police and insurers', { stolen: true, insurerTheftCount: 1 }, 'stolen'],
  ['insurers', { stolen: false, insurerTheftCount: 1 }, 'insurer-theft'],
  ['insurers, the police not known', { stolen: null, insurerTheftCount: 1 }, 'insurer-theft'],
  ['insurers by the marker', { stolen: true, stolenSource: 'MIAFTR', insurerTheftCount: null }, 'insurer-theft'],
])('the register of a theft entry: %s', (_name, vdi, section) => {
  expect(row('Stolen', vdi)?.section).toBe(section);
});

describe('the rows of a full check', () => {
  test('are the seven of the specification, in its order', () => {
    expect(rowsOf({}).map(({ label }) => label)).toEqual([
      'Written Off',
      'Salvage History',
      'Stolen',
      'Colour Changes',
      'Ex-Taxi',
      'VIN Check',
      'Outstanding Finance',
    ]);
  });

  test('a clear vehicle has No only where a register said no', () => {
    expect(rowsOf({}).map(({ value, tone }) => [value, tone])).toEqual([
      ['No', 'pass'],
      ['No salvage category recorded', 'pass'],
      ['No', 'pass'],
      ['No', 'pass'],
      [null, 'unknown'],
      [null, 'unknown'],
      ['No', 'pass'],
    ]);
  });

  type Case = [FullVdiLabel, Partial<VdiCheck>, string | null, string];
  test.each<Case>([
    [
      'Written Off',
      { writtenOff: true, writeOffCount: 1, writeOffs: [loss()] },
      'Yes — Category S, 3 March 2019',
      'fail',
    ],
    [
      'Written Off',
      { writtenOff: true, writeOffs: [loss({ lossDate: '2023-01-01', category: 'N' }), loss()] },
      'Yes — Category S, 3 March 2019',
      'fail',
    ],
    ['Written Off', { writtenOff: true, writeOffCount: null, writeOffs: [] }, 'Yes', 'fail'],
    ['Written Off', { writtenOff: null, writeOffCount: 2, writeOffs: [] }, 'Yes', 'fail'],
    ['Written Off', { writtenOff: false, writeOffs: [loss({ category: 'X' })] }, 'Yes — 3 March 2019', 'fail'],
    ['Written Off', { writtenOff: null, writeOffCount: 0 }, 'No', 'pass'],
    ['Written Off', { writtenOff: null, writeOffCount: null }, null, 'unknown'],
    [
      'Salvage History',
      { writtenOff: true, writeOffs: [loss(), loss({ category: 'N' })] },
      'Yes — Category S, Category N',
      'fail',
    ],
    ['Salvage History', { writtenOff: true, writeOffs: [loss({ category: null })] }, null, 'unknown'],
    ['Salvage History', { writtenOff: null, writeOffCount: null }, null, 'unknown'],
    [
      'Stolen',
      { stolen: true, stolenPoliceForce: 'WEST MIDLANDS POLICE', stolenDate: '2025-02-03', stolenSource: 'PNC' },
      'Yes — West Midlands Police, 3 February 2025',
      'fail',
    ],
    ['Stolen', { stolen: true }, 'Yes', 'fail'],
    ['Stolen', { stolen: false, insurerTheftCount: 1 }, 'Yes — recorded by an insurer', 'fail'],
    ['Stolen', { stolen: null, insurerTheftCount: 2 }, 'Yes — recorded by an insurer', 'fail'],
    [
      'Stolen',
      { stolen: true, stolenSource: 'MIAFTR', stolenDate: '2025-02-03' },
      'Yes — recorded by an insurer, 3 February 2025',
      'fail',
    ],
    ['Stolen', { stolen: false, insurerTheftCount: 0 }, 'No', 'pass'],
    ['Stolen', { stolen: false, insurerTheftCount: null }, null, 'unknown'],
    ['Stolen', { stolen: null, insurerTheftCount: 0 }, null, 'unknown'],
    ['Colour Changes', { colourChangeCount: 3 }, '3 changes, none with a date', 'info'],
    ['Colour Changes', { latestColourChange: { previousColour: 'BLUE', date: '2019-03-03' } }, '1 change', 'info'],
    ['Outstanding Finance', { financeCount: 2, finance: [agreement(), agreement()] }, 'Yes — 2 agreements', 'warn'],
    ['Outstanding Finance', { financeCount: null, finance: [agreement()] }, 'Yes — 1 agreement', 'warn'],
    ['Outstanding Finance', { financeCount: 3, finance: [agreement()] }, 'Yes — 3 agreements', 'warn'],
    ['Outstanding Finance', { financeCount: null, finance: [] }, null, 'unknown'],
    ['Outstanding Finance', { financeCount: 0, highRiskCount: 1, highRisk: [note] }, 'No', 'warn'],
  ])('%s %#', (label, vdi, value, tone) => {
    expect(row(label, vdi)).toMatchObject({ value, tone });
  });

  test('details state what is known of each, and what is not', () => {
    expect(
      row('Written Off', {
        writtenOff: false,
        writeOffCount: 3,
        writeOffs: [loss(), loss({ lossDate: null, lossType: null, category: null })],
      })?.details,
    ).toEqual([
      'No category recorded; entered on 20 March 2019',
      'Category S: repairable, structural damage; Accidental damage; 3 March 2019',
      '3 losses are recorded; details of 2 are given.',
      'The register’s own marker says No, its entries say otherwise.',
    ]);
    expect(row('Stolen', { stolen: false, insurerTheftCount: 0 })).toMatchObject({
      tone: 'pass',
      details: ['The police do not list it as stolen.', 'Insurers recorded no theft.'],
    });
    expect(row('Stolen', { stolen: false, insurerTheftCount: null })?.details).toEqual([
      'The police do not list it as stolen.',
      'The answer does not say whether insurers recorded a theft.',
    ]);
    expect(row('Stolen', { stolen: null, insurerTheftCount: 0 })?.details).toEqual([
      'The answer does not say whether the police list it as stolen.',
      'Insurers recorded no theft.',
    ]);
    expect(row('Stolen', { stolen: true, stolenSource: 'MIAFTR', insurerTheftCount: null })?.details).toEqual([
      'Insurers recorded 1 theft.',
      'The answer does not say whether the police list it as stolen.',
    ]);
    expect(row('Stolen', { stolen: false, insurerTheftCount: 2, stolenStatus: 'RECOVERED' })?.details).toEqual([
      'Insurers recorded 2 thefts.',
      'The police do not list it as stolen.',
      'Status on record: Recovered',
    ]);
    expect(
      row('Outstanding Finance', { financeCount: 2, finance: [agreement({ type: null, agreementDate: null })] })
        ?.details,
    ).toEqual(['Northgate Motor Finance', '2 agreements are recorded; details of 1 are given.']);
    expect(row('Outstanding Finance', { highRiskCount: 2 })?.details).toEqual([
      '2 notes on the register of vehicles at risk.',
    ]);
  });

  test('different counts of the record and the check are both shown', () => {
    const found = row('Colour Changes', { colourChangeCount: 2 }, { specification: { colourChangeCount: 1 } });
    expect(found?.value).toBe('2 changes, none with a date');
    expect(found?.details).toEqual(['UK Vehicle Data’s vehicle record says 1; UK Vehicle Data’s full check says 2.']);
  });

  test('Ex-Taxi shows the evidence, and never No', () => {
    expect(row('Ex-Taxi', {})).toMatchObject({
      value: null,
      why: 'No register that we ask lists taxis, and nothing in its MOT tests says that it was one.',
    });
    expect(row('Ex-Taxi', {}, { testing: 'timeout' })?.why).toBe(
      'No register that we ask lists taxis, and its MOT tests are not known. DVSA did not answer in time.',
    );
    const plate = { type: 'ADVISORY', text: 'Taxi plate fitted', dangerous: false } as const;
    const found = row(
      'Ex-Taxi',
      {},
      { testing: { tests: [motTestFixture('2024-05-01', 90_000, { defects: [plate] })] } },
    );
    expect(found).toMatchObject({ value: 'Possibly', tone: 'warn', source: 'DVSA', why: null });
    expect(found?.details).toEqual(['1 May 2024: A tester noted: “Taxi plate fitted”.']);
  });

  test('VIN Check waits for the buyer’s input', () => {
    const vin = (typed: string) =>
      row('VIN Check', { vinLast5: null }, { specification: { vinLast5: 'A1B2C' } }, typed);
    expect(vin('')).toMatchObject({ value: null, why: 'Type the last five characters of the VIN stamped on the car.' });
    expect(vin('a1b2c')).toMatchObject({ value: 'Valid — it matches what you typed', tone: 'pass' });
    expect(vin('a1b2d')).toMatchObject({ value: 'It does not match', tone: 'fail' });
    expect(row('VIN Check', { vinLast5: null }, { specification: { vinLast5: null } }, '12345')?.value).toBeNull();
  });

  test.each(['timeout', 'not-held', 'asking'] as const)('the row of a register that is %s has no value', (vdi) => {
    const rows = rowsOf(vdi, { specification: 'timeout' });
    expect(rows.filter(({ value }) => value !== null)).toEqual([]);
    expect(rows.every(({ why }) => (why ?? '') !== '')).toBe(true);
    const pending = rows.filter(({ asking }) => asking !== undefined).map(({ label }) => label);
    expect(pending.includes('Stolen')).toBe(vdi === 'asking');
  });
});

describe('the additional checks', () => {
  test('are three locked cards before a full check', () => {
    expect(additionalChecks(null).map(({ name, state, status, details }) => [name, state, status, details])).toEqual([
      ['Stolen Check', 'locked', null, []],
      ['Written Off', 'locked', null, []],
      ['Finance Check', 'locked', null, []],
    ]);
  });

  test('have no details while the status is No', () => {
    const cards = additionalChecks(
      fullCheckFixture({ vdi: { stolenPoliceForce: 'KENT POLICE', stolenStatus: 'RECOVERED' } }),
    );
    expect(cards.map(({ state, status, details, note: gap }) => [state, status, details, gap])).toEqual(
      cards.map(() => ['clear', 'No', [], null]),
    );
  });

  test.each(['timeout', 'not-held'] as const)('are unknown while the registers are %s', (vdi) => {
    const cards = additionalChecks(fullCheckFixture({ vdi }));
    expect(cards.every(({ state, status, why }) => state === 'unknown' && status === null && why !== null)).toBe(true);
    expect(additionalChecks(fullCheckFixture({ vdi: 'asking' })).every(({ state }) => state === 'asking')).toBe(true);
  });

  test('stolen: force, date, status, register and the number to call', () => {
    const found = card('Stolen Check', {
      stolen: true,
      stolenPoliceForce: 'KENT POLICE',
      stolenDate: '2025-02-03',
      stolenStatus: 'STOLEN',
      stolenSource: 'PNC',
      stolenPhone: '101',
      insurerTheftCount: 0,
    });
    expect(found).toMatchObject({ state: 'found', status: 'Yes', tone: 'fail' });
    expect(found?.details.flatMap(({ rows }) => rows.map(({ label, value }) => [label, value]))).toEqual([
      ['Police force', 'Kent Police'],
      ['Date', '3 February 2025'],
      ['Status', 'Stolen'],
      ['Register', 'Police National Computer'],
      ['Telephone', '101'],
      ['Thefts recorded by insurers', '0'],
    ]);
    expect(found?.details[0]?.rows.at(-1)?.phone?.href).toBe('tel:101');
  });

  test('an insurer’s theft alone has no police details', () => {
    const found = card('Stolen Check', { stolen: false, insurerTheftCount: 1 });
    expect(found?.details.flatMap(({ rows }) => rows.map(({ label }) => label))).toEqual([
      'Thefts recorded by insurers',
    ]);
  });

  test('written off: each loss, and how many lack details', () => {
    const found = card('Written Off', {
      writtenOff: true,
      writeOffCount: 3,
      writeOffs: [loss({ lossDate: '2015-01-01', category: 'D' }), loss()],
    });
    expect(found).toMatchObject({ status: 'Yes — 3 losses', note: '3 losses are recorded; details of 2 are given.' });
    expect(found?.details.map(({ title, rows }) => [title, rows[0]?.value])).toEqual([
      ['Loss 1 of 2', 'Category S: repairable, structural damage'],
      ['Loss 2 of 2', 'Category D: repairable, repair would have cost less than the vehicle was worth'],
    ]);
  });

  test('finance: each agreement, and the notes of the register of vehicles at risk', () => {
    const found = card('Finance Check', {
      financeCount: 2,
      finance: [agreement(), agreement({ phone: null })],
      highRiskCount: 1,
      highRisk: [note],
    });
    expect(found).toMatchObject({
      state: 'found',
      status: 'Yes — 2 agreements, 1 note on the register of vehicles at risk',
      tone: 'warn',
      note: null,
    });
    expect(found?.details.map(({ title }) => title)).toEqual([
      'Agreement 1 of 2',
      'Agreement 2 of 2',
      'Register of vehicles at risk',
    ]);
    expect(found?.details[1]?.rows.at(-1)).toEqual({ label: 'Telephone', value: null, phone: null });
  });

  test('a note alone counts as found', () => {
    expect(card('Finance Check', { highRiskCount: 1, highRisk: [note] })).toMatchObject({
      state: 'found',
      status: 'No agreement, but 1 note on the register of vehicles at risk',
    });
    expect(card('Finance Check', { financeCount: null, highRiskCount: 2 })).toMatchObject({
      state: 'found',
      status: '2 notes on the register of vehicles at risk',
    });
  });
});
