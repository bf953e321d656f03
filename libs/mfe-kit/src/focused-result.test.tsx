import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { FocusedResult } from './focused-result.tsx';

test('moves the focus to its first heading', () => {
  render(
    <FocusedResult>
      <p>Before</p>
      <h2>Cancelled</h2>
      <h3>Why?</h3>
    </FocusedResult>,
  );
  expect(screen.getByRole('heading', { name: 'Cancelled' })).toHaveFocus();
});

test('without a heading takes the focus itself, and does not take it again later', () => {
  const { rerender } = render(<FocusedResult>Sent</FocusedResult>);
  expect(screen.getByText('Sent')).toHaveFocus();
  screen.getByText('Sent').blur();
  rerender(<FocusedResult>Sent again</FocusedResult>);
  expect(document.body).toHaveFocus();
});
