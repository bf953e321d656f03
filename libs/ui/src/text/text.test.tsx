import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Heading } from './text.tsx';

test('the level sets the heading element, regardless of the size', () => {
  render(
    <Heading level={3} size="display" id="verdict">
      Passed
    </Heading>,
  );
  expect(screen.getByRole('heading', { level: 3, name: 'Passed' })).toHaveAttribute('id', 'verdict');
});
