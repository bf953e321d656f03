import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import type { MotDefect, MotTest } from '@ve/domain/vehicle/record/vehicle-record';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import { fullCheckFixture } from '@ve/domain/testing/full-checks';
import { vehicleRecordFixture, type VehicleRecordSetup, motTestFixture } from '@ve/domain/testing/vehicle-records';
import { renderPage } from '@ve/mfe-kit/testing';
import axe from 'axe-core';
import { fixtureToday } from '../../testing/fetches.ts';
import { type ReportKind, ReportKindContext } from '../kind/report-kind.ts';
import { FullCheckUnlockProvider } from '../unlock/unlock-provider.tsx';
import { MileageSection } from './mileage-section.tsx';
import { MotHistorySection } from './mot-history-section.tsx';

beforeEach(() => {
  sessionStorage.clear();
});

function open(setup: VehicleRecordSetup, kind: ReportKind = 'live', fullCheck: FullCheck | null = null) {
  const record = vehicleRecordFixture(setup);
  return renderPage(
    <ReportKindContext value={kind}>
      <FullCheckUnlockProvider registration="AB12CDE">
        <MotHistorySection record={record} fullCheck={fullCheck} today={fixtureToday} />
        <MileageSection record={record} fullCheck={fullCheck} today={fixtureToday} />
      </FullCheckUnlockProvider>
    </ReportKindContext>,
    { queries: true },
  );
}

const tests = (...readings: [day: string, miles: number][]): VehicleRecordSetup => ({
  testing: { tests: readings.map(([day, miles]) => motTestFixture(day, miles)) },
});
const clocked = tests(['2022-05-01', 70_000], ['2023-05-01', 108_200], ['2024-05-01', 61_000], ['2025-05-01', 69_000]);
const steady = tests(['2023-05-02', 30_000], ['2024-05-01', 38_000], ['2025-05-01', 46_500], ['2026-05-01', 55_000]);
const mileage = () => within(screen.getByRole('region', { name: 'Mileage' }));
const mot = () => within(screen.getByRole('region', { name: 'MOT history' }));

async function expectAccessible() {
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations).toEqual([]);
}

