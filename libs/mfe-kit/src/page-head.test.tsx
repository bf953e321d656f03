import { expect, test } from '@jest/globals';
import { JsonLd } from './json-ld.tsx';
import { PageHead } from './page-head.tsx';
import { renderPage } from './testing.tsx';

const content = (property: string) => document.querySelector(`meta[property="${property}"]`)?.getAttribute('content');

test('sets title, canonical URL and Open Graph properties', () => {
  renderPage(<PageHead title="Terms" description="What we agree" path="/terms" />, {
    path: '/terms?utm_source=partner',
  });
  expect(document.title).toBe('Terms - Vehicle Enquiry');
  expect(document.querySelector('meta[name=description]')).toHaveAttribute('content', 'What we agree');
  expect(document.querySelector('link[rel=canonical]')).toHaveAttribute('href', 'http://localhost/terms');
  expect([content('og:title'), content('og:description'), content('og:type')]).toEqual([
    'Terms',
    'What we agree',
    'website',
  ]);
  expect(content('og:url')).toBe('http://localhost/terms');
  expect(content('og:image:alt')).toContain('Vehicle Enquiry');
});

test('a long title omits the product’s name', () => {
  const title = 'What a vehicle history check tells you, and what it cannot';
  renderPage(<PageHead title={title} description="x" path="/blog/1" />);
  expect(document.title).toBe(title);
});

test('breadcrumbs start at home', () => {
  const { container } = renderPage(
    <PageHead title="An article" description="x" path="/blog/1" parents={[{ name: 'Blog', path: '/blog' }]} />,
  );
  const data: unknown = JSON.parse(container.querySelector('script')?.textContent ?? '');
  expect(data).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, name: 'Home', item: 'http://localhost/' },
      { position: 2, name: 'Blog', item: 'http://localhost/blog' },
      { position: 3, name: 'An article', item: 'http://localhost/blog/1' },
    ],
  });
});

test('the home page has no breadcrumbs', () => {
  const { container } = renderPage(<PageHead title="Vehicle history check" description="x" path="/" />);
  expect(document.querySelector('link[rel=canonical]')).toHaveAttribute('href', 'http://localhost/');
  expect(container.querySelector('script')).toBeNull();
});

test('text cannot close the data block', () => {
  const name = '</script><script>alert(1)</script><!--';
  const { container } = renderPage(<JsonLd data={{ '@type': 'Thing', name }} />);
  const text = container.querySelector('script')?.textContent ?? '';
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toMatchObject({ name });
});
