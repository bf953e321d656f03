import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderPage, signedInSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork, type FakeNetwork } from '@ve/mfe-kit/testing-network';
import {
  startVehicleFetchRequest,
  foundVehicleFetch,
  notFoundVehicleFetch,
  pendingVehicleFetch,
  vehicleFetchStatePath,
  unavailableVehicleFetch,
} from '../testing/fetches.ts';
import { ReportPage } from './report.page.tsx';

// On a loaded machine the first render of a file may take seconds.
configure({ asyncUtilTimeout: 10_000 });

const network = installFakeNetwork();
beforeEach(() => {
  sessionStorage.clear();
});
afterEach(() => {
  jest.useRealTimers();
});

const path = '/report?reg=ab12%20cde';
const open = (at = path) =>
  renderPage(<ReportPage />, { queries: true, path: at, route: '/report', routes: { '/': <p>Search</p> } });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the registration in the URL', () => {
  test('missing: shows the loading text and redirects to the search after two seconds', async () => {
    await import('./outcomes/no-registration-page.tsx');
    jest.useFakeTimers();
    const page = open('/report');
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(screen.getByText('Loading your vehicle report...')).toBeVisible();
    act(() => void jest.advanceTimersByTime(1_999));
    expect(page.address()).toBe('/report');
    act(() => void jest.advanceTimersByTime(1));
    expect(page.address()).toBe('/');
    expect(network.calls).toEqual([]);
  });

  test.each([
    ['%3Cscript%3Ealert(1)%3C/script%3E', 'A registration number has at most 7 letters and numbers, like AB12 CDE.'],
    ['%F0%9F%9A%97', 'That is not a UK registration number. Check it and try again.'],
    ['A0BCD', 'That is not a UK registration number. Check it and try again.'],
    ['AB00%20CDE', 'That is not a UK registration number. Check it and try again.'],
    [`${'A'.repeat(200)}`, /at most 7 letters and numbers/],
  ])('invalid (%s): shows it, sends no request, offers another search', async (typed, text) => {
    const page = open(`/report?reg=${typed}`);
    expect(await heading('We cannot read that registration number')).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Search again' })).toHaveAttribute('href', '/');
    expect(page.container.querySelector('script')).toBeNull();
    expect(network.calls).toEqual([]);
  });

  test('a letter instead of a digit: the likely plate is suggested, not assumed', async () => {
    open('/report?reg=ABI2CDE');
    expect(await screen.findByRole('link', { name: 'AB12 CDE' })).toHaveAttribute('href', '/report?reg=AB12CDE');
    expect(network.calls).toEqual([]);
  });

  test('rejected by the service: shows its message, no sample', async () => {
    const problem = { type: 'about:blank', code: 'registration-invalid', title: 'Enter a registration', status: 400 };
    network.answer(startVehicleFetchRequest, { status: 400, body: problem });
    open();
    expect(await screen.findByText('Enter a registration')).toBeVisible();
    expect(screen.queryByText(/sample/i)).toBeNull();
  });
});

