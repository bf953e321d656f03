import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { linkStyle, TextLink } from './link-style.tsx';

test('a link in text is distinguished by more than its colour', () => {
  render(<TextLink href="/faq">FAQ</TextLink>);
  expect(screen.getByRole('link', { name: 'FAQ' })).toHaveAttribute('href', '/faq');
  expect(linkStyle.join('')).toContain('text-decoration: underline');
});
