import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { fakeNetwork } from '@ve/mfe-kit/testing-network';
import { NewsletterConfirmPage, NewsletterUnsubscribePage } from './newsletter.page.tsx';

const token = 'a'.repeat(43);
const confirming = 'POST /api/newsletter/confirm';
const leaving = 'POST /api/newsletter/unsubscribe';
const network = fakeNetwork();

const openConfirm = (query = `?token=${token}`) =>
  renderPage(<NewsletterConfirmPage />, { path: `/newsletter/confirm${query}` });
const openLeave = (query = `?token=${token}`) =>
  renderPage(<NewsletterUnsubscribePage />, { path: `/newsletter/unsubscribe${query}` });

test('opening a link sends nothing', () => {
  openConfirm();
  openLeave();
  expect(network.calls).toEqual([]);
});

describe('the button', () => {
  test('confirms, once, and puts the focus on what came of it', async () => {
    network.answer(confirming, { body: { outcome: 'confirmed' } });
    const { user } = openConfirm();
    await user.dblClick(screen.getByRole('button', { name: 'Confirm my subscription' }));
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent('You are on the list');
    expect(document.activeElement).toContainElement(status);
    expect(screen.queryByRole('button')).toBeNull();
    expect(network.calls).toEqual([{ method: 'POST', path: '/api/newsletter/confirm', body: { token } }]);
  });

  test.each([
    ['already-confirmed', 'You are on the list already'],
    ['expired', 'This link no longer works'],
  ])('says what %s means', async (outcome, words) => {
    network.answer(confirming, { body: { outcome } });
    const { user } = openConfirm();
    await user.click(screen.getByRole('button'));
    expect(await screen.findByRole('status')).toHaveTextContent(words);
  });

  test.each([
    ['unsubscribed', 'You have left the newsletter'],
    ['unknown', 'We do not know this link'],
  ])('leaves the list: %s', async (outcome, words) => {
    network.answer(leaving, { body: { outcome } });
    const { user } = openLeave();
    await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByRole('status')).toHaveTextContent(words);
    expect(network.calls).toEqual([{ method: 'POST', path: '/api/newsletter/unsubscribe', body: { token } }]);
  });

  test('says why it failed and can be pressed again', async () => {
    const title = 'The service is not available right now. Try again in a minute.';
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

test.each([openConfirm, openLeave])('a link without its token says so and offers nothing to press', (open) => {
  open('');
  expect(screen.getByText('Part of the link is missing')).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
});

test('search engines are asked to leave the pages out', () => {
  openConfirm();
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
});
