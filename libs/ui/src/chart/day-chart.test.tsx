import { describe, expect, test } from '@jest/globals';
import { fireEvent, render, screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { chartAxisOf } from './chart-axis.ts';
import { DayChart } from './day-chart.tsx';

describe('the axis', () => {
  test.each([
    [[0, 0], 1, [0, 1]],
    [[3], 1, [0, 1, 2, 3]],
    [[9], 1, [0, 5, 10]],
    [[890, -890], 100, [-1000, -500, 0, 500, 1000]],
    [[-50], 100, [-100, 0, 100]],
  ])('for %j in steps of %i is %j', (values, unit, ticks) => {
    expect(chartAxisOf(values, unit).ticks).toEqual(ticks);
  });

  test('includes every value and 0, with few ticks', () => {
    const values = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.constantFrom(1, 100), (each, unit) => {
        const { bottom, top, ticks } = chartAxisOf(each, unit);
        expect(bottom <= Math.min(0, ...each) && top >= Math.max(0, ...each) && top > bottom).toBe(true);
        expect(ticks).toContain(0);
        expect(ticks.length).toBeLessThanOrEqual(7);
      }),
    );
  });
});

const open = () =>
  render(
    <DayChart
      title="Revenue by day"
      days={['2027-03-01', '2027-03-02', '2027-03-03']}
      series={[
        { id: 'gross', label: 'Gross', values: [1, 20, 3], drawn: 'bars' },
        { id: 'net', label: 'Net', values: [1, -5, 3], drawn: 'line' },
      ]}
      show={(value) => `£${value}`}
      showTick={String}
    >
      Net is gross less what went back.
    </DayChart>,
  );

test('has a sentence as its name, and each day in its table, the latest first', () => {
  open();
  expect(screen.getByRole('img')).toHaveAccessibleName(
    'Revenue by day, 1 March 2027 to 3 March 2027. Gross: £24 in all, most £20 on 2 March 2027. Net: £-1 in all, most £3 on 3 March 2027.',
  );
  const rows = within(screen.getByRole('table', { name: 'Revenue by day' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DayGrossNet',
    'In all£24£-1',
    '03/03/2027£3£3',
    '02/03/2027£20£-5',
    '01/03/2027£1£1',
  ]);
  expect(screen.getByRole('figure', { name: 'Revenue by day' })).toHaveTextContent('Net is gross less what went back.');
});

test('the slider announces a day and shows it on the page, starting with the latest', () => {
  open();
  const slider = screen.getByRole('slider', { name: 'Day: Revenue by day' });
  expect(slider).toHaveAttribute('aria-valuetext', '3 March 2027: Gross £3, Net £3');
  fireEvent.change(slider, { target: { value: '1' } });
  expect(slider).toHaveAttribute('aria-valuetext', '2 March 2027: Gross £20, Net £-5');
  expect(screen.getByText('2 March 2027')).toBeInTheDocument();
});
