import { expect, jest, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { Link, NavLink } from './router.tsx';
import { renderPage } from './testing.tsx';

const elsewhere = { '/blog/:id': <h1>Elsewhere</h1> };

test('navigates without reloading the document', async () => {
  const page = renderPage(<Link to="/blog/4?from=home">Read</Link>, { routes: elsewhere });
  expect(screen.getByRole('link')).toHaveAttribute('href', '/blog/4?from=home');
  await page.user.click(screen.getByRole('link'));
  expect(await screen.findByRole('heading')).toBeVisible();
  expect(page.address()).toBe('/blog/4?from=home');
});

test.each([
  ['a new tab is asked for', { ctrlKey: true }],
  ['the middle button is pressed', { button: 1 }],
])('leaves the click to the browser when %s', (_when, how) => {
  const page = renderPage(<Link to="/blog/4">Read</Link>, { routes: elsewhere });
  const click = fireEvent.click(screen.getByRole('link'), how);
  expect(click).toBe(true);
  expect(page.address()).toBe('/');
});

test('leaves clicks to the browser for other targets, and to a handler that prevents the default', () => {
  const refuse = jest.fn((event: { preventDefault: () => void }) => {
    event.preventDefault();
  });
  const page = renderPage(
    <>
      <Link to="/blog/4" target="_blank">
        Other
      </Link>
      <Link to="/blog/5" onClick={refuse}>
        Refused
      </Link>
    </>,
    { routes: elsewhere },
  );
  expect(fireEvent.click(screen.getByText('Other'))).toBe(true);
  fireEvent.click(screen.getByText('Refused'));
  expect(refuse).toHaveBeenCalledTimes(1);
  expect(page.address()).toBe('/');
});

test.each([
  ['/blog', '/blog', false, true],
  ['/Blog/', '/blog', false, true],
  ['/blog/4', '/blog', false, true],
  ['/blog/4', '/blog', true, false],
  ['/blogs', '/blog', false, false],
  ['/blog', '/', false, false],
  ['/', '/', false, true],
])('at %s a navigation link to %s (end: %s) is current: %s', (path, to, end, current) => {
  renderPage(
    <NavLink to={to} end={end}>
      Go
    </NavLink>,
    { path },
  );
  expect(screen.getByRole('link').getAttribute('aria-current')).toBe(current ? 'page' : null);
});
