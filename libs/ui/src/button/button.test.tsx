import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button, ButtonLink } from './button.tsx';

test('a click calls its handler, and a button without a type submits no form', async () => {
  const press = jest.fn();
  const submit = jest.fn();
  render(
    <form onSubmit={submit}>
      <Button onClick={press}>Refresh</Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(press).toHaveBeenCalledTimes(1);
  expect(submit).not.toHaveBeenCalled();
});

test('a busy button keeps focus, shows its busy label, and ignores clicks and form submission', async () => {
  const press = jest.fn();
  const submit = jest.fn((event: { preventDefault(): void }) => event.preventDefault());
  const form = (busy: boolean) => (
    <form onSubmit={submit}>
      <Button type="submit" onClick={press} busy={busy} busyLabel="Searching…">
        Search
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  screen.getByRole('button').focus();
  rerender(form(true));
  const button = screen.getByRole('button', { name: 'Searching…' });
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Enter}');
  expect(press).not.toHaveBeenCalled();
  expect(submit).not.toHaveBeenCalled();
});

test('an unavailable button is focusable and shows why it is unavailable', async () => {
  const press = jest.fn();
  render(
    <Button onClick={press} unavailable="Search for a vehicle first.">
      Continue
    </Button>,
  );
  await userEvent.tab();
  const button = screen.getByRole('button', { name: 'Continue' });
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription('Search for a vehicle first.');
  await userEvent.click(button);
  expect(press).not.toHaveBeenCalled();
});

test('a button link is a link', () => {
  render(<ButtonLink href="/signup">Start</ButtonLink>);
  expect(screen.getByRole('link', { name: 'Start' })).toHaveAttribute('href', '/signup');
});
