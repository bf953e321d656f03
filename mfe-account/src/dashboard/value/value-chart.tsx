import { formatPounds } from '@ve/domain/kernel/money/format-pounds';
import { Card } from '@ve/ui/card/card';
import { ChartPlot } from '@ve/ui/chart/chart-plot';
import { Table } from '@ve/ui/table/table';
import { colour } from '@ve/ui/theme/theme';
import { formatMonthAndYear } from '../format-month-name.ts';

const messages = {
  table: 'Value by month',
  month: 'Month',
  value: 'Value',
  change: 'Change',
  first: 'first value',
  same: 'none',
  summary: (from: string, to: string) => `Value by month, from ${from} to ${to}.`,
  valueInMonth: (value: string, month: string) => `${value} in ${month}`,
};

export interface MonthlyCarValue {
  month: string;
  pence: number;
}

const hundredPounds = 10_000;

/** Rounds to hundreds of pounds, with a margin above and below, so that a fall of £200 is not drawn as a collapse. */
function scaleOf(values: readonly MonthlyCarValue[]): { bottom: number; top: number } {
  const pence = values.map((value) => value.pence);
  const [low, high] = [Math.min(...pence), Math.max(...pence)];
  const padding = Math.max((high - low) / 2, high * 0.1);
  return {
    bottom: Math.max(0, Math.floor((low - padding) / hundredPounds) * hundredPounds),
    top: Math.ceil((high + padding) / hundredPounds) * hundredPounds,
  };
}

function change(pence: number, before: number | undefined): string {
  if (before === undefined) return messages.first;
  if (before === pence) return messages.same;
  return `${pence > before ? '+' : '−'}${formatPounds(Math.abs(pence - before))}`;
}

const summaryOf = ({ month, pence }: MonthlyCarValue): string =>
  messages.valueInMonth(formatPounds(pence), formatMonthAndYear(month));

/** The car's value by month, as a line chart and as a table, the latest first. Needs at least two months. */
export function CarValueChart({ values }: { values: readonly MonthlyCarValue[] }) {
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { bottom, top } = scaleOf(values);
  const up = (pence: number) => ((pence - bottom) / (top - bottom)) * 100;
  const across = (index: number) => (values.length < 2 ? 50 : (index / (values.length - 1)) * 100);
  const middle = (bottom + top) / 2;
  return (
    <>
      {values.length < 2 ? null : (
        <Card as="figure" $padding={16}>
          <ChartPlot
            label={messages.summary(summaryOf(first), summaryOf(last))}
            inset="4rem"
            ticks={[bottom, middle, top]}
            showTick={formatPounds}
            up={up}
            ends={[formatMonthAndYear(first.month), formatMonthAndYear(last.month)]}
          >
            <polyline
              points={values.map(({ pence }, index) => `${across(index)},${100 - up(pence)}`).join(' ')}
              fill="none"
              stroke={colour('brand')}
              strokeWidth="3"
              strokeLinejoin="round"
              strokeLinecap="round"
            />
          </ChartPlot>
        </Card>
      )}
      <Table
        label={messages.table}
        keyOf={({ month }) => month}
        rows={values.map((value, index) => ({ ...value, before: values[index - 1]?.pence })).toReversed()}
        columns={[
          { id: 'month', label: messages.month, cell: ({ month }) => formatMonthAndYear(month) },
          { id: 'value', label: messages.value, numeric: true, cell: ({ pence }) => formatPounds(pence) },
          { id: 'change', label: messages.change, numeric: true, cell: ({ pence, before }) => change(pence, before) },
        ]}
      />
    </>
  );
}
