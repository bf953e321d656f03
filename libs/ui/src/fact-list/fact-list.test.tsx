import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { SourceNote } from './source-note.tsx';
import { FactList } from './fact-list.tsx';

test('a missing fact shows why; a known one shows its source and time', () => {
  render(
    <FactList
      facts={[
        { label: 'Colour', value: 'Blue', source: 'DVLA', at: '2027-07-03T14:05:00Z' },
        { label: 'Seats', value: null, source: 'UKVD', at: '2027-07-03T14:05:00Z', why: 'The source did not answer.' },
      ]}
    />,
  );
  const [colour, seats] = screen.getAllByRole('definition');
  expect(colour).toHaveTextContent('BlueDVLA, as of 3 July 2027 at 15:05');
  expect(seats).toHaveTextContent('Not availableThe source did not answer.');
  expect(seats).not.toHaveTextContent('as of');
});

test('an instant is shown in UK time, with the exact one in `datetime`', () => {
  render(<SourceNote source="UKVD" at="2027-01-03T00:05:00Z" />);
  expect(screen.getByText('3 January 2027 at 00:05')).toHaveAttribute('datetime', '2027-01-03T00:05:00Z');
});

test('a pending fact shows the source that is being read, and not that it is missing', () => {
  render(
    <FactList facts={[{ label: 'Seats', value: null, why: 'It has not answered yet.', asking: ['DVLA', 'UKVD'] }]} />,
  );
  expect(screen.getByRole('definition')).toHaveTextContent(/^Asking DVLA and UK Vehicle Data…$/);
});
