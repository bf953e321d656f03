import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage, signedIn } from '@ve/mfe-kit/testing';
import { MyAccountPage } from './my-account.page.tsx';

test('while nobody knows who is signed in, it says that it is looking', () => {
  renderPage(<MyAccountPage />, { session: { status: 'loading', user: null } });
  expect(screen.getByRole('status')).toHaveTextContent('Finding out who is signed in');
  expect(screen.queryByText(/You are not signed in/)).toBeNull();
});

test('a customer sees the e-mail they are signed in as', () => {
  renderPage(<MyAccountPage />, { session: signedIn({ email: 'driver@example.com' }) });
  expect(screen.getByText('Signed in as driver@example.com')).toBeInTheDocument();
});

test('a visitor is told what would be here, and led on', async () => {
  const { user, address } = renderPage(<MyAccountPage />, { path: '/my-account' });
  expect(screen.queryByText(/Signed in as/)).toBeNull();
  await user.click(screen.getByRole('link', { name: 'About signing in' }));
  expect(address()).toBe('/signin');
});

test('when the service does not answer, it says so and offers another try', () => {
  renderPage(<MyAccountPage />, { session: { status: 'error', user: null } });
  expect(screen.getByRole('heading', { name: 'We could not find out who is signed in' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});
