import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { apiErrors } from '@ve/contracts/errors';
import { renderPage } from '@ve/mfe-kit/testing';
import { AnotherCheckSearch } from './another-check-search.slot.tsx';

const open = (registration: string | null = 'AB12CDE') =>
  renderPage(<AnotherCheckSearch registration={registration} headingLevel={2} />, { path: '/dashboard' });
const field = () => screen.getByRole('textbox', { name: 'Registration number' });

test('opens the report of the typed vehicle, with its registration normalised', async () => {
  const { user, address } = open();
  expect(screen.getByRole('heading', { level: 2, name: 'Check another vehicle' })).toBeVisible();
  await user.type(field(), 'fn15 fnc{Enter}');
  expect(address()).toBe('/report?reg=FN15FNC');
});

test('shows an error at the field, and stays', async () => {
  const { user, address } = open();
  await user.type(field(), 'not one{Enter}');
  expect(screen.getByText(apiErrors['registration-invalid'].title)).toBeVisible();
  expect(field()).toBeInvalid();
  expect(field()).toHaveAccessibleDescription(/registration/i);
  expect(field()).toHaveFocus();
  expect(address()).toBe('/dashboard');
});

test('ignores a blank search', async () => {
  const { user, address } = open();
  await user.click(screen.getByRole('button', { name: 'Check' }));
  expect(field()).toBeValid();
  expect(field()).toHaveFocus();
  expect(address()).toBe('/dashboard');
});

test('is labelled as the first check for a user without a car', () => {
  open(null);
  expect(screen.getByRole('heading', { name: 'Check a vehicle' })).toBeVisible();
});
