import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage, signedInSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { DataCopyPage } from './data-copy.page.tsx';
import { storedFieldLabel } from './stored-value.tsx';

const network = installFakeNetwork();
const id = '00000000-0000-4000-8000-0000000000d1';
const read = `GET /api/me/exports/${id}/file.json`;
const hostile = '</dd><img src=x onerror="alert(1)"><script>alert(2)</script>';
const file = {
  title: 'Everything',
  madeAt: '2026-11-21T12:00:00.000Z',
  notes: ['Left out are fingerprints.'],
  sections: [
    {
      table: 'customers',
      title: 'Name, address and telephone',
      withheld: false,
      rows: [{ name: hostile, postcode: null, storedAt: '2026-11-21T12:00:00+00:00' }],
    },
    {
      table: 'reports',
      title: 'Saved reports',
      withheld: false,
      rows: [
        {
          registration: 'AB12CDE',
          motUntil: '2027-03-03',
          data: {
            [hostile]: {
              tests: [
                { passed: true, mileage: 42_000 },
                { passed: false, mileage: null },
              ],
            },
            empty: {},
          },
        },
        { registration: 'FN15FNC', motUntil: null, data: { colours: ['Red', 'Blue'] } },
      ],
    },
    { table: 'payments', title: 'Payments', withheld: false, rows: [] },
    { table: 'mails', title: 'Mails we sent', withheld: true, rows: [] },
  ],
};

const open = (query = `?id=${id}`) => {
  network.answer('POST /api/error-logs', { status: 204 });
  return renderPage(<DataCopyPage />, { path: `/your-data/copy${query}`, session: signedInSession(), queries: true });
};

test('shows all data as text, with a link to each part', async () => {
  network.answer(read, { body: file });
  const { container } = open();
  expect(await screen.findByText('As of 21 November 2026 at 12:00 UK time.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Saved reports' })).toHaveAttribute('href', '#held-reports');
  const reports = within(screen.getByRole('region', { name: 'Saved reports' }));
  expect(reports.getByText('3 March 2027')).toBeInTheDocument();
  expect(reports.getByText('Red, Blue')).toBeInTheDocument();
  expect(reports.getByText('2 of 2')).toBeInTheDocument();
  expect(reports.getAllByText('Passed').map((label) => label.nextElementSibling?.textContent)).toEqual(['Yes', 'No']);
  expect(screen.getByRole('region', { name: 'We hold none of these' })).toHaveTextContent(/thesePayments$/);
  const withheld = screen.getByRole('region', { name: 'Left out until your address is confirmed' });
  expect(withheld).toHaveTextContent(/confirmedMails we sent$/);
  const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
  expect((await axe.run(container, { rules })).violations.map(({ id: rule }) => rule)).toEqual([]);
});

test('shows hostile text as text, in values and in names', async () => {
  network.answer(read, { body: file });
  const { container } = open();
  // One hit is the value, the other the name.
  expect(await screen.findAllByText(hostile)).toHaveLength(2);
  expect(container.querySelector('img, script')).toBeNull();
});

describe('a copy that cannot be opened', () => {
  test.each(['', '?id=', '?id=../../session', `?id=${id}x`])(
    'with an invalid id sends no request: %s',
    async (query) => {
      open(query);
      expect(await screen.findByText('We can’t open this copy')).toBeInTheDocument();
      expect(network.calls).toEqual([]);
    },
  );

  test('that is deleted or another user’s shows a message', async () => {
    network.answer(read, { status: 404, body: { type: 'x', code: 'not-found', title: 'Not found', status: 404 } });
    open();
    expect(await screen.findByText('We can’t open this copy')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to your data' })).toHaveAttribute('href', '/your-data');
  });

  test('after a failed request can be retried', async () => {
    network.answer(read, 'no-answer', { body: file });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Saved reports' })).toBeInTheDocument();
  });
});

test.each([
  ['postalAddress', 'Postal address'],
  ['raw_api_data', 'Raw api data'],
  ['motUntil', 'MOT until'],
  ['customerNumberAtStripe', 'Customer number at Stripe'],
  ['lastFiveOfTheVin', 'Last five of the VIN'],
])('%s is written %s', (name, label) => {
  expect(storedFieldLabel(name)).toBe(label);
});
