import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { VisuallyHidden } from './visually-hidden.tsx';

test('hidden text still names its control', () => {
  render(
    <button type="button">
      Read <VisuallyHidden>about the MOT</VisuallyHidden>
    </button>,
  );
  expect(screen.getByRole('button', { name: 'Read about the MOT' })).toBeInTheDocument();
});
