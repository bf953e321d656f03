import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderPage, signedInSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import {
  startVehicleFetchRequest,
  foundVehicleFetch,
  pendingVehicleFetch,
  vehicleFetchStatePath,
  unavailableVehicleFetch,
} from '../../testing/fetches.ts';
import { ReportPage } from '../report.page.tsx';

// On a loaded machine the first render of a file may take seconds.
configure({ asyncUtilTimeout: 10_000 });

const network = installFakeNetwork();
beforeEach(() => {
  sessionStorage.clear();
});
afterEach(() => {
  jest.useRealTimers();
});

const open = (session = {}) => renderPage(<ReportPage />, { queries: true, path: '/report?reg=AB12CDE', ...session });
/** In the first list that has it: the comparison with the car may repeat it. */
const row = (label: string) => screen.getAllByText(label, { selector: 'dt' })[0]?.nextElementSibling;
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

describe('while sources are being read', () => {
  test('the available data are the report, and the rest names its source', async () => {
    network.answer(startVehicleFetchRequest, {
      status: 202,
      body: pendingVehicleFetch({ DVLA: 'answered' }, ['DVSA', 'UKVD']),
    });
    open();
    await screen.findByRole('heading', { level: 1, name: 'SAMPLE MOTORS' });
    await waitFor(() => expect(row('Colour')).toHaveTextContent('Green'));
    expect(row('Transmission')).toHaveTextContent(/^Asking UK Vehicle Data…$/);
    const tax = within(screen.getByRole('region', { name: 'Tax' }));
    expect(tax.getByText('Taxed')).toBeVisible();
    expect(screen.queryByText('Not available')).toBeNull();
    expect(screen.queryByText(/did not answer/)).toBeNull();
    expect(screen.getAllByText('Asking DVSA and UK Vehicle Data…').length).toBeGreaterThan(0);
    expect(announced()).toContain('DVLA answered. Still asking DVSA and UK Vehicle Data.');
  });

  test('each response is shown and announced as it arrives, and nothing is remounted', async () => {
    network.answer(startVehicleFetchRequest, {
      status: 202,
      body: pendingVehicleFetch({ DVLA: 'answered' }, ['DVSA', 'UKVD']),
    });
    open();
    await screen.findByRole('heading', { level: 1, name: 'SAMPLE MOTORS' });
    const card = screen.getByRole('region', { name: 'Tax' });
    const [stream] = network.streams;
    act(() => stream?.send(pendingVehicleFetch({ DVLA: 'answered', UKVD: 'answered' }, ['DVSA'])));
    await waitFor(() => expect(row('Transmission')).toHaveTextContent('Manual'));
    expect(announced()).toContain('DVLA and UK Vehicle Data answered. Still asking DVSA.');
    act(() => stream?.send(foundVehicleFetch()));
    await waitFor(() =>
      expect(announced()).toContain('DVLA, DVSA and UK Vehicle Data answered. The report is complete.'),
    );
    expect(screen.queryByText(/^Asking/)).toBeNull();
    expect(screen.getByRole('region', { name: 'Tax' })).toBe(card);
  });

  test('no alert opens before the off-road status is known', async () => {
    const expired = { licensing: { taxStatus: 'Untaxed', taxDueDate: '2026-05-01' } } as const;
    jest.useFakeTimers();
    network.answer(startVehicleFetchRequest, { status: 202, body: pendingVehicleFetch({}, ['UKVD'], expired) });
    open();
    await wait(5_000);
    expect(screen.getByText('Tax Expired')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    const scrapped = { ...expired, specification: { scrapped: true } };
    act(() => network.streams[0]?.send(foundVehicleFetch(scrapped)));
    await wait(5_000);
    expect(screen.getByRole('heading', { level: 2, name: 'Verdict: FAILED: a scrapping record' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /Renew tax/ })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a fetch that breaks off keeps the available data: no sample, the rest "Not available", and a retry', async () => {
    network.answer(
      startVehicleFetchRequest,
      { status: 202, body: pendingVehicleFetch({ DVLA: 'answered' }, ['DVSA', 'UKVD']) },
      { status: 200, body: foundVehicleFetch() },
    );
    network.answer(`GET ${vehicleFetchStatePath}`, { status: 404, body: null });
    const { user } = open();
    await screen.findByRole('heading', { level: 1, name: 'SAMPLE MOTORS' });
    act(() => network.streams[0]?.fail());
    expect(await screen.findByText('DVSA and UK Vehicle Data did not answer')).toBeVisible();
    expect(row('Colour')).toHaveTextContent('Green');
    expect(row('Transmission')).toHaveTextContent(/Not available.*UK Vehicle Data did not answer in time/);
    expect(document.querySelector('[data-sample]')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(row('Transmission')).toHaveTextContent('Manual'));
  });

  test('the sample is offered only after every source has failed', async () => {
    network.answer(startVehicleFetchRequest, {
      status: 202,
      body: pendingVehicleFetch({ DVLA: 'unavailable', DVSA: 'asking' }),
    });
    open();
    expect(await screen.findByText(/^Asking DVLA for tax and registration .*: did not answer/)).toBeVisible();
    expect(document.querySelector('[data-sample]')).toBeNull();
    act(() => network.streams[0]?.send(unavailableVehicleFetch));
    expect(await screen.findByText('Unable to fetch live vehicle data')).toBeVisible();
    expect(document.querySelector('[data-sample]')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'See a sample report' }));
    await waitFor(() => expect(document.querySelector('[data-sample]')).not.toBeNull());
  });
});

describe('after ten seconds', () => {
  const mailPath = 'POST /api/reports/AB12CDE/report-ready-mail';

  test('a visitor sees that it can take up to half a minute', async () => {
    jest.useFakeTimers();
    network.answer(startVehicleFetchRequest, { status: 202, body: pendingVehicleFetch({ DVLA: 'asking' }) });
    open();
    await wait(9_900);
    expect(screen.queryByText(/half a minute/)).toBeNull();
    await wait(200);
    expect(screen.getByText(/half a minute/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'E-mail me when it is ready' })).toBeNull();
  });

  test.each([
    ['will-be-sent', { status: 200, body: { outcome: 'will-be-sent' } }, /We’ll e-mail driver@example.com/],
    ['failed', { status: 500, body: null }, /We couldn’t set that up/],
  ] as const)('a customer may get a mail instead (%s)', async (_outcome, answer, text) => {
    jest.useFakeTimers();
    network.answer(startVehicleFetchRequest, { status: 202, body: pendingVehicleFetch({ DVLA: 'asking' }) });
    network.answer(mailPath, answer);
    open({ session: signedInSession() });
    await wait(10_100);
    const button = screen.getByRole('button', { name: 'E-mail me when it is ready' });
    act(() => button.click());
    await wait(100);
    expect(screen.getByText(text)).toBeVisible();
    expect(network.calls.filter(({ path }) => path === '/api/reports/AB12CDE/report-ready-mail')).toHaveLength(1);
  });
});
