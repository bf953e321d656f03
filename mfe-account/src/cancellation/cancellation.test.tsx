import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { CancellationPage } from './cancellation.page.tsx';

test('it claims no search that could find nothing, and leads to somebody who can help', async () => {
  const { user, address } = renderPage(<CancellationPage />, { path: '/cancellation' });
  expect(screen.getByRole('heading', { level: 1, name: 'Cancel Subscription' })).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Contact us' }));
  expect(address()).toBe('/contact?type=general');
});
