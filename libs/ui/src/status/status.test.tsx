import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { StatusBadge, toneIcon, type Tone } from './status.tsx';

test.each(['pass', 'warn', 'fail', 'info', 'unknown'] satisfies Tone[])('%s is a word with its own icon', (tone) => {
  const { container } = render(<StatusBadge tone={tone}>Word</StatusBadge>);
  expect(screen.getByText('Word')).toBeInTheDocument();
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
});

test('no two tones share an icon', () => {
  expect(new Set(Object.values(toneIcon)).size).toBe(5);
});
