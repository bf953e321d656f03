import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { Link, useNavigate } from '@ve/mfe-kit/router';
import { renderPage, signedIn, visitor } from '@ve/mfe-kit/testing';
import { DashboardPage } from './dashboard.page.tsx';

function SignIn() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>Back</button>;
}

const open = (session = visitor) =>
  renderPage(<DashboardPage />, {
    path: '/',
    session,
    route: '/dashboard',
    routes: { '/': <Link to="/dashboard">Dashboard</Link>, '/signin': <SignIn />, '/my-account': null },
  });

test('a visitor is led to the sign-in, and Back leads to where they came from', async () => {
  const { user, address } = open();
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  expect(address()).toBe('/signin');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(address()).toBe('/');
});

test('nobody is led away before it is known who they are', async () => {
  const { user, address } = open({ status: 'loading', user: null });
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  expect(address()).toBe('/dashboard');
  expect(screen.getByRole('status')).toHaveTextContent('Checking whether you are signed in');
});

test('a customer sees who they are, that no vehicle is watched yet, and the way to their account', async () => {
  const { user, address } = open(signedIn({ email: 'driver@example.com' }));
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeInTheDocument();
  expect(screen.getByText('Signed in as driver@example.com')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Your vehicle' })).toHaveTextContent('not watching a vehicle for you yet');
  expect(screen.queryByRole('button')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'My account' }));
  expect(address()).toBe('/my-account');
});

test('when the service does not answer, it says so and offers another try', async () => {
  const { user, address } = open({ status: 'error', user: null });
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  expect(address()).toBe('/dashboard');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});
