import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Button } from '../button/button.tsx';
import { Banner } from './banner.tsx';

test('a failure is an alert with title, text and action', () => {
  render(
    <Banner tone="fail" role="alert" title="Search failed" actions={<Button>Try again</Button>}>
      The service did not answer.
    </Banner>,
  );
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent('Search failed');
  expect(alert).toHaveTextContent('The service did not answer.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});

test('a banner that is present on load is not a live region', () => {
  render(<Banner tone="info">Note</Banner>);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
});
