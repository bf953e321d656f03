import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Spinner } from './spinner.tsx';

test('a spinner is hidden from assistive technology, which reads the words after it', () => {
  render(
    <p role="status">
      <Spinner data-testid="spinner" />
      Checking
    </p>,
  );
  expect(screen.getByTestId('spinner')).toHaveAttribute('aria-hidden', 'true');
  expect(screen.getByRole('status')).toHaveTextContent(/^Checking$/);
});
