import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Card } from './card.tsx';

test('a card can be any element and passes no style props to the DOM', () => {
  render(
    <Card as="article" $floating $padding={32} aria-label="Tax">
      Valid
    </Card>,
  );
  const card = screen.getByRole('article', { name: 'Tax' });
  expect(card.getAttributeNames().filter((name) => name.startsWith('$'))).toEqual([]);
});
