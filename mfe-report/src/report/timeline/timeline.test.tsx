import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import { fullCheckFixture } from '@ve/domain/testing/full-checks';
import { vehicleRecordFixture, type VehicleRecordSetup, motTestFixture } from '@ve/domain/testing/vehicle-records';
import { renderPage } from '@ve/mfe-kit/testing';
import axe from 'axe-core';
import { recordWithPendingSources, fixtureToday } from '../../testing/fetches.ts';
import { type ReportKind, ReportKindContext } from '../kind/report-kind.ts';
import { TimelineSection } from './timeline-section.tsx';

const turbulent: VehicleRecordSetup = {
  licensing: { dateOfLastV5CIssued: '2022-02-01', monthOfFirstRegistration: '2016-05' },
  testing: {
    firstUsedDate: '2016-05-10',
    registrationDate: '2016-05-10',
    tests: [
      motTestFixture('2026-05-05', 52_000, { expiryDate: '2027-05-04' }),
      motTestFixture('2024-05-01', 40_000, { expiryDate: '2026-04-30' }),
      motTestFixture('2024-04-28', 40_000, { result: 'FAILED' }),
      motTestFixture('2019-05-01', 20_000, { expiryDate: '2022-04-30' }),
    ],
  },
  specification: {
    dateFirstRegistered: '2016-05-10',
    previousKeepers: 2,
    lastKeeperChange: null,
    keeperChanges: [
      { date: '2023-04-20', previousKeepers: 2 },
      { date: '2023-01-02', previousKeepers: 1 },
    ],
    plateChangeCount: 2,
    plateChanges: [
      { currentRegistration: 'AB12CDE', previousRegistration: 'WO16WOF', date: '2022-01-20' },
      { currentRegistration: null, previousRegistration: 'M7KPR', date: null },
    ],
    colourChangeCount: 0,
    colourChanges: [],
    identityInspections: [],
  },
};
const lost = fullCheckFixture({
  vdi: {
    previousKeepers: 2,
    plateChangeCount: 2,
    writtenOff: true,
    writeOffCount: 1,
    writeOffs: [{ lossDate: '2021-12-30', enteredOn: null, lossType: 'ACCIDENTAL DAMAGE', category: 'S' }],
  },
});

const open = (setup: VehicleRecordSetup, fullCheck: FullCheck | null = null, kind: ReportKind = 'live') => {
  const page = renderPage(
    <ReportKindContext value={kind}>
      <TimelineSection record={vehicleRecordFixture(setup)} fullCheck={fullCheck} today={fixtureToday} />
    </ReportKindContext>,
  );
  const [all] = document.querySelectorAll('details');
  if (all !== undefined) all.open = true;
  return page;
};
const life = () => within(screen.getByRole('region', { name: 'Timeline' }));
const line = () => within(life().getByRole('list', { name: 'Events, oldest first' }));
const status = () => life().getByRole('status');
const showTests = async (user: ReturnType<typeof open>['user']) =>
  user.click(life().getByRole('checkbox', { name: /^MOT tests/ }));