describe('the mileage', () => {
  test('marked by the full check is an anomaly, and nothing near it states that it is right', async () => {
    const { user } = open(steady, 'live', fullCheckFixture({ vdi: { mileageAnomaly: true } }));
    expect(mileage().getByText('The full check marks its mileage as an anomaly')).toBeVisible();
    expect(mileage().queryByText(/supports the mileage/)).toBeNull();
    await user.type(mileage().getByLabelText('Miles on the odometer'), '55,700{Enter}');
    expect(mileage().queryByText('It fits the history')).toBeNull();
    expect(mileage().getByText(/But the full check marks its mileage as an anomaly\./)).toBeInTheDocument();
  });

  test('of an odometer that went backwards shows its arithmetic, the likely mileage and its derivation, and a shaded stretch', async () => {
    const { container, user } = open(clocked);
    expect(
      mileage().getByText(
        '47,200 miles lower than a year before and never recovered: 108,200 on 1 May 2023, 61,000 on 1 May 2024.',
      ),
    ).toBeVisible();
    expect(
      mileage().getByText('It has probably covered 116,200 to 154,600 miles by its test of 1 May 2025.'),
    ).toBeVisible();
    await user.click(mileage().getByText('How we worked that out'));
    expect(
      mileage().getByText(/^How we get there: We take the newest reading, 69,000, and add the 47,200/),
    ).toBeVisible();
    expect(container.querySelectorAll('[data-doubtful]')).toHaveLength(1);
    await expectAccessible();
  });

  test('of a steady car shows the norm for its age with its sources, without shading or derivation', async () => {
    const { container, user } = open(steady);
    expect(mileage().getByText(/^About [\d,]+ miles a year since it was new: /)).toBeVisible();
    expect(mileage().getAllByText(/About [\d,]+ miles a year/)).toHaveLength(1);
    await user.click(mileage().getByText('4 readings as a table, and where the norm is from'));
    expect(mileage().getByRole('link', { name: /RAC Foundation/ })).toBeVisible();
    expect(mileage().queryByText(/How we get there/)).toBeNull();
    expect(container.querySelector('[data-doubtful]')).toBeNull();
    await expectAccessible();
  });

  test('has a chart that is one tab stop; arrow keys, Home and End move through the readings, each of which is announced', async () => {
    const { user } = open(steady);
    const readings = within(mileage().getByRole('listbox', { name: /^4 readings in the chart/ }));
    const points = readings.getAllByRole('option');
    expect(points.filter(({ tabIndex }) => tabIndex === 0)).toEqual([points[3]]);
    act(() => points[3]?.focus());
    expect(points[3]).toHaveAccessibleName('1 May 2026: 55,000 miles, +8,500 since 1 May 2025');
    await user.keyboard('{ArrowLeft}');
    expect(points[2]).toHaveFocus();
    expect(mileage().getByText('1 May 2025: 46,500 miles, +8,500 since 1 May 2024')).toBeVisible();
    expect(points.filter(({ tabIndex }) => tabIndex === 0)).toEqual([points[2]]);
    await user.keyboard('{Home}{ArrowLeft}');
    expect(points[0]).toHaveFocus();
    await user.keyboard('{End}');
    expect(points[3]).toHaveFocus();
    expect(readings.getAllByRole('option', { selected: true })).toEqual([points[3]]);
    await user.tab();
    expect(points).not.toContain(document.activeElement);
  });

  test('has a table that is open to all readers, newest first, folded under the chart', async () => {
    const { user } = open(steady);
    expect(mileage().getAllByRole('row')[1]).not.toBeVisible();
    await user.click(mileage().getByText(/^4 readings as a table/));
    const rows = mileage().getAllByRole('row');
    expect(rows[1]).toBeVisible();
    expect(rows[1]).toHaveAccessibleName('01/05/2026 55,000 +8,500');
  });

  test.each<[string, VehicleRecordSetup]>([
    ['one test', tests(['2026-05-01', 55_000])],
    ['none', tests()],
    [
      'sixty',
      tests(
        ...Array.from({ length: 60 }, (_, index): [string, number] => [
          `20${String(10 + (index % 15))}-0${1 + (index % 9)}-1${index % 9}`,
          1000 * index,
        ]),
      ),
    ],
  ])('renders with %s', async (_name, setup) => {
    open(setup);
    expect(mileage().getByLabelText('Miles on the odometer')).toBeInTheDocument();
    await expectAccessible();
  });

  test('is marked as kilometres at the reading', () => {
    open({
      testing: {
        tests: [
          motTestFixture('2026-05-01', 0, { odometer: { value: 100_000, unit: 'KM' } }),
          motTestFixture('2025-05-01', 50_000),
        ],
      },
    });
    expect(
      mileage().getByRole('row', { name: '01/05/2026 62,137 +12,137 recorded as 100,000 km' }),
    ).toBeInTheDocument();
  });
});

describe('today’s odometer', () => {
  const status = () => mileage().getByRole('status');

  test.each([
    ['55,700', 'It fits the history'],
    ['54,700', 'It nearly fits'],
    ['47200', 'It does not fit'],
    ['60,000', 'More than usual'],
    ['999999', 'It does not fit'],
  ])('%s: %s', async (typed, title) => {
    const { user } = open(steady);
    expect(mileage().getByText(/We would expect 55,600 to 55,800 miles today$/)).toBeVisible();
    await user.type(mileage().getByLabelText('Miles on the odometer'), typed);
    expect(status()).toBeEmptyDOMElement();
    await user.keyboard('{Enter}');
    expect(status()).toHaveTextContent(title);
    await expectAccessible();
  });

  test.each(['about 60k', '<script>alert(1)</script>', '1,000,000', '-1', '61.5'])(
    '%s is refused with a message',
    async (typed) => {
      const { user } = open(steady);
      const box = mileage().getByLabelText('Miles on the odometer');
      await user.type(box, typed);
      await user.tab();
      expect(box).toBeInvalid();
      expect(box).toHaveAccessibleDescription(/Enter /);
      expect(box).toHaveValue(typed);
      expect(status()).toBeEmptyDOMElement();
    },
  );

  test('after a history that goes backwards is compared only with its newest reading', async () => {
    const { user } = open(clocked);
    await user.type(mileage().getByLabelText('Miles on the odometer'), '77,600{Enter}');
    expect(status()).toHaveTextContent('It fits only the latest reading');
    expect(status()).not.toHaveTextContent('It fits the history');
  });

  test('is kept for the session', async () => {
    const page = open(steady);
    await page.user.type(mileage().getByLabelText('Miles on the odometer'), '55,700{Enter}');
    page.unmount();
    open(steady).unmount();
    open(steady);
    expect(mileage().getByLabelText('Miles on the odometer')).toHaveValue('55,700');
    expect(status()).toHaveTextContent('It fits the history');
  });

  test('can be entered for the sample too', () => {
    open(steady, 'sample');
    expect(screen.getByLabelText('Miles on the odometer')).toBeInTheDocument();
  });
});

