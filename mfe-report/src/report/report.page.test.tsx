import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { testOn, type RecordSetup } from '@ve/domain/testing/vehicle-records';
import { SlotProvider } from '@ve/mfe-kit/slot';
import { renderPage, signedIn } from '@ve/mfe-kit/testing';
import { fetchPath, found, notFound, pending, selfPath, unavailable } from '../testing/fetches.ts';
import { fakeNetwork, type Network } from '../testing/network.ts';
import { ReportPage } from './report.page.tsx';

let network: Network;
beforeEach(() => {
  network = fakeNetwork();
  sessionStorage.clear();
});
afterEach(() => {
  network.restore();
  jest.useRealTimers();
});

const path = '/report?reg=ab12%20cde';
const open = (at = path) => renderPage(<ReportPage />, { path: at, route: '/report', routes: { '/': <p>Search</p> } });
const openFound = (setup: RecordSetup = {}) => {
  network.answer(fetchPath, { status: 200, body: found(setup) });
  return open();
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const row = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling;

describe('the registration in the address', () => {
  test('none: says that it is loading and goes to the search after two seconds', () => {
    jest.useFakeTimers();
    const page = open('/report');
    expect(screen.getByText('Loading your vehicle report...')).toBeVisible();
    act(() => void jest.advanceTimersByTime(1_999));
    expect(page.address()).toBe('/report');
    act(() => void jest.advanceTimersByTime(1));
    expect(page.address()).toBe('/');
    expect(network.calls).toEqual([]);
  });

  test.each([
    ['%3Cscript%3Ealert(1)%3C/script%3E', 'A registration number has at most 7 letters and numbers, like AB12 CDE.'],
    ['%F0%9F%9A%97', /does not fit any UK plate/],
    [`${'A'.repeat(200)}`, /at most 7 letters and numbers/],
  ])('unreadable (%s): says so, asks nobody, offers another search', async (typed, words) => {
    const page = open(`/report?reg=${typed}`);
    expect(await heading('We cannot read that registration number')).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Search again' })).toHaveAttribute('href', '/');
    expect(page.container.querySelector('script')).toBeNull();
    expect(network.calls).toEqual([]);
  });

  test('a letter taken for a digit: the likely plate is offered, not assumed', async () => {
    open('/report?reg=ABI2CDE');
    expect(await screen.findByRole('link', { name: 'AB12 CDE' })).toHaveAttribute('href', '/report?reg=AB12CDE');
    expect(network.calls).toEqual([]);
  });

  test('refused by the service: its words, no sample', async () => {
    const problem = { type: 'about:blank', code: 'registration-invalid', title: 'Enter a registration', status: 400 };
    network.answer(fetchPath, { status: 400, body: problem });
    open();
    expect(await screen.findByText('Enter a registration')).toBeVisible();
    expect(screen.queryByText(/sample/i)).toBeNull();
  });
});

describe('asking', () => {
  test('asks for the free package with the registration as a plate has it', async () => {
    openFound();
    await heading('SAMPLE MOTORS EXAMPLE 1.6');
    expect(network.calls).toEqual([
      {
        method: 'POST',
        path: '/api/fetch-vehicle-data',
        body: { registration: 'AB12CDE', datapackage: 'VehicleData' },
      },
    ]);
  });

  test('a fetch under way: the steps move with its events until the report is there', async () => {
    network.answer(fetchPath, { status: 202, body: pending({ DVLA: 'asking' }) });
    open();
    expect(await screen.findByText('Asking DVLA for tax and registration: asking now')).toBeVisible();
    const [stream] = network.streams;
    expect(stream?.url).toBe(`${selfPath}/events`);
    act(() => stream?.send(pending({ DVLA: 'answered', DVSA: 'unavailable' })));
    expect(await screen.findByText('Asking DVLA for tax and registration: answered')).toBeVisible();
    expect(screen.getByText('Asking DVSA for MOT tests and recalls: did not answer')).toBeVisible();
    act(() => stream?.send(found()));
    expect(await heading('SAMPLE MOTORS EXAMPLE 1.6')).toBeVisible();
    expect(stream?.isClosed()).toBe(true);
  });

  test.each<[string, (network: Network) => void]>([
    ['breaks', ({ streams }) => streams[0]?.fail()],
    ['sends what nobody can read', ({ streams }) => streams[0]?.sendText('{"outcome":"?"}')],
  ])('a stream that %s: the fetch is polled instead', async (_how, fault) => {
    network.answer(fetchPath, { status: 202, body: pending() });
    network.answer(`GET ${selfPath}`, 'no-answer', { status: 200, body: found() });
    open();
    await waitFor(() => expect(network.streams).toHaveLength(1));
    act(() => fault(network));
    expect(await screen.findByText('EXAMPLE 1.6', { exact: false, selector: 'h1' }, { timeout: 5_000 })).toBeVisible();
    expect(network.streams[0]?.isClosed()).toBe(true);
  });

  test('leaving the page closes the stream', async () => {
    network.answer(fetchPath, { status: 202, body: pending() });
    const page = open();
    await waitFor(() => expect(network.streams).toHaveLength(1));
    page.unmount();
    await waitFor(() => expect(network.streams[0]?.isClosed()).toBe(true));
  });
});

describe('a report', () => {
  test('puts verdict, tax and MOT first', async () => {
    openFound({ licensing: { taxDueDate: '2026-12-01', motExpiryDate: '2027-03-03' } });
    await heading('SAMPLE MOTORS EXAMPLE 1.6');
    expect(screen.getByRole('heading', { name: 'Verdict: Nothing found in the free checks' })).toBeVisible();
    expect(screen.getByText(/Not checked yet: outstanding finance, insurance write-off, stolen/)).toBeVisible();
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

  test.each<[string, RecordSetup, string]>([
    ['scrapped', { specification: { scrapped: true } }, 'FAILED'],
    ['exported', { specification: { exported: true } }, 'WARNING'],
    ['clocked', { testing: { tests: [testOn('2026-01-01', 50_000), testOn('2025-01-01', 80_000)] } }, 'WARNING'],
  ])('%s is a verdict with its reason', async (_name, setup, verdict) => {
    openFound(setup);
    const region = within(await screen.findByRole('region', { name: `Verdict: ${verdict}` }));
    expect(region.getAllByRole('listitem').length).toBeGreaterThan(0);
  });

  test('has fifteen facts, each with its source', async () => {
    openFound();
    const panel = within(await screen.findByRole('tabpanel', { name: 'Vehicle Information' }));
    expect(panel.getAllByRole('term')).toHaveLength(15);
    expect(row('Engine size')).toHaveTextContent(/1,598 cc.*DVLA/);
    expect(row('Transmission')).toHaveTextContent(/Manual.*UK Vehicle Data/);
  });

  test('answers eight VDI rows, names the seven locked ones and leads to sign-up', async () => {
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

  test('tells a visitor that there is no plan, and somebody signed in nothing about one', async () => {
    const page = openFound();
    expect(await screen.findByText('No plan')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign up for reminders' })).toHaveAttribute('href', '/signup?reg=AB12CDE');
    page.unmount();
    renderPage(<ReportPage />, { path, session: signedIn() });
    await heading('SAMPLE MOTORS EXAMPLE 1.6');
    expect(screen.queryByText('No plan')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Sign Up to Upgrade' })).toBeNull();
  });

  test('offers its slot with the registration', async () => {
    network.answer(fetchPath, { status: 200, body: found() });
    renderPage(
      <SlotProvider render={(name, props) => <p>{`${name} for ${props.registration}`}</p>}>
        <ReportPage />
      </SlotProvider>,
      { path },
    );
    expect(await screen.findByText('report.after-checks/v1 for AB12CDE')).toBeVisible();
  });

  test('lists the tests newest first, earlier ones on demand, repeated advisories marked', async () => {
    openFound();
    const history = within(await screen.findByRole('region', { name: 'MOT history' }));
    expect(history.getByText('6 tests on record, 6 passed (100%).')).toBeVisible();
    expect(history.getByText('Show 3 earlier tests')).toBeVisible();
    expect(history.getByText('Advised at 2 MOTs in a row')).toBeVisible();
    expect(history.getAllByText('PASSED')).toHaveLength(1);
  });

  test('draws the mileage and says the same in a table', async () => {
    openFound({ testing: { tests: [testOn('2026-01-01', 50_000), testOn('2025-01-01', 80_000)] } });
    const mileage = within(await screen.findByRole('region', { name: 'Mileage' }));
    expect(mileage.getByText('The readings do not agree')).toBeVisible();
    expect(mileage.getByRole('img')).toHaveAccessibleName(
      'Mileage at each MOT test, from 80,000 miles on 1 January 2025 to 50,000 miles on 1 January 2026.',
    );
    expect(mileage.getByRole('row', { name: '01/01/2026 50,000 −30,000 Lower than an earlier reading' })).toBeVisible();
  });
});

describe('part of a report', () => {
  test('a source that did not answer: what is known stands, what is missing says why, trying again works', async () => {
    network.answer(
      fetchPath,
      { status: 200, body: found({ testing: 'timeout', specification: 'not-held' }) },
      { status: 200, body: found() },
    );
    const { user } = open();
    expect(await screen.findByText('DVSA did not give us an answer')).toBeVisible();
    expect(row('Colour')).toHaveTextContent('Green');
    expect(row('Transmission')).toHaveTextContent('Not availableUK Vehicle Data holds no record of this vehicle.');
    const history = within(screen.getByRole('region', { name: 'MOT history' }));
    expect(history.getByText('DVSA did not answer in time.')).toBeVisible();
    expect(screen.getByText('No source could tell us about scrapping, import, mileage.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('DVSA did not give us an answer')).toBeNull());
    expect(row('Transmission')).toHaveTextContent('Manual');
  });
});

describe('no report', () => {
  test('offline: says so at once and does not ask again by itself', async () => {
    fireEvent(window, new Event('offline'));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('API connection failed');
    fireEvent(window, new Event('online'));
    fireEvent(window, new Event('visibilitychange'));
    await act(async () => undefined);
    expect(screen.getByRole('alert')).toBeVisible();
    expect(network.calls).toHaveLength(1);
  });

  test('not found: the message and another search', async () => {
    network.answer(fetchPath, { status: 200, body: notFound });
    open();
    expect(await heading('Vehicle Not Found')).toBeVisible();
    expect(screen.getByText('Vehicle not found in DVLA database')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Search again' })).toHaveAttribute('href', '/');
  });

  test.each([
    ['nothing answered', { status: 200, body: unavailable }, /No vehicle data received from API/],
    ['no connection', 'no-answer', /API connection failed/],
    ['a fault without a problem document', { status: 500, body: null }, /Vehicle data API error/],
  ] as const)('%s: the banner and a sample that is marked on every card', async (_name, answer, reason) => {
    network.answer(fetchPath, answer, { status: 200, body: found({ specification: { model: 'REAL' } }) });
    const { user } = open();
    const banner = await screen.findByRole('alert');
    expect(banner).toHaveTextContent('Unable to fetch live vehicle data');
    expect(banner).toHaveTextContent('Showing sample data for demonstration');
    expect(banner).toHaveTextContent(reason);
    expect(banner).toHaveTextContent('Nothing below is about AB12 CDE.');
    expect(screen.getByText('SA17 MPL')).toBeVisible();
    expect(screen.getAllByText('AB12 CDE', { exact: false })).toHaveLength(1);
    for (const region of ['Tax', 'MOT', 'MOT history', 'Mileage', 'Verdict: Nothing found in the free checks']) {
      const card = screen.getByRole('region', { name: region });
      expect(card.closest('[data-sample]') ?? card.querySelector('[data-sample]')).toHaveTextContent(/^Sample/);
    }
    expect(screen.queryByText(/as of/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Sign Up to Upgrade' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await heading('SAMPLE MOTORS REAL')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
