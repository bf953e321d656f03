import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { TextField } from './field.tsx';

test('label, hint and error are associated with the input, and the value is kept', () => {
  const field = (error?: string) => (
    <TextField label="Postcode" hint="Like SW1A 1AA" error={error} id="postcode" defaultValue="nowhere" />
  );
  const { rerender } = render(field());
  const input = screen.getByRole('textbox', { name: 'Postcode' });
  expect(input).toHaveAccessibleDescription('Like SW1A 1AA');
  expect(input).not.toHaveAttribute('aria-invalid');

  rerender(field('Please enter a valid UK postcode'));
  expect(input).toHaveAccessibleDescription('Like SW1A 1AA Please enter a valid UK postcode');
  expect(input).toBeInvalid();
  expect(input).toHaveValue('nowhere');
});
