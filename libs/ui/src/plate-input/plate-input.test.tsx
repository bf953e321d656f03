import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PlateInput } from './plate-input.tsx';

test('is a labelled text box that does not truncate input', async () => {
  render(<PlateInput name="reg" />);
  const input = screen.getByRole('textbox', { name: 'Registration number' });
  expect(input).toHaveAttribute('placeholder', 'ENTER REG');
  const typed = `ab12 cde ${'x'.repeat(100)}`;
  await userEvent.type(input, typed);
  expect(input).toHaveValue(typed);
});

test('an error is announced with the input', () => {
  render(<PlateInput error="Enter a registration number" />);
  const input = screen.getByRole('textbox');
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription('Enter a registration number');
});

test('the band is that of the United Kingdom, hidden from assistive technology', () => {
  render(<PlateInput />);
  expect(screen.getByText('UK')).toHaveAttribute('aria-hidden', 'true');
  expect(screen.queryByText('GB')).toBeNull();
});
