import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { StatusBadge, statusToneIcons, type StatusTone } from './status.tsx';

test.each(['pass', 'warn', 'fail', 'info', 'unknown'] satisfies StatusTone[])(
  '%s is a word with its own icon',
  (tone) => {
    const { container } = render(<StatusBadge tone={tone}>Word</StatusBadge>);
    expect(screen.getByText('Word')).toBeInTheDocument();
    expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
  },
);

test('no two tones share an icon', () => {
  expect(new Set(Object.values(statusToneIcons)).size).toBe(5);
});
