import { beforeEach, describe, expect, test } from '@jest/globals';
import { configure, screen, waitFor, within } from '@testing-library/react';
import { motTestFixture, type VehicleRecordSetup } from '@ve/domain/testing/vehicle-records';
import { SlotProvider } from '@ve/mfe-kit/slot';
import { renderPage, signedInSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { startVehicleFetchRequest, foundVehicleFetch } from '../testing/fetches.ts';
import { ReportPage } from './report.page.tsx';

// On a loaded machine the first render of a file may take seconds.
configure({ asyncUtilTimeout: 10_000 });

const network = installFakeNetwork();
beforeEach(() => {
  sessionStorage.clear();
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
});

const path = '/report?reg=AB12CDE';
const open = () => renderPage(<ReportPage />, { queries: true, path });
const openFound = (setup: VehicleRecordSetup = {}) => {
  network.answer(startVehicleFetchRequest, { status: 200, body: foundVehicleFetch(setup) });
  return open();
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
/** In the first list that has it: the comparison with the car may repeat it. */
const row = (label: string) => screen.getAllByText(label, { selector: 'dt' })[0]?.nextElementSibling;

describe('a report', () => {
  test('links to each of its parts', async () => {
    openFound();
    await heading('SAMPLE MOTORS EXAMPLE 1.6');
    const contents = within(await screen.findByRole('navigation', { name: 'In this report' }));
    await screen.findByRole('region', { name: 'Keep or share' });
    await screen.findByText(/^Does it match\?/);
    for (const link of contents.getAllByRole('link')) {
      const part = document.getElementById(link.getAttribute('href')?.split('#')[1] ?? '');
      expect(part?.textContent ?? '').not.toBe('');
    }
    expect(contents.getAllByRole('link')).toHaveLength(8);
  });

  test('puts verdict, tax and MOT first', async () => {
    openFound({ licensing: { taxDueDate: '2026-12-01', motExpiryDate: '2027-03-03' } });
    await heading('SAMPLE MOTORS EXAMPLE 1.6');
    expect(screen.getByRole('heading', { name: 'Verdict: Not yet checked: theft, finance, write-off' })).toBeVisible();
    const questions = within(screen.getByRole('list', { name: 'A buyer’s questions' }));
    expect(questions.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Stolen?Locked: In the full check',
      'Money owed?Locked: In the full check',
      'Crashed?Locked: In the full check',
      'MileageClear: 6 readings, all in order',
      'Road legalClear: Taxed, MOT until 3 March 2027',
      'WorthLocked: In the full check',
    ]);
    const tax = within(screen.getByRole('region', { name: 'Tax' }));
    expect(tax.getByText('Taxed')).toBeVisible();
    expect(tax.getByText('1 December 2026')).toBeVisible();
    expect(tax.getByRole('link', { name: /Renew tax on GOV.UK/ })).toHaveAttribute(
      'href',
      'https://www.gov.uk/vehicle-tax',
    );
    const mot = within(screen.getByRole('region', { name: 'MOT' }));
    expect(mot.getByText('MOT Valid')).toBeVisible();
    expect(mot.getByText('3 March 2027')).toBeVisible();
    expect(document.querySelector('[data-sample]')).toBeNull();
  });

  test.each<[string, VehicleRecordSetup, string]>([
    ['scrapped', { specification: { scrapped: true } }, 'FAILED: a scrapping record'],
    ['exported', { specification: { exported: true } }, 'WARNING: an export record'],
    [
      'clocked',
      { testing: { tests: [motTestFixture('2026-01-01', 50_000), motTestFixture('2025-01-01', 80_000)] } },
      'WARNING: mileage that goes back by 30,000 miles',
    ],
  ])('%s is a verdict with its reason', async (_name, setup, verdict) => {
    openFound(setup);
    const region = within(await screen.findByRole('region', { name: `Verdict: ${verdict}` }));
    expect(region.getAllByRole('listitem').length).toBeGreaterThan(0);
  });

  test.each<[string, VehicleRecordSetup, boolean]>([
    ['sound', {}, false],
    ['scrapped', { specification: { scrapped: true } }, true],
    ['exported', { specification: { exported: true } }, true],
  ])('the phone’s bar offers the membership, quietly for a vehicle that is %s', async (_name, setup, isQuiet) => {
    openFound(setup);
    const bar = await screen.findByRole('group', { name: 'Next step' });
    expect(bar).toHaveTextContent(/Full check with membership: £8\.90 a month\. The 50p trial does not include it\.$/);
    const inBar = within(bar).getByRole('link', { name: 'Sign Up to Upgrade' });
    const inRail = within(screen.getAllByRole('group', { name: 'Actions' })[0] as HTMLElement);
    const loud = inRail.getByRole('link', { name: 'Sign Up to Upgrade' });
    // Buttons of the same variant have the same class.
    expect(inBar.className !== loud.className).toBe(isQuiet);
  });

  test('findings without effect on the verdict are listed for attention, and each reason leads to its section', async () => {
    const page = openFound({ licensing: { taxStatus: 'SORN' }, testing: { hasOutstandingRecall: 'Yes' } });
    const region = within(
      await screen.findByRole('region', { name: 'Verdict: Not yet checked: theft, finance, write-off' }),
    );
    expect(region.getByText(/^2 things to look into: /)).toBeVisible();
    const tiles = within(screen.getByRole('list', { name: 'A buyer’s questions' })).getAllByRole('listitem');
    expect(tiles.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Road legalFound: A SORN', 'RecallsFound: An open safety recall']),
    );
    const [recall, sorn] = within(region.getByRole('list', { name: 'Reasons' })).getAllByRole('link');
    expect(sorn).toHaveTextContent(/declared off the road \(SORN\)/);
    expect(region.getByText('Next:')).toBeVisible();
    await page.user.click(recall as HTMLElement);
    expect(page.address()).toBe('/report?reg=AB12CDE&tab=vdi#recall');
    expect(screen.getByRole('tab', { name: 'VDI Check Report' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('region', { name: /recall/i })).toHaveFocus();
    await page.user.click(sorn as HTMLElement);
    expect(page.address()).toBe('/report?reg=AB12CDE&tab=vdi#tax-card');
  });

  test.each<[string, VehicleRecordSetup, boolean]>([
    ['electric', { licensing: { fuelType: 'ELECTRICITY', co2Emissions: 0 }, specification: 'not-held' }, true],
    ['petrol', {}, false],
  ])('an %s vehicle’s plate has the green flash according to the record (%#)', async (_fuel, setup, green) => {
    openFound(setup);
    await screen.findByRole('tabpanel');
    const [plate] = screen.getAllByText('AB12 CDE');
    expect(getComputedStyle(plate as HTMLElement).position).toBe(green ? 'relative' : '');
  });

  test('has fifteen facts, with their source once and another source’s name where it differs', async () => {
    openFound();
    const panel = within(await screen.findByRole('tabpanel', { name: 'Vehicle Information' }));
    expect(panel.getAllByRole('term')).toHaveLength(15);
    expect(row('Engine size')).toHaveTextContent(/1,598 cc.*DVLA/);
    expect(row('Transmission')).toHaveTextContent(/^Manual$/);
    expect(panel.getByText(/where marked/)).toHaveTextContent(
      /^UK Vehicle Data, or DVLA where marked, as of \d{1,2} \w+ \d{4} at \d\d:\d\d$/,
    );
  });

  test('shows eight VDI rows, names the seven locked ones and leads to sign-up', async () => {
    const { user } = openFound();
    await user.click(await screen.findByRole('tab', { name: 'VDI Check Report' }));
    const panel = within(screen.getByRole('tabpanel', { name: 'VDI Check Report' }));
    expect(panel.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Imported',
      'Exported',
      'Scrapped',
      'Safety Recalls',
      'Previous Keepers',
      'Plate Changes',
      'MOT',
      'Road Tax',
    ]);
    expect(panel.getAllByText('(Locked)', { exact: false })).toHaveLength(7);
    expect(panel.getByRole('link', { name: 'Sign Up to Upgrade' })).toHaveAttribute('href', '/signup?reg=AB12CDE');
  });

  test('locks the additional checks', async () => {
    const { user } = openFound();
    await user.click(await screen.findByRole('tab', { name: 'Additional Checks' }));
    const panel = within(screen.getByRole('tabpanel', { name: 'Additional Checks' }));
    expect(panel.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Stolen Check (Locked)',
      'Written Off (Locked)',
      'Finance Check (Locked)',
    ]);
  });

  test('shows a visitor that they have no plan, and does not guess the plan of a signed-in user', async () => {
    const page = openFound();
    expect(await screen.findByText('No membership')).toBeVisible();
    page.unmount();
    renderPage(<ReportPage />, { queries: true, path, session: signedInSession() });
    await heading('SAMPLE MOTORS EXAMPLE 1.6');
    expect(screen.queryByText('No membership')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Sign Up to Upgrade' })).toBeNull();
  });

  test('passes its findings to its slot, and the registration to fillers of the older version', async () => {
    network.answer(startVehicleFetchRequest, { status: 200, body: foundVehicleFetch() });
    renderPage(
      <SlotProvider render={({ offered }) => offered.map((slot) => <p key={slot.name}>{JSON.stringify(slot)}</p>)}>
        <ReportPage />
      </SlotProvider>,
      { queries: true, path },
    );
    expect(
      await screen.findByText('{"name":"report.after-checks/v1","props":{"registration":"AB12CDE"}}'),
    ).toBeVisible();
    const newer = await screen.findByText(/^{"name":"report\.after-checks\/v2"/);
    expect(JSON.parse(newer.textContent)).toMatchObject({
      props: { registration: 'AB12CDE', verdict: expect.any(String), findings: expect.any(Array), isChecked: false },
    });
  });

  test('lists the tests newest first, earlier ones on demand', async () => {
    openFound();
    const history = within(await screen.findByRole('region', { name: 'MOT history' }));
    expect(history.getByText('6 tests on record, 6 passed (100%).')).toBeVisible();
    expect(history.getByText('Show 5 earlier tests')).toBeVisible();
    expect(history.getAllByText('PASSED')).toHaveLength(6);
    expect(history.getAllByText(/^Certificate EXPIRED on /)).toHaveLength(5);
  });

  test('a test that is dated in the future is displayed, and counts neither as a pass nor as a reading', async () => {
    const sound = ['2026-05-01', '2025-05-01', '2024-05-01'].map((day, index) =>
      motTestFixture(day, 30_000 - index * 9_000),
    );
    openFound({ testing: { tests: [motTestFixture('2027-12-26', 12), ...sound] } });
    const mileage = within(await screen.findByRole('region', { name: 'Mileage' }));
    expect(mileage.getByText('The readings are consistent')).toBeVisible();
    const history = within(screen.getByRole('region', { name: 'MOT history' }));
    expect(history.getByText('3 tests on record, 3 passed (100%).')).toBeVisible();
    expect(history.getByText('This date is in the future: the record must be wrong')).toBeInTheDocument();
  });

  test('draws the mileage chart and gives the same data as a table', async () => {
    openFound({ testing: { tests: [motTestFixture('2026-01-01', 50_000), motTestFixture('2025-01-01', 80_000)] } });
    const mileage = within(await screen.findByRole('region', { name: 'Mileage' }));
    expect(mileage.getByText('The readings do not agree')).toBeVisible();
    expect(mileage.getByRole('img')).toHaveAccessibleName(
      'Mileage at each MOT test, from 80,000 miles on 1 January 2025 to 50,000 miles on 1 January 2026.',
    );
    expect(
      mileage.getByRole('row', { name: '01/01/2026 50,000 −30,000 Lower than an earlier reading' }),
    ).toBeInTheDocument();
  });
});

describe('a partial report', () => {
  test('when a source did not respond: known facts are shown, missing ones show why, retrying works', async () => {
    network.answer(
      startVehicleFetchRequest,
      { status: 200, body: foundVehicleFetch({ testing: 'timeout', specification: 'not-held' }) },
      { status: 200, body: foundVehicleFetch() },
    );
    const { user } = open();
    expect(await screen.findByText('DVSA did not answer')).toBeVisible();
    expect(row('Colour')).toHaveTextContent('Green');
    expect(row('Transmission')).toHaveTextContent('Not availableUK Vehicle Data holds no record of this vehicle.');
    const history = within(screen.getByRole('region', { name: 'MOT history' }));
    expect(history.getByText('DVSA did not answer in time.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('DVSA did not answer')).toBeNull());
    expect(row('Transmission')).toHaveTextContent('Manual');
  });
});