describe('fetching', () => {
  test('requests the free package with the normalised registration', async () => {
    network.answer(startVehicleFetchRequest, { status: 200, body: foundVehicleFetch() });
    open();
    await heading('SAMPLE MOTORS EXAMPLE 1.6');
    expect(network.calls).toEqual([
      {
        method: 'POST',
        path: '/api/fetch-vehicle-data',
        body: { registration: 'AB12CDE', datapackage: 'VehicleData' },
      },
    ]);
  });

  test('a fetch in progress: the steps follow its events until the report arrives', async () => {
    network.answer(startVehicleFetchRequest, { status: 202, body: pendingVehicleFetch({ DVLA: 'asking' }) });
    open();
    expect(await screen.findByText(/^Asking DVLA for tax and registration .*: asking now/)).toBeVisible();
    const [stream] = network.streams;
    expect(stream?.url).toBe(`${vehicleFetchStatePath}/events`);
    act(() => stream?.send(pendingVehicleFetch({ DVLA: 'answered', DVSA: 'unavailable' })));
    expect(await screen.findByText(/^Asking DVLA for tax and registration .*: answered/)).toBeVisible();
    expect(screen.getByText(/^Asking DVSA for MOT tests and recalls .*: did not answer/)).toBeVisible();
    act(() => stream?.send(foundVehicleFetch()));
    expect(await heading('SAMPLE MOTORS EXAMPLE 1.6')).toBeVisible();
    expect(stream?.isClosed()).toBe(true);
  });

  test.each<[string, (network: FakeNetwork) => void]>([
    ['breaks', ({ streams }) => streams[0]?.fail()],
    ['sends an invalid event', ({ streams }) => streams[0]?.sendText('{"outcome":"?"}')],
  ])('a stream that %s: falls back to polling', async (_how, breakStream) => {
    network.answer(startVehicleFetchRequest, { status: 202, body: pendingVehicleFetch() });
    network.answer(`GET ${vehicleFetchStatePath}`, 'no-answer', { status: 200, body: foundVehicleFetch() });
    open();
    await waitFor(() => expect(network.streams).toHaveLength(1));
    act(() => breakStream(network));
    expect(await screen.findByText('EXAMPLE 1.6', { exact: false, selector: 'h1' })).toBeVisible();
    expect(network.streams[0]?.isClosed()).toBe(true);
  });

  test('unmounting the page closes the stream', async () => {
    network.answer(startVehicleFetchRequest, { status: 202, body: pendingVehicleFetch() });
    const page = open();
    await waitFor(() => expect(network.streams).toHaveLength(1));
    page.unmount();
    await waitFor(() => expect(network.streams[0]?.isClosed()).toBe(true));
  });
});

