import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Switch } from './switch.tsx';

test('a switch shows its state as text and toggles by keyboard', async () => {
  const change = jest.fn();
  render(<Switch label="SMS" checked={false} onChange={change} />);
  const control = screen.getByRole('switch', { name: 'SMS' });
  expect(control).not.toBeChecked();
  expect(screen.getByText('Off')).toBeInTheDocument();
  await userEvent.tab();
  await userEvent.keyboard(' ');
  expect(change).toHaveBeenCalledWith(true);
});

test('while it is saved a switch shows it, keeps the requested state, and ignores clicks', async () => {
  const change = jest.fn();
  render(<Switch label="SMS" checked busy onChange={change} />);
  expect(screen.getByText('Saving…')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('switch', { name: 'SMS' }));
  expect(screen.getByRole('switch', { name: 'SMS' })).toBeChecked();
  expect(change).not.toHaveBeenCalled();
});
