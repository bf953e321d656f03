import { readRecordings } from '../http/vendor-server.fixture.ts';
import { readDvsaMotHistoryAnswer } from './dvsa.answer.ts';

const recording = readRecordings(new URL('./recordings/dvsa.json', import.meta.url));

function read(registration: string, name: string) {
  const { status, body } = recording(name);
  return readDvsaMotHistoryAnswer(registration, { status, json: body, retryAfterMs: null });
}

const passed = { completedDate: '2025-03-10T10:11:00.000Z', testResult: 'PASSED' };
const readTests = (motTests: unknown) =>
  readDvsaMotHistoryAnswer('AA19AAA', { status: 200, json: { registration: 'AA19AAA', motTests }, retryAfterMs: null });

test('the documented sample of a tested vehicle is parsed in full', () => {
  expect(read('AA19AAA', 'tested')).toEqual({
    result: {
      state: 'found',
      data: {
        make: 'FORD',
        model: 'FOCUS',
        fuelType: 'Petrol',
        primaryColour: 'Red',
        engineSize: 1999,
        firstUsedDate: '2019-03-14',
        registrationDate: '2019-03-14',
        manufactureDate: '2019-03-01',
        motTestDueDate: null,
        hasOutstandingRecall: 'No',
        tests: [
          {
            testNumber: '123456789012',
            completedAt: '2025-03-10T10:11:00.000Z',
            result: 'PASSED',
            expiryDate: '2026-03-13',
            odometer: { value: 61_234, unit: 'MI' },
            odometerResult: 'READ',
            dataSource: 'DVSA',
            defects: [
              {
                type: 'ADVISORY',
                text: 'Front brake disc worn, pitted or scored, but not seriously weakened both front (1.1.14 (a) (ii))',
                dangerous: false,
              },
            ],
          },
          {
            testNumber: '123456789011',
            completedAt: '2025-03-09T09:00:00.000Z',
            result: 'FAILED',
            expiryDate: null,
            odometer: { value: 61_230, unit: 'MI' },
            odometerResult: 'READ',
            dataSource: 'DVSA',
            defects: [
              {
                type: 'DANGEROUS',
                text: 'Nearside Front Tyre has ply or cords exposed (5.2.3 (d) (ii))',
                dangerous: true,
              },
            ],
          },
        ],
      },
    },
    notes: [],
    retryable: false,
    fault: false,
  });
});

test.each([[{}], [{ registration: null }], [{ registration: 'aa19 aaa' }]])(
  'the history of %j is accepted as the requested one',
  (named) => {
    const json = { ...named, make: 'FORD', motTests: [passed] };
    const { result } = readDvsaMotHistoryAnswer('AA19AAA', { status: 200, json, retryAfterMs: null });
    expect(result).toMatchObject({ state: 'found', data: { tests: [{ result: 'PASSED' }] } });
  },
);

test.each([
  ['PASSED', 'FAILED'],
  ['FAILED', 'PASSED'],
])('a pass is later than a failure at the same second: %s, %s', (...results) => {
  const { result } = readTests(results.map((testResult) => ({ ...passed, testResult })));
  expect(result).toMatchObject({ data: { tests: [{ result: 'PASSED' }, { result: 'FAILED' }] } });
});

test('a response without vehicle data is not a vehicle', () => {
  const { result } = readDvsaMotHistoryAnswer('AA19AAA', { status: 200, json: {}, retryAfterMs: null });
  expect(result).toEqual({ state: 'unavailable', reason: 'unreadable-answer' });
});

test('a vehicle that was never tested has no tests and a first due date', () => {
  expect(read('AA25NEW', 'neverTested')).toMatchObject({
    result: {
      state: 'found',
      data: { tests: [], motTestDueDate: '2028-03-13', firstUsedDate: null, hasOutstandingRecall: 'Unknown' },
    },
    notes: [],
  });
});

