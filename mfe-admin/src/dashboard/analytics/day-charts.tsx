import type { Analytics } from '@ve/contracts/http/operations/admin-statistics';
import { figureDefinitions } from '@ve/domain/operations/analytics/figure-definitions';
import { type DayFigureName, netRevenuePence } from '@ve/domain/operations/analytics/day-figures';
import { DayChart } from '@ve/ui/chart/day-chart';
import { Stack } from '@ve/ui/layout/layout';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { MutedText } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';

const counted = [
  { name: 'signUps', column: messages.signUps },
  { name: 'newMembers', column: messages.members },
  { name: 'cancellations', column: messages.cancellations },
  { name: 'refunds', column: messages.refunds },
] as const satisfies { name: DayFigureName; column: string }[];

const count = (value: number) => value.toLocaleString('en-GB');

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });
const short = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });

const showMoney = (pence: number) => pounds.format(pence / 100);
const showPounds = (pence: number) => `${pence < 0 ? '-' : ''}£${short.format(Math.abs(pence) / 100)}`;

interface DayChartsProps {
  analytics: Analytics;
  busy: boolean;
}

/** The figures of each day: a chart with its table for each figure. */
export function DayCharts({ analytics: { days, countedAt }, busy }: DayChartsProps) {
  const dates = days.map(({ date }) => date);
  const of = (name: DayFigureName) => days.map((day) => day[name]);
  return (
    <Stack $gap={16} aria-busy={busy}>
      <MutedText>
        {messages.days24}
        {countedAt === null ? null : (
          <>
            {' '}
            {messages.counted} <RelativeTime at={countedAt} />
          </>
        )}
      </MutedText>
      {counted.map(({ name, column }) => (
        <DayChart
          key={name}
          title={messages[name]}
          days={dates}
          series={[{ id: name, label: column, values: of(name), drawn: 'bars' }]}
          show={count}
          showTick={(value) => short.format(value)}
        >
          {figureDefinitions[name]}
        </DayChart>
      ))}
      <DayChart
        title={messages.revenue}
        days={dates}
        series={[
          { id: 'gross', label: messages.gross, values: of('grossPence'), drawn: 'bars' },
          { id: 'returned', label: messages.returned, values: of('returnedPence') },
          { id: 'net', label: messages.net, values: days.map(netRevenuePence), drawn: 'line' },
        ]}
        show={showMoney}
        showTick={showPounds}
        unit={100}
      >
        {figureDefinitions.revenue}
      </DayChart>
    </Stack>
  );
}
