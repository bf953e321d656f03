import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { ListedStripeEvent } from '@ve/contracts/http/operations/admin-webhooks';
import { renderPage, signedInSession, staffSession } from '@ve/mfe-kit/testing';
import { type FakeRequestOutcome, installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { singleListPageOf } from '../testing/single-page-of.ts';
import { StripeEventsPage } from './webhooks.page.tsx';

const network = installFakeNetwork();
const hostile = '<img src=x onerror=alert(1)>';
const event: ListedStripeEvent = {
  id: '00000000-0000-4000-8000-000000000300',
  stripeEventId: 'evt_1',
  type: 'invoice.paid',
  objectId: 'in_1',
  receivedAt: '2026-11-01T10:00:00.000Z',
  state: 'failed',
  processedAt: null,
  failure: hostile,
};
const processed: ListedStripeEvent = {
  ...event,
  id: '00000000-0000-4000-8000-000000000301',
  stripeEventId: 'evt_2',
  objectId: null,
  state: 'processed',
  processedAt: '2026-11-01T10:00:01.000Z',
  failure: null,
};
const path = `POST /api/admin/stripe-events/${event.id}/process`;

const open = (search: string, ...replies: FakeRequestOutcome[]) => {
  network.answer(`GET /api/admin/stripe-events${search}`, ...replies);
  return renderPage(<StripeEventsPage />, { session: staffSession, queries: true, path: `/admin/webhooks${search}` });
};
const ask = async (user: ReturnType<typeof open>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Process again: invoice.paid of in_1' }));
  return within(screen.getByRole('dialog', { name: 'Process this event again?' }));
};

test('shows the outcome of each event, with texts as text and a link to its customer', async () => {
  const { container } = open('', { body: singleListPageOf([event, processed]) });
  const [, failed, done] = within(await screen.findByRole('table', { name: 'Webhooks' })).getAllByRole('row');
  expect(failed).toHaveTextContent(/invoice\.paidevt_1in_1.*–Failed<img src=x/);
  expect(done).toHaveTextContent(/invoice\.paidevt_2–.*Processed/);
  expect(document.querySelector('img')).toBeNull();
  expect(screen.getByRole('link', { name: 'Find the customer of in_1' })).toHaveAttribute('href', '/admin/support');
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations).toEqual([]);
});

test('filters by the URL, and shows which filters are invalid', async () => {
  const { user, address } = open('?state=failed', { body: singleListPageOf([event]) });
  expect(screen.getByRole('combobox', { name: 'State' })).toHaveValue('failed');
  network.answer('GET /api/admin/stripe-events?state=failed&type=invoice.paid', { body: singleListPageOf([event]) });
  await user.type(screen.getByRole('searchbox', { name: 'Type' }), 'Invoice paid');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  expect(screen.getByRole('searchbox', { name: 'Type' })).toHaveAccessibleDescription(/lower-case letters/);
  await user.clear(screen.getByRole('searchbox', { name: 'Type' }));
  await user.type(screen.getByRole('searchbox', { name: 'Type' }), 'invoice.paid{Enter}');
  expect(address()).toBe('/admin/webhooks?state=failed&type=invoice.paid');
  expect(network.calls.at(-1)?.path).toBe('/api/admin/stripe-events?state=failed&type=invoice.paid');
});

test('processes an event again for a reason, and refetches the list', async () => {
  const { user } = open(
    '',
    { body: singleListPageOf([event]) },
    { body: singleListPageOf([{ ...event, state: 'waiting', failure: null }]) },
  );
  network.answer(path, { body: { outcome: 'queued' } });
  const dialog = await ask(user);
  await user.click(dialog.getByRole('button', { name: 'Process again' }));
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(/Say why, in 5 to 300/);
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Stripe was down{Enter}');
  expect(await screen.findByText('Processing the event again')).toBeInTheDocument();
  expect(network.calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Stripe was down' });
  expect(await screen.findByText('Waiting', { selector: 'td *' })).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows that nothing was changed, and keeps the reason', async () => {
  const { user } = open('', { body: singleListPageOf([event]) });
  network.answer(path, 'no-answer');
  const dialog = await ask(user);
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Stripe was down{Enter}');
  expect(await dialog.findByRole('alert')).toHaveTextContent('Nothing was changed');
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Stripe was down');
});

test('shows that there are no events, and can be read again after a failure', async () => {
  const { user } = open('', 'no-answer', { body: singleListPageOf([]) });
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the events');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'No events' })).toBeInTheDocument();
});

test('is hidden from other users', () => {
  renderPage(<StripeEventsPage />, { session: signedInSession({ roles: ['admin'] }), queries: true });
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
  expect(network.calls).toEqual([]);
});