test('tests are sorted newest first; an odometer that was not read has no value', () => {
  const { result: answer, notes } = read('AIZ1234', 'northernIreland');
  expect(notes).toEqual([]);
  expect(answer.state === 'found' && answer.data.tests).toMatchObject([
    { completedAt: '2024-05-02T08:30:00.000Z', odometer: null, odometerResult: 'NO_ODOMETER', dataSource: 'DVA NI' },
    { completedAt: '2023-05-02T08:30:00.000Z', odometer: null, odometerResult: 'UNREADABLE', dataSource: 'CVS' },
    {
      completedAt: '2022-05-02T08:30:00.000Z',
      odometer: { value: 101_000, unit: 'KM' },
      testNumber: null,
      defects: [],
    },
  ]);
});

test('undocumented values are dropped without losing the history', () => {
  const { result: answer, notes } = readTests([
    { ...passed, odometerValue: '12 miles', odometerUnit: 'MI', odometerResultType: 'READ', dataSource: 'MOD' },
    {
      ...passed,
      testResult: 'FAILED',
      defects: [{ type: 'CATASTROPHIC', text: 'Wheel absent', dangerous: true }, 'loose', { type: 'DANGEROUS' }],
    },
    { ...passed, testResult: 'ABANDONED' },
  ]);
  expect(answer).toMatchObject({
    state: 'found',
    data: {
      hasOutstandingRecall: 'Unavailable',
      tests: [
        { odometer: null, odometerResult: 'READ', dataSource: 'DVSA' },
        {
          defects: [
            { type: 'NON SPECIFIC', text: 'Wheel absent', dangerous: true },
            { type: 'DANGEROUS', text: '', dangerous: true },
          ],
        },
      ],
    },
  });
  expect(notes).toEqual([
    'motTests.0.odometerValue: unreadable',
    'motTests.0.dataSource: unreadable',
    'motTests.1.defects.1: unreadable',
    'motTests.1.defects.0.type: unreadable',
    'motTests.2.testResult: unreadable',
  ]);
});

test.each([
  ['tests that are not a list', {}],
  ['a test that is not an object', ['PASSED']],
  ['a test without a date', [{ testResult: 'PASSED' }]],
  ['a test with a date that does not exist', [{ ...passed, completedDate: '2025-02-30T10:00:00Z' }]],
  ['a test without a result', [{ completedDate: passed.completedDate }]],
])('a history with %s is rejected', (_name, motTests) => {
  expect(readTests(motTests).result).toEqual({ state: 'unavailable', reason: 'unreadable-answer' });
});

const invalid = { state: 'invalid' };
const refused = { state: 'unavailable', reason: 'refused' };
const limited = { state: 'unavailable', reason: 'rate-limited' };
const broken = { state: 'unavailable', reason: 'source-error' };

test.each([
  ...['BR-01', 'NP-01', 'NP-02', 'NP-03', 'NP-04', 'IV-01', 'IV-02', 'IV-03', 'IV-04'].map((code) => [code, invalid]),
  ...['UA-01', 'FB-01', 'FB-02', 'FB-03', 'FB-04', 'PC-01'].map((code) => [code, refused]),
  ['NF-01', { state: 'not-held' }],
  ['NF-02', broken],
  ['RL-01', limited],
  ['RL-02', limited],
  ['UN-01', broken],
])('MOTH-%s is mapped as documented', (code, answer) => {
  expect(read('AA19AAA', `MOTH-${String(code)}`).result).toEqual(answer);
});

test('a used-up daily quota is not retried, a burst limit is', () => {
  expect([read('AA19AAA', 'MOTH-RL-01').retryable, read('AA19AAA', 'MOTH-RL-02').retryable]).toEqual([false, true]);
});

test('a test listed twice is counted once, unless its number is missing', () => {
  const numbered = { ...passed, motTestNumber: '123456789012' };
  const { result } = readTests([numbered, numbered, { ...numbered, testResult: 'FAILED' }, passed, passed]);
  expect(result.state === 'found' && result.data.tests.map((each) => each.testNumber)).toEqual([
    '123456789012',
    null,
    null,
    '123456789012',
  ]);
});
