import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage, signedInSession, staffSession } from '@ve/mfe-kit/testing';
import { type FakeRequestOutcome, installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { exampleCustomerId } from '../testing/example-customer-file.ts';
import { CustomerSearchPage } from './support.page.tsx';

const network = installFakeNetwork();
const search = 'POST /api/admin/customer-search';

const dana = {
  userId: exampleCustomerId,
  email: 'dana@example.com',
  name: 'Dana <b>Driver</b>',
  state: 'active',
  registration: 'AB12CDE',
  why: [
    { by: 'name', value: 'Dana <b>Driver</b>' },
    { by: 'email', value: 'dana@example.com' },
  ],
};

const open = () =>
  renderPage(<CustomerSearchPage />, {
    session: staffSession,
    queries: true,
    path: '/admin/support',
    route: '/admin/support',
    routes: { '/admin/support/:userId': <p>The customer</p> },
  });

const searchFor = async (text: string, ...replies: FakeRequestOutcome[]) => {
  if (replies.length > 0) network.answer(search, ...replies);
  const page = open();
  const field = screen.getByRole('searchbox', { name: 'Find a customer' });
  await page.user.click(field);
  await page.user.paste(text);
  await page.user.keyboard('{Enter}');
  return page;
};

test('sends no request before a search', () => {
  open();
  expect(screen.getByText(/Searches and views are recorded/)).toBeInTheDocument();
  expect(network.calls).toEqual([]);
});

test('shows the matches and their reasons, as text, with links; the search stays out of the URL', async () => {
  const { user, address } = await searchFor(' dana ', { body: { people: [dana], isMore: false } });
  const row = within(await screen.findByRole('table', { name: 'Customers found' })).getAllByRole('row')[1]!;
  expect(row).toHaveTextContent('Dana <b>Driver</b>dana@example.comActiveAB12 CDE');
  expect(within(row).getByText('Name: Dana <b>Driver</b>')).toBeInTheDocument();
  expect(within(row).getByText('E-mail address: dana@example.com')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('One customer found');
  expect(network.calls).toEqual([{ method: 'POST', path: '/api/admin/customer-search', body: { term: 'dana' } }]);
  expect(address()).toBe('/admin/support');
  await user.click(within(row).getByRole('link'));
  expect(address()).toBe(`/admin/support/${exampleCustomerId}`);
});

test('shows that there are more matches', async () => {
  await searchFor('dana', { body: { people: [dana], isMore: true } });
  expect(await screen.findByText(/Showing the first 20/)).toBeInTheDocument();
});

test('shows that there is no match', async () => {
  await searchFor('nobody', { body: { people: [], isMore: false } });
  expect(await screen.findByRole('heading', { name: 'No customers found' })).toBeInTheDocument();
});

test.each([
  ['two characters', 'ab', 'Type three characters or more'],
  ['spaces', '     ', 'Type three characters or more'],
  ['10,000 characters', 'x'.repeat(10_000), 'Type 200 characters or fewer'],
])('sends no request for %s, and shows why', async (_what, text, words) => {
  await searchFor(text);
  expect(screen.getByRole('searchbox')).toHaveAccessibleDescription(expect.stringContaining(words));
  expect(screen.getByRole('searchbox')).toHaveValue(text);
  expect(network.calls).toEqual([]);
});

test('after a failure the search can be retried, and keeps its input', async () => {
  const { user } = await searchFor('dana', 'no-answer', { body: { people: [dana], isMore: false } });
  expect(await screen.findByRole('alert')).toHaveTextContent('The search didn’t work');
  expect(screen.getByRole('searchbox')).toHaveValue('dana');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('table')).toBeInTheDocument();
});

test('the same search is sent again when it is submitted again', async () => {
  const { user } = await searchFor(
    'dana',
    { body: { people: [], isMore: false } },
    { body: { people: [dana], isMore: false } },
  );
  await screen.findByText('No customers found');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByRole('table')).toBeInTheDocument();
});

test('is hidden from other users', () => {
  renderPage(<CustomerSearchPage />, { session: signedInSession({ roles: ['admin'] }), queries: true });
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
  expect(screen.queryByRole('searchbox')).toBeNull();
});