describe('no report', () => {
  test.each([
    [503, 'busy', 'We are checking more vehicles than usual. Try again in a minute.'],
    [429, 'too-many-requests', 'Too many requests. Try again later.'],
  ])('a %i with %s: shows its message, no sample, and a retry', async (status, code, title) => {
    network.answer(
      startVehicleFetchRequest,
      { status, body: { type: 'about:blank', code, title, status } },
      { status: 200, body: foundVehicleFetch() },
    );
    open();
    expect(await heading('Not checked yet')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(title);
    expect(screen.getByText(/says nothing about the vehicle/)).toBeVisible();
    expect(screen.queryByText(/sample/i)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await heading('SAMPLE MOTORS EXAMPLE 1.6');
  });

  test('offline: shows it immediately and does not retry automatically', async () => {
    fireEvent(window, new Event('offline'));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t reach the service.');
    fireEvent(window, new Event('online'));
    fireEvent(window, new Event('visibilitychange'));
    await act(async () => undefined);
    expect(screen.getByRole('alert')).toBeVisible();
    expect(network.calls.filter(({ path }) => path === '/api/fetch-vehicle-data')).toHaveLength(1);
  });

  describe('nothing answered: the offer of a mail when a source does', () => {
    const mailPath = 'POST /api/vehicles/AB12CDE/answer-mail';
    const openUnanswered = (session = {}) => {
      network.answer(
        startVehicleFetchRequest,
        { status: 200, body: unavailableVehicleFetch },
        { status: 200, body: foundVehicleFetch() },
      );
      return renderPage(<ReportPage />, { queries: true, path, ...session });
    };
    const send = async () => screen.findByRole('button', { name: 'E-mail me when they answer' });
    const mailCalls = () => network.calls.filter(({ path: called }) => called.endsWith('answer-mail'));

    test('takes one tap of a customer', async () => {
      network.answer(mailPath, { status: 200, body: { outcome: 'will-be-sent' } });
      const { user } = openUnanswered({ session: signedInSession() });
      expect(screen.queryByRole('textbox', { name: 'E-mail address' })).toBeNull();
      await user.click(await send());
      expect(await screen.findByText('We’ll e-mail driver@example.com when a source answers.')).toBeVisible();
      expect(mailCalls().map(({ body }) => body)).toEqual([{ email: null }]);
    });

    test('takes the address of a visitor, and says what it is used for', async () => {
      network.answer(mailPath, { status: 200, body: { outcome: 'will-be-sent' } });
      const { user } = openUnanswered();
      const press = await send();
      expect(screen.getByText(/you agree that we send this one e-mail/)).toBeVisible();
      await user.click(press);
      const field = screen.getByRole('textbox', { name: 'E-mail address' });
      expect(field).toHaveFocus();
      expect(field).toHaveAccessibleDescription(/Please enter a valid email address/);
      expect(mailCalls()).toEqual([]);
      await user.type(field, 'Reader@Example.com');
      await user.click(press);
      expect(await screen.findByText('We’ll e-mail reader@example.com when a source answers.')).toBeVisible();
      expect(mailCalls().map(({ body }) => body)).toEqual([{ email: 'reader@example.com' }]);
    });

    test('asks at once when the sources have recovered meanwhile', async () => {
      network.answer(mailPath, { status: 200, body: { outcome: 'ready-now' } });
      const { user } = openUnanswered({ session: signedInSession() });
      await user.click(await send());
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    });

    test('keeps the address when it fails', async () => {
      network.answer(mailPath, { status: 503, body: null });
      const { user } = openUnanswered();
      const press = await send();
      await user.type(screen.getByRole('textbox', { name: 'E-mail address' }), 'reader@example.com');
      await user.click(press);
      expect(await screen.findByText('We couldn’t set that up')).toBeVisible();
      expect(screen.getByRole('textbox', { name: 'E-mail address' })).toHaveValue('reader@example.com');
    });
  });

  test('not found: shows the message and offers another search', async () => {
    network.answer(startVehicleFetchRequest, { status: 200, body: notFoundVehicleFetch });
    open();
    expect(await heading('Vehicle Not Found')).toBeVisible();
    expect(screen.getByText('Vehicle not found in DVLA database')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Search again' })).toHaveAttribute('href', '/');
  });

  test.each([
    [
      'nothing answered',
      { status: 200, body: unavailableVehicleFetch },
      'None of our sources answered. This says nothing about the vehicle.',
      'No vehicle data received from API',
    ],
    [
      'no connection',
      'no-answer',
      'We couldn’t reach the service. Check your connection and try again.',
      'API connection failed: TypeError: fetch failed',
    ],
    [
      'an error without a problem document',
      { status: 500, body: null },
      'Something went wrong at our end.',
      'Vehicle data API error: internal-error (500)',
    ],
    [
      'an answer that nobody can read',
      { status: 200, body: { outcome: 'perhaps' } },
      'We couldn’t read the answer.',
      'Vehicle data API error: unreadable-answer (200)',
    ],
  ] as const)(
    '%s: shows that no source answered, and on request a sample that is marked on every card',
    async (_name, answer, reason, logged) => {
      network.answer(startVehicleFetchRequest, answer, {
        status: 200,
        body: foundVehicleFetch({ specification: { model: 'REAL' } }),
      });
      const { user } = open();
      const banner = await screen.findByRole('alert');
      expect(banner).toHaveTextContent('Unable to fetch live vehicle data');
      expect(banner).toHaveTextContent(reason);
      expect(banner).not.toHaveTextContent(/API/);
      const logs = network.calls.filter(({ path }) => path === '/api/error-logs');
      expect(logs.map(({ body }) => body)).toEqual([
        expect.objectContaining({ error_message: logged, error_type: 'JavaScript Error', component_name: 'Report' }),
      ]);
      expect(screen.getByText('AB12 CDE', { selector: '[translate="no"]' })).toBeVisible();
      expect(screen.queryByText(/FAILED|sample data/)).toBeNull();
      await user.click(screen.getByRole('button', { name: 'See a sample report' }));
      expect(screen.getByRole('alert')).toHaveTextContent('Showing sample data for demonstration');
      expect(screen.getByRole('alert')).toHaveTextContent('Nothing below is about AB12 CDE.');
      expect(screen.getByText('SA17 MPL', { selector: '[translate="no"]' })).toBeVisible();
      expect(screen.getAllByText('AB12 CDE', { exact: false })).toHaveLength(1);
      for (const region of ['Tax', 'MOT', 'MOT history', 'Mileage', /^Verdict: FAILED/]) {
        const card = screen.getByRole('region', { name: region });
        expect(card.closest('[data-sample]') ?? card.querySelector('[data-sample]')).toHaveTextContent(/^Sample/);
      }
      expect(screen.queryByText(/, as of/)).toBeNull();
      expect(screen.queryByRole('link', { name: 'Sign Up to Upgrade' })).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await heading('SAMPLE MOTORS REAL')).toBeVisible();
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );
});
