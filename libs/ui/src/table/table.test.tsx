import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { Table } from './table.tsx';

test('has a head for each column, a name for each row, and details below a row', () => {
  render(
    <Table
      label="Vehicles"
      rows={[
        { id: 'a', count: 3 },
        { id: 'b', count: 12 },
      ]}
      keyOf={({ id }) => id}
      columns={[
        { id: 'id', label: 'Vehicle', cell: ({ id }) => id },
        { id: 'count', label: 'Reports', numeric: true, cell: ({ count }) => count },
      ]}
      detail={({ count }) => (count > 10 ? 'Many' : null)}
    />,
  );
  const table = screen.getByRole('table', { name: 'Vehicles' });
  expect(within(table).getAllByRole('columnheader')).toHaveLength(2);
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((head) => head.textContent),
  ).toEqual(['a', 'b']);
  expect(within(table).getAllByRole('row')).toHaveLength(4);
  expect(within(table).getByText('Many').closest('td')).toHaveAttribute('colspan', '2');
  // On a phone, where the heads are hidden, each cell has its own label.
  expect(within(table).getByText('12').closest('td')).toHaveAttribute('data-label', 'Reports');
});