describe('MOT history', () => {
  const advisory = (text: string): MotDefect => ({ type: 'ADVISORY', text, dangerous: false });
  const sill = { defects: [advisory('Offside Rear sill corroded (6.1.1 (c) (i))')] };

  test('lists a repeated defect once, with its dates, and shows the years of passes and fails', async () => {
    const { user } = open({
      licensing: { motExpiryDate: null },
      testing: {
        tests: [
          motTestFixture('2026-05-05', 55_000, { ...sill, expiryDate: '2027-05-04' }),
          motTestFixture('2026-05-01', 55_000, { result: 'FAILED' }),
          motTestFixture('2025-05-01', 46_500, sill),
          motTestFixture('2023-05-01', 30_500),
        ],
      },
    });
    expect(mot().getByText(/^2 of 3 MOTs passed first time\./)).toBeVisible();
    const years = within(mot().getByRole('list', { name: 'Passes and fails by year' })).getAllByRole('listitem');
    expect(years.map(({ textContent }) => textContent)).toEqual([
      '2023: passed’23',
      '2024: no test’24',
      '2025: passed’25',
      '2026: failed, then passed’26',
    ]);
    const items = within(mot().getByRole('list', { name: 'Likely items' })).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Offside Rear sill corroded (Inspection manual 6.1.1 (c) (i))Advised at 2 MOTs in a row05/05/2026, 01/05/2025',
    ]);
    expect(mot().getAllByText(/Rear sill/)).toHaveLength(1);
    expect(mot().getAllByText('1 note of this test is above.')).toHaveLength(2);
    await user.click(mot().getByText('When its next MOT is due, by each rule'));
    expect(mot().getByText('Tests are yearly: the current certificate ends on 4 May 2027.')).toBeVisible();
    expect(mot().getByText(/^You can have it tested from 5 April 2027 and keep your expiry date/)).toBeVisible();
    await expectAccessible();
  });

  test('keeps the repeats that the latest MOT no longer gave, and the reasons of a failure that was repaired', () => {
    const pipe: MotDefect = { type: 'MAJOR', text: 'Brake pipe leaking (1.1.11 (c))', dangerous: false };
    open({
      testing: {
        tests: [
          motTestFixture('2026-05-05', 55_000),
          motTestFixture('2026-05-01', 55_000, { result: 'FAILED', defects: [pipe] }),
          motTestFixture('2025-05-01', 46_500, sill),
          motTestFixture('2024-05-01', 40_500, sill),
        ],
      },
    });
    expect(mot().getByText('The last MOT gave no advisories.')).toBeVisible();
    expect(mot().getByText('1 earlier repeat advisory')).toBeVisible();
    const [repeat] = within(mot().getByRole('list', { name: 'Repeat advisories' })).getAllByRole('listitem');
    expect(repeat).toHaveTextContent(/^Offside rear sill, at 2 MOTs in a row: 01\/05\/2025, 01\/05\/2024/);
    expect(mot().getByText('Brake pipe leaking', { exact: false })).toBeInTheDocument();
  });

  test.each<[string, Partial<MotDefect>, MotTest[], string]>([
    ['passed later', { type: 'MAJOR' }, [motTestFixture('2022-03-05', 40_000)], 'Failed on 3 March 2022, passed later'],
    [
      'passed a year later',
      { type: 'FAIL' },
      [motTestFixture('2023-03-05', 40_000)],
      'Failed on 3 March 2022, passed later',
    ],
    [
      'dangerous, passed later',
      { type: 'DANGEROUS', dangerous: true },
      [motTestFixture('2022-03-05', 40_000)],
      'Dangerous on 3 March 2022, passed later',
    ],
    ['an advisory of an earlier test', {}, [motTestFixture('2023-03-05', 40_000)], 'Advised on 3 March 2022'],
    [
      'dangerous at the latest test',
      { type: 'DANGEROUS', dangerous: true },
      [],
      'Dangerous: do not drive until repaired',
    ],
    [
      'failed again',
      { type: 'DANGEROUS', dangerous: true },
      [motTestFixture('2022-03-05', 40_000, { result: 'FAILED' })],
      'Dangerous: do not drive until repaired',
    ],
    [
      'passed at a date in the future, which is wrong',
      { type: 'DANGEROUS', dangerous: true },
      [motTestFixture('2099-03-05', 40_000)],
      'Dangerous: do not drive until repaired',
    ],
  ])('only calls present what the latest test left open: %s', (_name, defect, later, words) => {
    const pipe: MotDefect = { ...advisory('Brake pipe leaking'), ...defect };
    open({
      testing: { tests: [...later, motTestFixture('2022-03-03', 39_000, { result: 'FAILED', defects: [pipe] })] },
    });
    const listed = mot().queryByRole('list', { name: 'Likely items' });
    expect(mot().queryByText(words) ?? listed).toBeInTheDocument();
    expect(mot().queryAllByText(/^(?:Dangerous|Major): |^Reason for failure/)).toHaveLength(
      words.startsWith('Dangerous:') && listed === null ? 1 : 0,
    );
  });

  const noAdvisories = 'The last MOT gave no advisories.';
  test.each<[string, MotTest[], string]>([
    ['sound', [motTestFixture('2026-01-10', 50_000)], noAdvisories],
    [
      'failed without a list',
      [motTestFixture('2026-01-10', 50_000, { result: 'FAILED' }), motTestFixture('2025-01-10', 42_000)],
      'It failed its last MOT and has not passed since. The record does not say why: ask for the test’s papers.',
    ],
    [
      'tested in Northern Ireland',
      [motTestFixture('2026-01-10', 50_000, { dataSource: 'DVA NI' })],
      'The record does not list the last test’s advisories: ask for the test’s papers.',
    ],
  ])('of a car that is %s says what is known of its next MOT', (_name, known, words) => {
    open({ testing: { tests: known } });
    expect(mot().getByText(words)).toBeVisible();
    expect(mot().queryAllByText(noAdvisories)).toHaveLength(words === noAdvisories ? 1 : 0);
  });

  test('names an open failure', () => {
    const pipe: MotDefect = { type: 'MAJOR', text: 'Brake pipe leaking (1.1.11 (c))', dangerous: false };
    open({ testing: { tests: [motTestFixture('2026-01-10', 50_000, { result: 'FAILED', defects: [pipe] })] } });
    const [item] = within(mot().getByRole('list', { name: 'Likely items' })).getAllByRole('listitem');
    expect(item).toHaveTextContent(/^Brake pipe leaking.*Failed, and not passed since10 January 2026$/);
  });

  test('of a car in Northern Ireland without a test shows both years as possible', () => {
    open({
      registration: 'MNZ4827',
      licensing: { motExpiryDate: null, motStatus: 'No details held by DVLA', typeApproval: 'M1' },
      testing: { tests: [], motTestDueDate: null, registrationDate: '2025-03-10', firstUsedDate: null },
      specification: { dateFirstRegistered: '2025-03-10' },
    });
    expect(mot().getAllByText('Perhaps')).toHaveLength(2);
    expect(mot().getByText(/after four years.*That is by 9 March 2029\./)).toBeInTheDocument();
  });

  test('of a scrapped car shows that none is due', () => {
    open({ specification: { scrapped: true } });
    expect(mot().getByText('It has left the road: no MOT is due.')).toBeVisible();
  });
});
