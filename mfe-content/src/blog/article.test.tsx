import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { renderPage } from '@ve/mfe-kit/testing';
import { Suspense } from 'react';
import { plainTextOfBlock } from '../platform/blocks.ts';
import { articleBodyLoaders } from './article-bodies.tsx';
import { ArticlePage } from './article.page.tsx';
import { articleIds, articles, type ArticleId } from '@ve/domain/messaging/articles';
import { findArticle } from './catalogue.ts';

async function open(id: string) {
  const page = renderPage(
    <Suspense fallback={null}>
      <ArticlePage />
    </Suspense>,
    { path: `/blog/${id}`, route: '/blog/:id', routes: { '/blog': 'the blog' } },
  );
  await screen.findByRole('heading', { level: 1 });
  return page;
}

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

describe('the five articles', () => {
  test('match the specification, one of them featured', () => {
    expect(articles.map(({ id }) => id).sort()).toEqual([...articleIds]);
    expect(articles.filter(({ featured }) => featured).map(({ id }) => id)).toEqual([1]);
  });

  test.each([...articleIds])('article %i has enough text, its sources and its reading time', async (id: ArticleId) => {
    const body = await articleBodyLoaders[id]();
    const words = body.blocks.map(plainTextOfBlock).join(' ').split(/\s+/).filter(Boolean).length;
    expect(words).toBeGreaterThanOrEqual(600);
    expect(words).toBeLessThanOrEqual(1_000);
    expect(body.sources.length).toBeGreaterThan(1);
    expect(findArticle(String(id))?.readTime).toBe(`${Math.ceil(words / 200)} min read`);
  });

  test.each([...articleIds])('renders article %i', async (id) => {
    await open(String(id));
    const article = findArticle(String(id));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(article?.title ?? '');
    expect(await screen.findByRole('region', { name: 'Sources' })).toBeInTheDocument();
    expect(screen.getByRole('img')).toHaveAccessibleName();
    expect(screen.getByText(formatDate(article?.date ?? ''))).toHaveAttribute('datetime', article?.date);
    expect(document.title).toContain(article?.title ?? '');
    expect(document.querySelector('link[rel=canonical]')).toHaveAttribute('href', `http://localhost/blog/${id}`);
  });
});

test('the history check article names the warning signs, and qualifies the cost of fraud', async () => {
  await open('1');
  expect(await screen.findByText(/Three or four owners in under five years is a red flag/)).toBeInTheDocument();
  expect(screen.getByText(/About £3,000 .* no official statistic/)).toBeInTheDocument();
});

test('related articles are at most two others of the same category', async () => {
  await open('1');
  const related = within(screen.getByRole('region', { name: 'Related articles' })).getAllByRole('article');
  expect(related.map((card) => within(card).getByRole('link').getAttribute('href'))).toEqual(['/blog/4']);
});

test.each(['2', '7', '01', '1.0', 'constructor', '%3Cscript%3E'])('/blog/%s is not an article', async (id) => {
  const { user, address } = await open(id);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Post Not Found');
  expect(screen.getByText("The blog post you're looking for doesn't exist.")).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Back to Blog' }));
  expect(address()).toBe('/blog');
});

describe('Share Article', () => {
  const press = () => screen.getByRole('button', { name: 'Share Article' });
  const withShare = (share: (data: ShareData) => Promise<void>) => {
    const spy = jest.fn(share);
    Object.defineProperty(navigator, 'share', { value: spy, configurable: true });
    return spy;
  };

  test('uses the Web Share API where it is available', async () => {
    const share = withShare(() => Promise.resolve());
    const { user } = await open('4');
    await user.click(press());
    expect(share).toHaveBeenCalledWith({ title: 'How to read a car’s MOT history', url: 'http://localhost/blog/4' });
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  test.each([
    ['without it', undefined],
    ['where the device refuses', () => Promise.reject(new DOMException('no', 'NotAllowedError'))],
  ])('copies the link %s and shows a message', async (_, share) => {
    if (share) withShare(share);
    const { user } = await open('4');
    await user.click(press());
    expect(await screen.findByRole('status')).toHaveTextContent(
      'Link copied!The blog post link has been copied to your clipboard.',
    );
    expect(await navigator.clipboard.readText()).toBe('http://localhost/blog/4');
  });

  test('shows nothing when the visitor cancels the share sheet', async () => {
    withShare(() => Promise.reject(new DOMException('left', 'AbortError')));
    const { user } = await open('4');
    const copy = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(press());
    expect(copy).not.toHaveBeenCalled();
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  test('shows the link where it cannot be copied', async () => {
    const { user } = await open('4');
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    await user.click(press());
    expect(await screen.findByRole('alert')).toHaveTextContent('http://localhost/blog/4');
  });
});

describe('Save', () => {
  test('saves the article in this browser, and removes it again', async () => {
    const { user } = await open('6');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const saved = screen.getByRole('button', { name: 'Saved' });
    expect(saved).toHaveAttribute('aria-pressed', 'true');
    expect(localStorage.getItem('saved-articles')).toBe('[6]');
    await user.click(saved);
    expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-pressed', 'false');
    expect(localStorage.getItem('saved-articles')).toBeNull();
  });

  test('shows an error when the browser blocks storage', async () => {
    const { user } = await open('6');
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Bookmark the page instead');
    expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-pressed', 'false');
  });
});
