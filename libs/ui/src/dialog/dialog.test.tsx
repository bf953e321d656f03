import { expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

test('shows its content, under its title, only while open', () => {
  const dialog = (open: boolean) => (
    <Dialog open={open} title="Enter phone number" onClose={jest.fn()}>
      <p>For reminders by SMS.</p>
    </Dialog>
  );
  const { rerender } = render(dialog(false));
  expect(screen.queryByText('For reminders by SMS.')).toBeNull();
  rerender(dialog(true));
  expect(screen.getByRole('dialog', { name: 'Enter phone number' })).toHaveTextContent('For reminders by SMS.');
});

test('opens with the focus on its title, before all controls', () => {
  render(
    <Dialog open title="Cancel your trial?" onClose={jest.fn()} actions={<button>Cancel trial</button>}>
      <p>It ends at once.</p>
    </Dialog>,
  );
  expect(screen.getByRole('heading', { name: 'Cancel your trial?' })).toHaveFocus();
});

test('close button, Escape and a click outside request closing; a click inside does not', async () => {
  const close = jest.fn();
  render(
    <Dialog open title="Alert" onClose={close}>
      <p>Words</p>
    </Dialog>,
  );
  await userEvent.click(screen.getByText('Words'));
  expect(close).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  await userEvent.click(screen.getByRole('dialog'));
  expect(close).toHaveBeenCalledTimes(3);
});

test.each([
  ['closed', (dialog: (open: boolean) => ReactNode) => dialog(false)],
  ['taken away', () => null],
])('returns the focus to its opener when it is %s', (_, ended) => {
  const dialog = (open: boolean) => (
    <Dialog open={open} title="Remove the role?" onClose={jest.fn()}>
      <p>At their next request.</p>
    </Dialog>
  );
  const page = (inside: ReactNode) => (
    <>
      <button>Remove</button>
      {inside}
    </>
  );
  const { rerender } = render(page(null));
  screen.getByRole('button', { name: 'Remove' }).focus();
  rerender(page(dialog(true)));
  expect(screen.getByRole('heading', { name: 'Remove the role?' })).toHaveFocus();
  rerender(page(ended(dialog)));
  expect(screen.getByRole('button', { name: 'Remove' })).toHaveFocus();
});
