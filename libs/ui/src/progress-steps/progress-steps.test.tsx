import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { ProgressSteps } from './progress-steps.tsx';

test('the current step is marked with its number; earlier ones are done', () => {
  render(<ProgressSteps label="Sign-up" steps={['Search', 'Confirm', 'Details', 'Payment']} current={2} />);
  const [search, confirm, details] = screen.getAllByRole('listitem');
  expect(search).toHaveTextContent('Search (done)');
  expect(confirm).toHaveTextContent('Confirm (step 2 of 4)');
  expect(confirm).toHaveAttribute('aria-current', 'step');
  expect(details).not.toHaveAttribute('aria-current');
});
