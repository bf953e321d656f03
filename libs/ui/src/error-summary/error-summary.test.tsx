import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TextField } from '../field/field.tsx';
import { ErrorSummary } from './error-summary.tsx';

test('takes focus when it appears, and each line links to its field', async () => {
  const form = (errors: { fieldId: string; message: string }[]) => (
    <form>
      <ErrorSummary errors={errors} />
      <TextField id="email" label="E-mail" />
    </form>
  );
  const { rerender } = render(form([]));
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(form([{ fieldId: 'email', message: 'Please enter a valid email address' }]));
  expect(screen.getByRole('alert')).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'Please enter a valid email address' }));
  expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveFocus();
});
