import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { News } from './news.tsx';

test('takes the focus to its first heading', () => {
  render(
    <News>
      <p>Before</p>
      <h2>Cancelled</h2>
      <h3>Why?</h3>
    </News>,
  );
  expect(screen.getByRole('heading', { name: 'Cancelled' })).toHaveFocus();
});

test('without a heading takes it itself, and leaves it to what is there from then on', () => {
  const { rerender } = render(<News>Sent</News>);
  expect(screen.getByText('Sent')).toHaveFocus();
  screen.getByText('Sent').blur();
  rerender(<News>Sent again</News>);
  expect(document.body).toHaveFocus();
});
