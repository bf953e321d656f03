import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { RelativeTime } from './relative-time.tsx';

test('shows the relative time, and the exact time in the UK on hover and focus', () => {
  render(<RelativeTime at="2027-07-03T14:05:00Z" now={new Date('2027-07-03T16:06:00Z')} />);
  const time = screen.getByLabelText('2 hours ago, 03/07/2027 15:05');
  expect(time).toHaveAttribute('datetime', '2027-07-03T14:05:00Z');
  expect(time).toHaveAttribute('tabindex', '0');
});
