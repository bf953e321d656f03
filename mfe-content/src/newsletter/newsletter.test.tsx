import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { NewsletterConfirmPage, NewsletterUnsubscribePage } from './newsletter.page.tsx';

const token = 'a'.repeat(43);
const answer = (status: number, body: unknown) =>
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() =>
      Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })),
    );
afterEach(() => {
  jest.restoreAllMocks();
});

const openConfirm = (query = `?token=${token}`) =>
  renderPage(<NewsletterConfirmPage />, { path: `/newsletter/confirm${query}` });
const openLeave = (query = `?token=${token}`) =>
  renderPage(<NewsletterUnsubscribePage />, { path: `/newsletter/unsubscribe${query}` });

test('opening a link sends nothing', () => {
  const calls = answer(200, { outcome: 'confirmed' });
  openConfirm();
  openLeave();
  expect(calls).not.toHaveBeenCalled();
});

describe('the button', () => {
  test('confirms, once, and puts the focus on what came of it', async () => {
    const calls = answer(200, { outcome: 'confirmed' });
    const { user } = openConfirm();
    await user.dblClick(screen.getByRole('button', { name: 'Confirm my subscription' }));
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent('You are on the list');
    expect(document.activeElement).toContainElement(status);
    expect(screen.queryByRole('button')).toBeNull();
    expect(calls).toHaveBeenCalledTimes(1);
    expect(calls.mock.calls[0]?.[0]).toBe('/api/newsletter/confirm');
    expect(calls.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: JSON.stringify({ token }) });
  });

  test.each([
    ['already-confirmed', 'You are on the list already'],
    ['expired', 'This link no longer works'],
  ])('says what %s means', async (outcome, words) => {
    answer(200, { outcome });
    const { user } = openConfirm();
    await user.click(screen.getByRole('button'));
    expect(await screen.findByRole('status')).toHaveTextContent(words);
  });

  test.each([
    ['unsubscribed', 'You have left the newsletter'],
    ['unknown', 'We do not know this link'],
  ])('leaves the list: %s', async (outcome, words) => {
    const calls = answer(200, { outcome });
    const { user } = openLeave();
    await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByRole('status')).toHaveTextContent(words);
    expect(calls.mock.calls[0]?.[0]).toBe('/api/newsletter/unsubscribe');
  });

  test('says why it failed and can be pressed again', async () => {
    const title = 'The service is not available right now. Try again in a minute.';
    answer(503, { type: 'x', code: 'service-unavailable', title, status: 503 });
    const { user } = openConfirm();
    await user.click(screen.getByRole('button'));
    expect(await screen.findByRole('alert')).toHaveTextContent(title);
    jest.restoreAllMocks();
    answer(200, { outcome: 'confirmed' });
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
