import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage, signedIn } from '@ve/mfe-kit/testing';
import { MyAccountPage } from './my-account.page.tsx';

test('shows a loading state until the session is known', () => {
  renderPage(<MyAccountPage />, { session: { status: 'loading', user: null } });
  expect(screen.getByRole('status')).toHaveTextContent('Checking whether you are signed in');
  expect(screen.queryByText(/You are not signed in/)).toBeNull();
});

test('a customer sees the e-mail address they are signed in with', () => {
  renderPage(<MyAccountPage />, { session: signedIn({ email: 'driver@example.com' }) });
  expect(screen.getByText('Signed in as driver@example.com')).toBeInTheDocument();
});

test('a visitor sees what the page offers and a link to get started', async () => {
  const { user, address } = renderPage(<MyAccountPage />, { path: '/my-account' });
  expect(screen.queryByText(/Signed in as/)).toBeNull();
  await user.click(screen.getByRole('link', { name: 'About signing in' }));
  expect(address()).toBe('/signin');
});

test('says when the service does not answer, and offers a retry', () => {
  renderPage(<MyAccountPage />, { session: { status: 'error', user: null } });
  expect(screen.getByRole('heading', { name: 'We could not check whether you are signed in' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});
