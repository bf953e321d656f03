import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { CancellationPage } from './cancellation.page.tsx';

test.each([
  ['My account', '/my-account'],
  ['Contact us', '/contact?type=general'],
])('names every way to cancel, and %s leads there', async (name, target) => {
  const { user, address } = renderPage(<CancellationPage />, { path: '/cancellation' });
  expect(screen.getByRole('heading', { level: 1, name: 'Cancel Subscription' })).toBeInTheDocument();
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(3);
  await user.click(screen.getByRole('link', { name }));
  expect(address()).toBe(target);
});
