import { beforeEach, describe, expect, test } from '@jest/globals';
import { configure, screen, waitFor, within } from '@testing-library/react';
import { vehicleRecordFixture, type VehicleRecordSetup } from '@ve/domain/testing/vehicle-records';
import { withoutMembership } from '@ve/mfe-kit/subscription';
import { renderPage, signedInSession, visitorSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import {
  startVehicleFetchRequest,
  foundVehicleFetch,
  fixtureToday,
  unavailableVehicleFetch,
} from '../../testing/fetches.ts';
import { ReportPage } from '../report.page.tsx';

// On a loaded machine the first render of a file may take seconds.
configure({ asyncUtilTimeout: 10_000 });

const network = installFakeNetwork();
beforeEach(() => {
  sessionStorage.clear();
  network.answer(startVehicleFetchRequest, { status: 200, body: foundVehicleFetch() });
  network.answer('GET /api/subscription', { status: 200, body: { ...withoutMembership, state: 'trial' } });
});

/** A response with a record whose sources were read at this time. */
const foundAt = (fetchedAt: string, setup: VehicleRecordSetup = {}) => ({
  outcome: 'found',
  record: { ...vehicleRecordFixture(setup), fetchedAt },
  asOf: fixtureToday,
});

const path = '/report?reg=AB12CDE';
const reportPath = '/api/reports/AB12CDE';
const open = (session = signedInSession()) => renderPage(<ReportPage />, { queries: true, path, session });
const tile = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling;
const saves = () => network.calls.filter(({ method, path }) => method === 'POST' && path === reportPath);
const banner = () => screen.queryByText('Note: Unable to save report data');
const saved = {
  outcome: 'found',
  id: '0190f0e0-0000-7000-8000-000000000009',
  registration: 'AB12CDE',
  createdAt: '2020-01-01T09:00:00.000Z',
  updatedAt: '2020-01-01T09:00:00.000Z',
  fullCheck: null,
  unlocked: null,
  check: null,
};

describe('saving (specification section 4)', () => {
  test('a customer without a saved report: saved once, from the service’s record, without a message', async () => {
    network.answer(`GET ${reportPath}`, { status: 200, body: { outcome: 'none' } });
    network.answer(`POST ${reportPath}`, { status: 200, body: saved });
    open();
    await waitFor(() => expect(tile('Created')).toHaveTextContent(/years ago/));
    expect(saves()).toEqual([{ method: 'POST', path: reportPath, body: null }]);
    expect(banner()).toBeNull();
  });

  test('a report that is saved is kept, and its age is shown', async () => {
    network.answer(`GET ${reportPath}`, { status: 200, body: saved });
    open();
    await waitFor(() => expect(tile('Created')).toHaveTextContent(/years ago/));
    expect(tile('Updated')).toHaveTextContent('Just now');
    expect(saves()).toEqual([]);
  });

  test.each([
    ['fails', { status: 500, body: null }],
    ['finds no record', { status: 200, body: { outcome: 'no-record' } }],
    ['saves none, beyond the limit of a day,', { status: 200, body: { outcome: 'none' } }],
  ])('a save that %s: the banner, and the report stays', async (_how, answer) => {
    network.answer(`GET ${reportPath}`, { status: 200, body: { outcome: 'none' } });
    network.answer(`POST ${reportPath}`, answer);
    open();
    expect(await screen.findByText('Note: Unable to save report data')).toBeVisible();
    expect(screen.getByText('Report is still viewable. We try again the next time you open it.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'SAMPLE MOTORS EXAMPLE 1.6' })).toBeVisible();
    expect(saves()).toHaveLength(1);
  });

  test('a visitor’s report is neither read nor saved', async () => {
    open(visitorSession);
    await screen.findByText('No membership');
    expect(network.calls.filter(({ path }) => path.startsWith('/api/reports'))).toEqual([]);
  });

  test('a sample is never saved', async () => {
    network.answer(startVehicleFetchRequest, { status: 200, body: unavailableVehicleFetch });
    network.answer(`GET ${reportPath}`, { status: 200, body: { outcome: 'none' } });
    open();
    await screen.findByText('Unable to fetch live vehicle data');
    await waitFor(() => expect(network.calls.some(({ path }) => path === reportPath)).toBe(true));
    expect(saves()).toEqual([]);
  });
});

describe('a reader whose own report', () => {
  const unchecked = () => screen.queryByText(/Not yet checked/);

  test('is still being read is not shown as unchecked', async () => {
    let respond: (answer: { body: unknown }) => void = () => undefined;
    network.answer(`GET ${reportPath}`, new Promise((resolve) => (respond = resolve)));
    open();
    await waitFor(() => expect(network.calls.some(({ path }) => path === reportPath)).toBe(true));
    expect(screen.getByText(/^Loading your vehicle report/)).toBeVisible();
    expect(unchecked()).toBeNull();
    respond({ body: saved });
    await waitFor(() => expect(unchecked()).toBeVisible());
  });

  test('cannot be read is warned, and can try again', async () => {
    const failure = { status: 500, body: null };
    network.answer(`GET ${reportPath}`, failure);
    network.answer(`POST ${reportPath}`, failure);
    const { user } = open();
    const title = 'We couldn’t read your own full check';
    const alert = within((await screen.findByText(title)).closest('div[role]')! as HTMLElement);
    expect(banner()).toBeNull();
    network.answer(`GET ${reportPath}`, { status: 200, body: saved });
    await user.click(alert.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  });
});

describe('Your Plan and Refresh', () => {
  beforeEach(() => {
    network.answer(`GET ${reportPath}`, { status: 200, body: saved });
  });

  test.each([
    ['a trial', { ...withoutMembership, state: 'trial' }, 'Trial0 credits available'],
    ['a member', { ...withoutMembership, state: 'active', subscribed: true, credits: 1 }, 'Active1 credit available'],
    [
      'a member who owes a payment',
      { ...withoutMembership, state: 'past-due' },
      'Payment due0 credits availableSee why and pay',
    ],
    [
      'a member in the hour before a charge',
      { ...withoutMembership, state: 'charge-due' },
      'Payment pending0 credits available',
    ],
    ['nothing', withoutMembership, 'No membership0 credits available'],
  ])('%s', async (_plan, subscription, text) => {
    network.answer('GET /api/subscription', { status: 200, body: subscription });
    open();
    await waitFor(() => expect(tile('Your Plan')).toHaveTextContent(text));
  });

  test('Refresh reads vehicle data and membership again, and shows it', async () => {
    network.answer(
      startVehicleFetchRequest,
      { status: 200, body: foundVehicleFetch() },
      { status: 200, body: foundAt('2026-06-01T09:30:00.000Z', { specification: { transmission: 'AUTOMATIC' } }) },
    );
    const { user } = open();
    const fetches = (of: string) => network.calls.filter(({ path }) => path === of).length;
    await user.click(await screen.findByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Refreshed just now.')).toBeVisible();
    expect(fetches('/api/fetch-vehicle-data')).toBe(2);
    expect(fetches('/api/subscription')).toBe(2);
    const panel = within(screen.getByRole('tabpanel', { name: 'Vehicle Information' }));
    expect(panel.getByText('Automatic')).toBeVisible();
  });

  test.each([
    ['every source answered', {}, '10:06'],
    ['one did not', { licensing: 'timeout' as const }, '10:01'],
  ])(
    'a refresh within minutes, where %s, shows when the registers were read and when they can be read again',
    async (_how, setup, again) => {
      network.answer(startVehicleFetchRequest, { status: 200, body: foundAt('2026-06-01T09:00:04.000Z', setup) });
      const { user } = open();
      await user.click(await screen.findByRole('button', { name: 'Refresh' }));
      expect(
        await screen.findByText(`The registers were last asked at 10:00. They can be asked again from ${again}.`),
      ).toBeVisible();
      expect(screen.queryByText('Refreshed just now.')).toBeNull();
    },
  );

  test('a refresh that fails shows it, and the previous data stay', async () => {
    network.answer(startVehicleFetchRequest, { status: 200, body: foundVehicleFetch() }, 'no-answer');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('We couldn’t refresh it. You see the earlier answers.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'SAMPLE MOTORS EXAMPLE 1.6' })).toBeVisible();
    expect(document.querySelector('[data-sample]')).toBeNull();
  });
});

describe('the tab in the URL', () => {
  const selected = () => screen.getByRole('tab', { selected: true }).textContent;
  const openAt = (at: string) => renderPage(<ReportPage />, { queries: true, path: at });

  test.each([
    [path, 'Vehicle Information'],
    [`${path}&tab=vdi`, 'VDI Check Report'],
    [`${path}&tab=additional`, 'Additional Checks'],
    [`${path}&tab=%3Cb%3E`, 'Vehicle Information'],
  ])('%s opens %s', async (at, name) => {
    openAt(at);
    await screen.findByRole('tablist');
    expect(selected()).toBe(name);
  });

  test('selecting a tab writes it to the URL, except for the first one', async () => {
    const page = openAt(path);
    await page.user.click(await screen.findByRole('tab', { name: 'Additional Checks' }));
    expect(page.address()).toBe(`${path}&tab=additional`);
    await page.user.click(screen.getByRole('tab', { name: 'Vehicle Information' }));
    expect(page.address()).toBe(path);
  });
});
