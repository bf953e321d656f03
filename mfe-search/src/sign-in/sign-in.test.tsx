import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { SignInPage } from './sign-in.page.tsx';

test('has no form while signing in is not available, and links to the search', async () => {
  const { user, address } = renderPage(<SignInPage />, { path: '/signin' });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText(/not open yet/)).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Search for a vehicle' }));
  expect(address()).toBe('/signup');
});
