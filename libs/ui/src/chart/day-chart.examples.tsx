import { formatMoney } from '@ve/domain/kernel/money/format-money';
import { DayChart } from './day-chart.tsx';

const days = Array.from({ length: 30 }, (_, index) => `2027-03-${String(index + 1).padStart(2, '0')}`);
const gross = days.map((_, index) => (index % 7) * 890);
const net = gross.map((pence, index) => pence - (index % 5) * 890);
const count = (value: number) => value.toLocaleString('en-GB');
const money = (pence: number) => formatMoney(pence, 'gbp');

export const examples = {
  'A figure of each day': (
    <DayChart
      title="Sign-ups by day"
      days={days}
      series={[{ id: 'signUps', label: 'Sign-ups', values: days.map((_, index) => (index * 7) % 11), drawn: 'bars' }]}
      show={count}
      showTick={count}
    >
      Trials started.
    </DayChart>
  ),
  'Bars, a line, and days below nothing': (
    <DayChart
      title="Revenue by day"
      days={days}
      series={[
        { id: 'gross', label: 'Gross', values: gross, drawn: 'bars' },
        { id: 'net', label: 'Net', values: net, drawn: 'line' },
      ]}
      show={money}
      showTick={money}
      unit={100}
    >
      Net is gross less what went back.
    </DayChart>
  ),
  'Nothing yet': (
    <DayChart
      title="Refunds by day"
      days={days.slice(0, 7)}
      series={[{ id: 'refunds', label: 'Refunds', values: [0, 0, 0, 0, 0, 0, 0], drawn: 'bars' }]}
      show={count}
      showTick={count}
    >
      Charges of which we gave money back.
    </DayChart>
  ),
};
