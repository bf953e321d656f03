import { afterEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage, signedInSession, staffSession } from '@ve/mfe-kit/testing';
import { StaffDashboardPage } from './dashboard.page.tsx';

afterEach(() => {
  localStorage.clear();
});

test('shows nothing of the staff area while access is being checked', () => {
  renderPage(<StaffDashboardPage />, { session: { status: 'loading', user: null } });
  expect(screen.getByRole('status')).toHaveTextContent('Checking admin access...');
  expect(screen.queryByRole('heading')).toBeNull();
});

test.each([
  ['a visitor', { status: 'ready', user: null } as const],
  ['a customer', signedInSession()],
  ['a moderator', signedInSession({ roles: ['user', 'moderator'] })],
  ['an admin who signed in by a link', signedInSession({ roles: ['admin'] })],
  ['a moderator with a second factor', { ...signedInSession({ roles: ['moderator'] }), staff: 'role' } as const],
])('%s is refused, regardless of the browser’s storage', async (_who, session) => {
  localStorage.setItem('admin_authenticated', 'true');
  const { user, address } = renderPage(<StaffDashboardPage />, { session, path: '/admin' });
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
  expect(screen.getByText("You don't have admin privileges to access this page.")).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Go to Admin Sign In' }));
  expect(address()).toBe('/admin/signin');
});

test('an admin with a second factor is admitted and sees the badges of their role', () => {
  renderPage(<StaffDashboardPage />, { session: staffSession, queries: true });
  expect(screen.getByRole('heading', { name: 'Admin Dashboard' })).toBeInTheDocument();
  expect(screen.getByText('admin@example.com')).toBeInTheDocument();
  expect(screen.getByText('Supabase Admin')).toBeInTheDocument();
  expect(screen.getAllByRole('tab').map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])).toEqual([
    ['Analytics', 'true'],
    ['Recent Reports', 'false'],
    ['User Management', 'false'],
    ['Error Logs', 'false'],
  ]);
});

test('the break-glass session is admitted without a user, and is labelled as such', () => {
  renderPage(<StaffDashboardPage />, { session: { status: 'ready', user: null, staff: 'local' }, queries: true });
  expect(screen.getByRole('heading', { name: 'Admin Dashboard' })).toBeInTheDocument();
  expect(screen.getAllByText('Local Admin')).toHaveLength(2);
});

test('when access cannot be checked, no user is admitted and a retry is offered', () => {
  renderPage(<StaffDashboardPage />, { session: { status: 'error', user: null } });
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  expect(screen.queryByText('Admin Dashboard')).toBeNull();
});
