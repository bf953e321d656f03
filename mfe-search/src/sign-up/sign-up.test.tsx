import { afterEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { VehicleLookup } from '@ve/contracts/http/vehicle/vehicle-data';
import { renderPage } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { SignUpPage } from './sign-up.page.tsx';

const network = installFakeNetwork();
afterEach(() => localStorage.clear());

const vehicle = {
  registrationNumber: 'AB12CDE',
  make: 'FORD',
  model: 'FOCUS',
  yearOfManufacture: 2012,
  colour: 'BLUE',
  fuelType: 'PETROL',
  engineCapacity: 1596,
  dateOfLastV5CIssued: null,
  taxStatus: 'Taxed',
  taxDueDate: null,
  motStatus: 'Valid',
  motExpiryDate: null,
};

const lookUp = (registration: string) => `GET /api/vehicle-lookup?reg=${registration}`;
const answersLookup = (body: VehicleLookup, registration = 'AB12CDE') => {
  network.answer(lookUp(registration), { body });
};
const box = () => screen.getByRole('textbox', { name: 'Registration number' });
const next = () => screen.getByRole('button', { name: 'Continue' });

describe('step 1', () => {
  test('looks a registration up and confirms it; Back to Search returns home', async () => {
    answersLookup({ outcome: 'found', source: 'DVLA', vehicle });
    const { user, address } = renderPage(<SignUpPage />, { queries: true, path: '/signup' });
    expect(screen.getByRole('link', { name: 'Back to Search' })).toHaveAttribute('href', '/');
    await user.type(box(), ' ab12-cde ');
    await user.click(screen.getByRole('button', { name: 'Search Vehicle' }));
    expect(address()).toBe('/signup?reg=AB12CDE&step=2');
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(await screen.findByText('FORD')).toBeInTheDocument();
    expect(network.calls.map(({ path }) => path)).toEqual(['/api/vehicle-lookup?reg=AB12CDE']);
  });

  test('ignores a blank search', async () => {
    const { user, address } = renderPage(<SignUpPage />, { queries: true, path: '/signup' });
    await user.type(box(), '   {Enter}');
    expect(address()).toBe('/signup');
    expect(box()).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  const tooLong = 'A registration number has at most 7 letters and numbers, like AB12 CDE';
  const none = 'That is not a UK registration number. Check it and try again.';
  test.each([
    ['💥', none],
    ['A0BCD', none],
    ['AB00 CDE', none],
    ["'; drop table vehicles; --", tooLong],
    ['<script>alert(1)</script>', tooLong],
    ['x'.repeat(200), tooLong],
  ])('keeps an invalid registration (%s), shows an error, and sends no request', async (typed, why) => {
    const { user, address } = renderPage(<SignUpPage />, { queries: true, path: '/signup' });
    await user.click(box());
    await user.paste(typed);
    await user.keyboard('{Enter}');
    expect(address()).toBe('/signup');
    expect(screen.getByRole('alert')).toHaveTextContent(why);
    expect(screen.getByRole('alert')).toHaveFocus();
    expect(box()).toBeInvalid();
    expect(box()).toHaveValue(typed);
    expect(network.calls).toEqual([]);
  });
});

describe('step 2', () => {
  test.each(['reg', 'reg_number'])('%s in the URL pre-fills and opens it', async (name) => {
    answersLookup({ outcome: 'found', source: 'DVLA', vehicle });
    const { address } = renderPage(<SignUpPage />, { queries: true, path: `/signup?${name}=ab12%20cde` });
    expect(await screen.findByText('FORD')).toBeInTheDocument();
    expect(screen.getByText('2012')).toBeInTheDocument();
    expect(screen.getByText('Blue')).toBeInTheDocument();
    expect(screen.getByText('AB12 CDE')).toBeInTheDocument();
    expect(address()).toBe('/signup?reg=AB12+CDE&step=2');
    const current = within(screen.getByRole('navigation', { name: 'Sign-up steps' })).getByText('Confirm');
    expect(current.closest('li')).toHaveAttribute('aria-current', 'step');
  });

  test('Continue leads to the details and keeps the campaign; the free report is next to it', async () => {
    answersLookup({ outcome: 'found', source: 'DVLA', vehicle });
    const { user, address } = renderPage(<SignUpPage />, {
      queries: true,
      path: '/signup?reg=AB12CDE&utm_source=partner&utm_medium=mail',
    });
    await screen.findByText('FORD');
    expect(screen.getByText('24-hour trial, 50p').parentElement).toHaveTextContent(
      /Then £8\.90 a month.*unless you cancel/,
    );
    const free = screen.getByRole('link', { name: 'See the free report' });
    expect(free).toHaveAttribute('href', '/report?reg=AB12CDE&utm_source=partner&utm_medium=mail');
    expect(free).toHaveAccessibleDescription(/^Free .* nothing to pay\.$/);
    await user.click(next());
    expect(address()).toBe('/signup?reg=AB12CDE&step=3&utm_source=partner&utm_medium=mail');
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('shows which value DVLA does not hold', async () => {
    answersLookup({ outcome: 'found', source: 'DVLA', vehicle: { ...vehicle, colour: null } });
    renderPage(<SignUpPage />, { queries: true, path: '/signup?reg=AB12CDE' });
    await screen.findByText('FORD');
    expect(screen.getByText('Not available').closest('dd')).toHaveTextContent('DVLA’s record does not say.');
  });

  test.each([
    ['DVSA', 'From DVSA’s MOT history. DVLA did not answer in time.', 'DVSA’s MOT history does not say.'],
    ['UKVD', 'From UK Vehicle Data. DVLA did not answer in time.', 'UK Vehicle Data does not say.'],
  ] as const)('continues with the data of %s while DVLA does not respond', async (source, text, notHeld) => {
    answersLookup({ outcome: 'found', source, vehicle: { ...vehicle, yearOfManufacture: null } });
    const { user, address } = renderPage(<SignUpPage />, { queries: true, path: '/signup?reg=AB12CDE' });
    await screen.findByText('FORD');
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByText('Not available').closest('dd')).toHaveTextContent(notHeld);
    await user.click(next());
    expect(address()).toBe('/signup?reg=AB12CDE&step=3');
  });

  test('shows a loading state and disables Continue during the lookup', async () => {
    network.answer(lookUp('AB12CDE'), 'silence');
    const { user, address } = renderPage(<SignUpPage />, { queries: true, path: '/signup?reg=AB12CDE' });
    expect(screen.getByRole('status')).toHaveTextContent('Looking up the vehicle');
    await user.click(next());
    expect(address()).toBe('/signup?reg=AB12CDE&step=2');
  });

  test('shows an unknown vehicle as not found with Continue unavailable, and Search again keeps the input', async () => {
    answersLookup({ outcome: 'not-found', message: 'Vehicle not found in DVLA database' }, 'AO12CDE');
    const { user, address } = renderPage(<SignUpPage />, { queries: true, path: '/signup?reg=AO12CDE&utm_source=x' });
    expect(await screen.findByRole('heading', { name: 'Vehicle Not Found' })).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Vehicle not found in DVLA database');
    expect(screen.queryByRole('link', { name: 'See the free report' })).toBeNull();
    expect(next()).toHaveAttribute('aria-disabled', 'true');
    expect(next()).toHaveAccessibleDescription(/No vehicle was found/);
    await user.click(screen.getByRole('link', { name: 'Not your vehicle? Search again' }));
    expect(address()).toBe('/signup?reg=AO12CDE&step=1&utm_source=x');
    expect(box()).toHaveValue('AO12CDE');
  });

  test('suggests the lookalike of a registration with a letter instead of a digit', async () => {
    answersLookup({ outcome: 'found', source: 'DVLA', vehicle });
    const { user, address } = renderPage(<SignUpPage />, { queries: true, path: '/signup?reg=AB1OCDE' });
    await screen.findByRole('heading', { name: 'We cannot read that registration number' });
    await user.click(screen.getByRole('link', { name: 'AB10 CDE with the number 0' }));
    expect(address()).toBe('/signup?reg=AB10CDE&step=2');
  });

  test.each([
    ['A0BCD', /not a UK registration number/],
    ['z'.repeat(300), /at most 7 letters and numbers/],
  ])('shows that text (%s) is not a registration and was not looked up', (typed, why) => {
    renderPage(<SignUpPage />, { queries: true, path: `/signup?reg=${typed}` });
    expect(screen.getByRole('heading', { name: 'We cannot read that registration number' })).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent(why);
    expect(screen.getByText(/Nothing was looked up\./)).toBeInTheDocument();
    expect(screen.queryByText(/not found|No vehicle was found/i)).toBeNull();
    expect(next()).toHaveAttribute('aria-disabled', 'true');
    expect(network.calls).toEqual([]);
  });
});

describe('a failed lookup', () => {
  test('differs from an unknown vehicle and can be retried', async () => {
    answersLookup({ outcome: 'unavailable', message: 'Failed to fetch vehicle data from DVLA' });
    const { user } = renderPage(<SignUpPage />, { queries: true, path: '/signup?reg=AB12CDE' });
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch vehicle data from DVLA');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Search failed');
    expect(next()).toHaveAttribute('aria-disabled', 'true');
    answersLookup({ outcome: 'found', source: 'DVLA', vehicle });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('FORD')).toBeInTheDocument();
  });

  test('a connection failure has its own message', async () => {
    network.answer(lookUp('AB12CDE'), 'no-answer');
    renderPage(<SignUpPage />, { queries: true, path: '/signup?reg=AB12CDE' });
    expect(await screen.findByText('Failed to connect to DVLA lookup service')).toBeInTheDocument();
  });

  test.each([
    [503, 'service-unavailable', 'Failed to fetch vehicle data from DVLA'],
    [500, 'internal-error', 'Failed to fetch vehicle data from DVLA'],
    [503, 'busy', 'We are checking more vehicles than usual. Try again in a minute.'],
    [429, 'too-many-requests', 'Too many requests. Try again later.'],
  ])('with status %i shows %s', async (status, code, text) => {
    const detail = 'You can try again in a minute.';
    network.answer(lookUp('AB12CDE'), { status, body: { type: 'about:blank', code, title: text, status, detail } });
    renderPage(<SignUpPage />, { queries: true, path: '/signup?reg=AB12CDE' });
    expect(await screen.findByText(status === 429 ? `${text} ${detail}` : text)).toBeInTheDocument();
    const unknownNotice = screen.getByText(/This says nothing about your vehicle\./).parentElement;
    expect(unknownNotice?.textContent.match(/a minute/g)).toHaveLength(1);
  });
});

describe('the header on small screens', () => {
  test.each([
    ['/signup', null],
    ['/signup?step=1&reg=AB12CDE', null],
    ['/signup?step=constructor', null],
    ['/signup?reg=AB12CDE', 'CONFIRM'],
    ['/signup?reg_number=AB12CDE', 'CONFIRM'],
    ['/signup?reg=AB12CDE&step=2', 'CONFIRM'],
    ['/signup?reg=AB12CDE&step=3', 'DETAILS'],
  ])('%s shows %j, from the first render', (path, title) => {
    network.answer(lookUp('AB12CDE'), 'silence');
    const { headerTitle, unmount } = renderPage(<SignUpPage />, { queries: true, path });
    expect(headerTitle()).toBe(title);
    unmount();
  });

  test('is cleared when leaving the page', async () => {
    answersLookup({ outcome: 'found', source: 'DVLA', vehicle });
    const { user, headerTitle } = renderPage(<SignUpPage />, {
      queries: true,
      path: '/signup?reg=AB12CDE',
      route: '/signup',
      routes: { '/': <p>home</p> },
    });
    await screen.findByText('FORD');
    expect(headerTitle()).toBe('CONFIRM');
    await user.click(next());
    expect(headerTitle()).toBe('DETAILS');
    await user.click(screen.getByRole('link', { name: 'Back to Search' }));
    expect(headerTitle()).toBeNull();
  });
});

describe('the URL', () => {
  test.each([
    ['/signup?step=3', '/signup'],
    ['/signup?reg=AB12CDE&step=4', '/signup?reg=AB12CDE&step=3'],
    ['/signup?reg=AB12CDE&step=5', '/signup?reg=AB12CDE&step=2'],
  ])('%s falls back to %s: a step needs the ones before it', (path, open) => {
    network.answer(lookUp('AB12CDE'), 'silence');
    const { address } = renderPage(<SignUpPage />, { queries: true, path });
    expect(address()).toBe(open);
  });

  test('visitors from a partner see the legal notice, others do not', () => {
    const { unmount } = renderPage(<SignUpPage />, { queries: true, path: '/signup?utm_source=partner' });
    expect(screen.getByText(/without vehicle tax, or without an MOT.*fined up to £1,000/)).toBeInTheDocument();
    unmount();
    renderPage(<SignUpPage />, { queries: true, path: '/signup' });
    expect(screen.queryByText('Legal notice')).toBeNull();
  });
});
