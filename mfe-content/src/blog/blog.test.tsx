import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { type FakeHttpResponse, installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { BlogPage } from './blog.page.tsx';
import { articles } from '@ve/domain/messaging/articles';

const network = installFakeNetwork();
const open = (query = '') => renderPage(<BlogPage />, { path: `/blog${query}` });
const grid = () => within(screen.getByRole('region', { name: 'Articles' }));
const titles = () =>
  grid()
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);
const titlesOf = (category: string) => articles.filter((each) => each.category === category).map(({ title }) => title);

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('the featured article links to its page', async () => {
  const { user, address } = open();
  const featured = within(screen.getByRole('region', { name: 'Featured article' }));
  expect(featured.getByText('Featured')).toBeInTheDocument();
  expect(featured.getByText('20 November 2026')).toBeInTheDocument();
  await user.click(featured.getByRole('link', { name: 'Read Full Article' }));
  expect(address()).toBe('/blog/1');
});

test('the head links to the feed', () => {
  open();
  const feed = document.querySelector('link[rel=alternate][type="application/rss+xml"]');
  expect(feed).toHaveAttribute('href', '/blog/rss.xml');
});

describe('the filter', () => {
  test('defaults to All and offers each category', () => {
    open();
    const choices = within(screen.getByRole('navigation', { name: 'Filter by category' })).getAllByRole('link');
    expect(choices.map(({ textContent }) => textContent)).toEqual([
      'All',
      'Vehicle Reports',
      'Industry News',
      'Tips & Guides',
    ]);
    expect(choices[0]).toHaveAttribute('aria-current', 'true');
  });

  test.each(['Vehicle Reports', 'Industry News', 'Tips & Guides'])(
    '%s is in the address and shows its articles',
    async (category) => {
      const { user, address } = open('?utm_source=partner');
      await user.click(screen.getByRole('link', { name: category }));
      const query = new URL(address(), 'http://x').searchParams;
      expect(query.get('category')).toBe(category);
      expect(query.get('utm_source')).toBe('partner');
      expect(titles()).toEqual(titlesOf(category));
    },
  );

  test('reads the category from the URL, and falls back to All when it is unknown', () => {
    const { unmount } = open('?category=Industry+News');
    expect(titles()).toEqual(titlesOf('Industry News'));
    unmount();
    open('?category=%3Cscript%3E');
    expect(screen.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'true');
  });
});

test('Load More shows the next page, moves focus to it and disappears after the last', async () => {
  const { user } = open();
  expect(titles()).toHaveLength(3);
  expect(screen.getByText('Showing 3 of 4')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Load More Articles' }));
  expect(titles()).toHaveLength(4);
  expect(grid().getByRole('link', { name: titles()[3] ?? '' })).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Load More Articles' })).not.toBeInTheDocument();
});

test('each card links to its article', async () => {
  const { user, address } = open();
  await user.click(grid().getByRole('link', { name: 'How to read a car’s MOT history' }));
  expect(address()).toBe('/blog/4');
});

describe('saved articles', () => {
  test('are listed and can be removed', async () => {
    localStorage.setItem('saved-articles', '[4]');
    const { user } = open();
    const saved = within(screen.getByRole('region', { name: 'Saved articles' }));
    await user.click(saved.getByRole('button', { name: /Remove How to read/ }));
    expect(screen.queryByRole('region', { name: 'Saved articles' })).not.toBeInTheDocument();
    expect(localStorage.getItem('saved-articles')).toBeNull();
  });

  test.each(['nonsense', '{"a":1}', '["4", 2, null]', '[]'])('invalid stored data (%s) is ignored', (text) => {
    localStorage.setItem('saved-articles', text);
    open();
    expect(screen.queryByRole('region', { name: 'Saved articles' })).not.toBeInTheDocument();
  });
});

describe('the newsletter', () => {
  const box = () => screen.getByRole('textbox', { name: 'E-mail address' });
  const press = () => screen.getByRole('button', { name: /Subscrib/ });
  const sending = 'POST /api/newsletter';
  const accepted = { status: 202 };

  test.each(['', 'driver', 'a b@example.com'])(
    '%j is refused with an error, the summary in focus and the text kept',
    async (typed) => {
      const { user } = open();
      if (typed) await user.type(box(), typed);
      await user.click(press());
      expect(screen.getByRole('alert')).toHaveFocus();
      expect(box()).toHaveAccessibleDescription('Please enter a valid email address');
      expect(box()).toHaveValue(typed);
      expect(box()).toHaveAttribute('placeholder', 'Enter your email');
      expect(network.calls).toEqual([]);
    },
  );

  test('requests a confirmation once the address is accepted', async () => {
    network.answer(sending, accepted);
    const { user } = open();
    await user.type(box(), ' driver@example.com{Enter}');
    expect(await screen.findByText('Check your e-mail')).toBeInTheDocument();
    expect(screen.getByText(/sent a link to driver@example\.com/)).toBeInTheDocument();
    expect(network.calls).toEqual([{ method: 'POST', path: '/api/newsletter', body: { email: 'driver@example.com' } }]);
  });

  test('is busy while sending and sends once', async () => {
    const reply = Promise.withResolvers<FakeHttpResponse>();
    network.answer(sending, reply.promise);
    const { user } = open();
    await user.type(box(), 'driver@example.com');
    await user.click(press());
    expect(press()).toHaveTextContent('Subscribing…');
    await user.click(press());
    expect(network.calls).toHaveLength(1);
    reply.resolve(accepted);
    expect(await screen.findByText('Check your e-mail')).toBeInTheDocument();
  });

  test('shows a failure, keeps the address and can be retried', async () => {
    network.answer(sending, 'no-answer', accepted);
    const { user } = open();
    await user.type(box(), 'driver@example.com');
    await user.click(press());
    expect(await screen.findByRole('alert')).toHaveTextContent(/not subscribed yet.*couldn’t reach the service/);
    expect(box()).toHaveValue('driver@example.com');
    await user.click(press());
    expect(await screen.findByText('Check your e-mail')).toBeInTheDocument();
  });
});