async function expectAccessible() {
  const { violations } = await axe.run(document.body, {
    rules: {
      'color-contrast': { enabled: false },
      region: { enabled: false },
      'page-has-heading-one': { enabled: false },
    },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
}

test('lists the events oldest first, each with its day and source, and names findings at their positions', async () => {
  const { user } = open(turbulent, lost);
  await showTests(user);
  const items = line()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(items[0]).toBe('10 May 2016First registeredUK Vehicle Data');
  expect(items[2]).toBe('30 December 2021An insurance loss: category SAccidental damage.UK Vehicle Data, full check');
  expect(items[3]).toMatch(/^20 January 2022Plate changed from WO16 WOF to AB12 CDE/);
  expect(items[4]).toMatch(
    /The plate changed 3 weeks after the loss\.Based on: An insurance loss: category S, 30 December 2021; Plate changed from WO16 WOF to AB12 CDE, 20 January 2022\.$/,
  );
  expect(line().getByText('It changed hands twice within 4 months.')).toBeVisible();
  expect(
    line().getByText(/^No MOT for 24 months, .* while it changed hands twice; 20,000 miles were driven/),
  ).toBeVisible();
  expect(life().getByText('3 things stand out:')).toBeVisible();
  expect(
    life().getByText(/^Plate: changed from M7 KPR, date not recorded \(UK Vehicle Data: no date is recorded\)/),
  ).toBeVisible();
  await expectAccessible();
});

test('leaves MOT tests out at first, filters kinds by keyboard, and announces how many are shown', async () => {
  const { user } = open(turbulent, lost);
  const tests = life().getByRole('checkbox', { name: 'MOT tests (4)' });
  expect(tests).not.toBeChecked();
  expect(status()).toHaveTextContent('6 of 10 events shown');
  expect(line().queryByText(/^(?:Passed|Failed) its MOT/)).toBeNull();
  // The gap is still shown after the last visible one of its events.
  expect(line().getByText(/^No MOT for 24 months/)).toBeVisible();
  tests.focus();
  await user.keyboard(' ');
  expect(status()).toHaveTextContent('10 events shown');
  await user.keyboard(' ');
  await user.tab();
  expect(life().getByRole('checkbox', { name: 'Keepers and log book (3)' })).toHaveFocus();
  await user.keyboard(' ');
  expect(line().queryByText(/^No MOT for/)).toBeNull();
  await user.click(tests);
  expect(status()).toHaveTextContent('7 of 10 events shown');
});

test('shows what stands out in the tests themselves while the others are left out', () => {
  open({
    ...turbulent,
    testing: {
      tests: [
        motTestFixture('2024-05-01', 60_000),
        motTestFixture('2025-05-01', 20_000),
        motTestFixture('2026-05-01', 25_000),
      ],
    },
  });
  expect(line().getAllByText(/^(?:Passed|Failed) its MOT at/)).toHaveLength(1);
  expect(line().getByText(/^The readings go back by 40,000 miles/)).toBeVisible();
});

test('before the full check lists what only it shows, and shows none of it', () => {
  open(turbulent);
  expect(life().getByText(/^Only the full check covers finance/)).toBeVisible();
  expect(life().getByRole('link', { name: 'What the full check covers' })).toHaveAttribute(
    'href',
    '/?tab=vdi#full-check',
  );
  expect(line().queryByText(/loss/)).toBeNull();
  expect(life().queryByRole('checkbox', { name: /Losses/ })).toBeNull();
});

test('a full check that failed is missing, with the reason; a shared report does not link to one', () => {
  const page = open(turbulent, fullCheckFixture({ vdi: 'timeout' }));
  expect(
    life().getByText(/^This timeline lacks what only the full check covers\. UK Vehicle Data did not answer/),
  ).toBeVisible();
  page.unmount();
  open(turbulent, null, 'shared');
  expect(life().queryByRole('link')).toBeNull();
});

test('events that a full check only counts are shown next to the timeline, and missing data are named', () => {
  const vdi = { writtenOff: true, writeOffCount: 2, financeCount: null, previousKeepers: 2, plateChangeCount: 2 };
  open({ ...turbulent, testing: { tests: [] } }, fullCheckFixture({ vdi }));
  expect(
    life().getByText(/^2 losses to insurers, without details \(UK Vehicle Data: no date is recorded\)/),
  ).toBeVisible();
  expect(
    life().getByText('Not available for this timeline: UK Vehicle Data answered, but said nothing about finance.'),
  ).toBeVisible();
});

test('sixty tests are folded by year, quiet years together; a year with a finding is open', async () => {
  const tests = Array.from({ length: 60 }, (_, index) =>
    motTestFixture(`${2007 + Math.floor(index / 3)}-05-${10 + (index % 3)}`, 10_000 + index * 900, {
      result: index % 3 === 2 ? 'PASSED' : 'FAILED',
      expiryDate: index % 3 === 2 ? `${2008 + Math.floor(index / 3)}-05-11` : null,
    }),
  );
  const { user } = open({
    ...turbulent,
    testing: { tests },
    specification: {
      ...(turbulent.specification as object),
      dateFirstRegistered: '2004-05-10',
      plateChangeCount: 0,
      plateChanges: [],
      keeperChanges: [
        { date: '2013-04-20', previousKeepers: 2 },
        { date: '2013-01-02', previousKeepers: 1 },
      ],
    },
  });
  await showTests(user);
  const year = (name: RegExp) => line().getByText(name).closest('details');
  expect(year(/^2007 to 2012: 18 events$/)).not.toHaveAttribute('open');
  expect(year(/^2013: 5 events$/)).toHaveAttribute('open');
  expect(year(/^2026: 3 events$/)).toHaveAttribute('open');
  await user.click(line().getByText('2007 to 2012: 18 events'));
  expect(year(/^2007 to 2012: 18 events$/)).toHaveAttribute('open');
  await expectAccessible();
});

test.each<[string, VehicleRecordSetup, RegExp]>([
  ['nobody answered', { licensing: 'timeout', testing: 'timeout', specification: 'timeout' }, /^Not available$/],
  [
    'one source alone',
    { licensing: 'timeout', testing: 'not-held' },
    /^Missing from this timeline: DVLA did not answer/,
  ],
])('%s', async (_name, setup, text) => {
  open(setup);
  expect(life().getByText(text)).toBeVisible();
  await expectAccessible();
});

test.each<[string, VehicleRecordSetup, FullCheck | null, RegExp]>([
  ['all answered, no full check', {}, null, /^Nothing stands out in the free records/],
  ['all answered', {}, fullCheckFixture(), /^Nothing stands out in its records/],
  ['one did not', { testing: 'timeout' }, null, /^Some free records have not answered, so we can’t yet say/],
])('names the sources on which "nothing stands out" is based: %s', (_name, setup, fullCheck, text) => {
  open(setup, fullCheck);
  expect(life().getByText(text)).toBeVisible();
});

test('while sources are being read, shows the available events', () => {
  renderPage(
    <TimelineSection record={recordWithPendingSources(['DVSA'], turbulent)} fullCheck={null} today={fixtureToday} />,
  );
  expect(life().getByText(/Asking DVSA/)).toBeVisible();
  expect(line().getByText('First registered')).toBeInTheDocument();
  expect(life().queryByText(/^Missing from this timeline/)).toBeNull();
});

test('only the month of the first registration is shown as a month; the sample names no source', () => {
  open(
    { testing: 'timeout', specification: 'timeout', licensing: { monthOfFirstRegistration: '2016-05' } },
    null,
    'sample',
  );
  expect(line().getByText('May 2016')).toBeVisible();
  expect(line().queryByText('DVLA')).toBeNull();
});
