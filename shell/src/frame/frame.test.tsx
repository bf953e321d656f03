import { expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { Link } from '@ve/mfe-kit/router';
import { renderPage } from '@ve/mfe-kit/testing';
import { ShellFrame } from './frame.tsx';
import { NotFoundPage } from './not-found.page.tsx';

test('every page is in main, between a skip link and the footer', async () => {
  const { user } = renderPage(<ShellFrame>page</ShellFrame>);
  expect(screen.getByRole('main')).toHaveTextContent('page');
  await user.tab();
  expect(screen.getByRole('link', { name: 'Skip to main content' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Skip to main content' })).toHaveAttribute('href', '#main');
});

test('the footer has six links and names the sources of the data', () => {
  renderPage(<ShellFrame>page</ShellFrame>);
  const footer = screen.getByRole('contentinfo');
  expect(
    within(footer)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/privacy', '/terms', '/cookies', '/faq', '/affiliates', '/contact']);
  expect(footer).toHaveTextContent('licensed third-party data company that is not affiliated with the government');
});

test('a navigation moves focus to the content', async () => {
  const { user, address } = renderPage(
    <ShellFrame>
      <Link to="/blog">on</Link>
    </ShellFrame>,
  );
  await user.click(screen.getByRole('link', { name: 'on' }));
  expect(address()).toBe('/blog');
  expect(screen.getByRole('main')).toHaveFocus();
});

test('an unknown path shows a message, links home and logs the path to the console', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, address } = renderPage(<NotFoundPage />, { path: '/nowhere/at-all?x=1' });
  expect(screen.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeInTheDocument();
  expect(log).toHaveBeenCalledWith(expect.stringContaining('/nowhere/at-all'));
  await user.click(screen.getByRole('link', { name: 'Return to Home' }));
  expect(address()).toBe('/');
  log.mockRestore();
});
