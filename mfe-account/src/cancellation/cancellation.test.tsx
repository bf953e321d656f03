import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { CancellationPage } from './cancellation.page.tsx';

test('offers no search while there are no subscriptions, and links to the contact page', async () => {
  const { user, address } = renderPage(<CancellationPage />, { path: '/cancellation' });
  expect(screen.getByRole('heading', { level: 1, name: 'Cancel Subscription' })).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Contact us' }));
  expect(address()).toBe('/contact?type=general');
});
