import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { WorkStepList } from './step-list.tsx';

test('each step has its state as text, inside a live region', () => {
  render(
    <WorkStepList
      label="Fetching"
      steps={[
        { label: 'DVLA', state: 'done' },
        { label: 'DVSA', state: 'active' },
        { label: 'UKVD', state: 'unavailable' },
      ]}
    />,
  );
  expect(screen.getByRole('status', { name: 'Fetching' })).toBeInTheDocument();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'DVLAAnswered',
    'DVSAIn progress',
    'UKVDNo answer',
  ]);
});
