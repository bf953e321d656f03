import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Checkbox } from './checkbox.tsx';

test('a click on the label ticks it, and its error is its description', async () => {
  const onChange = jest.fn();
  const box = (error?: string) => (
    <Checkbox id="terms" label="I agree" checked={false} onChange={onChange} error={error} />
  );
  const { rerender } = render(box());
  expect(screen.getByRole('checkbox', { name: 'I agree' })).not.toBeInvalid();
  await userEvent.click(screen.getByText('I agree'));
  expect(onChange).toHaveBeenCalledWith(true);
  rerender(box('Tick the box'));
  expect(screen.getByRole('checkbox')).toBeInvalid();
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('Tick the box');
});
