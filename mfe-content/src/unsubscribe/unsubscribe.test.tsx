import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { UnsubscribePage } from './unsubscribe.page.tsx';

const token = 'a'.repeat(44);
const reading = 'POST /api/unsubscribe/read';
const stopping = 'POST /api/unsubscribe';
const starting = 'POST /api/unsubscribe/undo';
const network = installFakeNetwork();
const found = (stream: string, stopped = false) => ({ body: { outcome: 'found', stream, stopped } });

const open = (query = `?token=${token}`) =>
  renderPage(<UnsubscribePage />, { path: `/unsubscribe${query}`, queries: true });
const axeRules = { 'color-contrast': { enabled: false }, region: { enabled: false } };

test.each([
  ['reminder', 'Stop reminders by e-mail'],
  ['alert', 'Stop alerts by e-mail'],
  ['newsletter', 'Unsubscribe'],
])('opening the link of a %s stops nothing, and offers to stop it', async (stream, name) => {
  network.answer(reading, found(stream));
  const { container } = open();
  expect(await screen.findByRole('button', { name })).toBeVisible();
  expect(network.calls).toEqual([{ method: 'POST', path: '/api/unsubscribe/read', body: { token } }]);
  const { violations } = await axe.run(container, { rules: axeRules });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

describe('the button', () => {
  test('stops the stream, moves the focus to the result, and resumes it', async () => {
    network.answer(reading, found('reminder'));
    network.answer(stopping, { body: { outcome: 'unsubscribed', stream: 'reminder' } });
    network.answer(starting, { body: { outcome: 'subscribed', stream: 'reminder' } });
    const { user } = open();
    await user.dblClick(await screen.findByRole('button', { name: 'Stop reminders by e-mail' }));
    const status = await screen.findByText('Reminders by e-mail are stopped');
    await waitFor(() => expect(document.activeElement).toContainElement(status));
    expect(network.calls.filter(({ path }) => path === '/api/unsubscribe')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Open your dashboard' })).toHaveAttribute('href', '/dashboard');
    await user.click(screen.getByRole('button', { name: 'Subscribe again' }));
    const again = await screen.findByText('Reminders by e-mail continue');
    await waitFor(() => expect(document.activeElement).toContainElement(again));
    expect(screen.getByRole('button', { name: 'Stop reminders by e-mail' })).toBeVisible();
  });

  test('resumes a stream that was stopped before', async () => {
    network.answer(reading, found('alert', true));
    network.answer(starting, { body: { outcome: 'subscribed', stream: 'alert' } });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Subscribe again' }));
    expect(await screen.findByText('Alerts by e-mail continue')).toBeVisible();
  });

  test('shows why it failed, and keeps the previous state', async () => {
    const title = 'The service isn’t available right now. Try again in a minute.';
    network.answer(reading, found('reminder'));
    network.answer(
      stopping,
      { status: 503, body: { type: 'x', code: 'service-unavailable', title, status: 503 } },
      { body: { outcome: 'unknown' } },
    );
    const { user } = open();
    await user.click(await screen.findByRole('button'));
    expect(await screen.findByRole('alert')).toHaveTextContent(title);
    await user.click(screen.getByRole('button', { name: 'Stop reminders by e-mail' }));
    expect(await screen.findByText('We do not recognise this link')).toBeVisible();
  });
});

test.each([
  ['of nobody', `?token=${token}`],
  ['without a token', ''],
])('a link %s leads to the contact page', async (_, query) => {
  if (query !== '') network.answer(reading, { body: { outcome: 'unknown' } });
  open(query);
  expect(await screen.findByText('We do not recognise this link')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact?type=general');
  expect(screen.queryByRole('button')).toBeNull();
});
