import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { LoadingSkeleton, Skeleton } from './skeleton.tsx';

test('shapes are hidden, and the loading state has a label', () => {
  render(
    <LoadingSkeleton label="Loading the vehicle">
      <Skeleton data-testid="shape" />
    </LoadingSkeleton>,
  );
  expect(screen.getByRole('status')).toHaveTextContent('Loading the vehicle');
  expect(screen.getByTestId('shape')).toHaveAttribute('aria-hidden', 'true');
});
