import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { NewsletterConfirmPage } from './newsletter.page.tsx';

const token = 'a'.repeat(43);
const confirming = 'POST /api/newsletter/confirm';
const network = installFakeNetwork();

const openConfirm = (query = `?token=${token}`) =>
  renderPage(<NewsletterConfirmPage />, { path: `/newsletter/confirm${query}` });

test('opening a link does not redeem it', () => {
  openConfirm();
  expect(network.calls).toEqual([]);
});

describe('the button', () => {
  test('confirms once, and moves the focus to the outcome', async () => {
    network.answer(confirming, { body: { outcome: 'confirmed' } });
    const { user } = openConfirm();
    await user.dblClick(screen.getByRole('button', { name: 'Confirm my subscription' }));
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent('You are on the list');
    expect(document.activeElement).toContainElement(status);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByText(/^One click/)).toBeNull();
    expect(network.calls).toEqual([{ method: 'POST', path: '/api/newsletter/confirm', body: { token } }]);
  });

  test.each([
    ['already-confirmed', 'You are already on the list'],
    ['expired', 'This link no longer works'],
  ])('explains the outcome %s', async (outcome, text) => {
    network.answer(confirming, { body: { outcome } });
    const { user } = openConfirm();
    await user.click(screen.getByRole('button'));
    expect(await screen.findByRole('status')).toHaveTextContent(text);
  });

  test('shows why it failed and can be retried', async () => {
    const title = 'The service isn’t available right now. Try again in a minute.';
    network.answer(
      confirming,
      { status: 503, body: { type: 'x', code: 'service-unavailable', title, status: 503 } },
      { body: { outcome: 'confirmed' } },
    );
    const { user } = openConfirm();
    await user.click(screen.getByRole('button'));
    expect(await screen.findByRole('alert')).toHaveTextContent(title);
    await user.click(screen.getByRole('button', { name: 'Confirm my subscription' }));
    expect(await screen.findByRole('status')).toHaveTextContent('You are on the list');
  });
});

test('a link without a token shows an error without a button, and leads to the contact page', () => {
  openConfirm('');
  expect(screen.getByText('Part of the link is missing')).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact?type=general');
});
