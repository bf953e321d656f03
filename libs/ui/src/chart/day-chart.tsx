import { formatDate, formatDateShort } from '@ve/domain/kernel/time/format-date';
import { styled } from 'styled-components';
import { useId, useState, type PointerEvent, type ReactNode } from 'react';
import { Heading } from '../text/text.tsx';
import { colour, fontSize, mediaQueries, radius, space, minTargetSize } from '../theme/tokens.ts';
import { chartAxisOf } from './chart-axis.ts';
import { ChartPlot } from './chart-plot.tsx';

const Figure = styled.figure`
  container-type: inline-size;
  min-width: 0;
  padding: ${space[16]};
  border: 1px solid ${colour('line')};
  border-radius: ${radius.card};
  background: ${colour('surface')};
  font-size: ${fontSize[14]};
  line-height: 1.4;
  ${mediaQueries.phone} {
    padding: ${space[12]};
  }
  ${mediaQueries.print} {
    break-inside: avoid;
  }
`;

const Sides = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  margin-top: ${space[12]};
  @container (min-width: 44rem) {
    grid-template-columns: minmax(0, 1fr) minmax(18rem, auto);
  }
`;

const Legend = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[16]};
  font-variant-numeric: tabular-nums;
  li {
    display: flex;
    align-items: center;
    gap: ${space[8]};
  }
`;

const Mark = styled.span<{ $as: 'bars' | 'line' }>`
  width: 0.75rem;
  height: ${({ $as }) => ($as === 'bars' ? '0.75rem' : '0')};
  ${({ $as }) => ($as === 'bars' ? `background: ${colour('brand')};` : `border-top: 3px solid ${colour('text')};`)}
  print-color-adjust: exact;
  forced-color-adjust: none;
`;

/** The space for the axis' labels. */
const inset = '3.25rem';

/** Below the plot and of its width: the thumb is at the marked day. */
const Scrubber = styled.input`
  display: block;
  width: calc(100% - ${inset});
  height: ${minTargetSize};
  margin: 0 0 0 ${inset};
  accent-color: ${colour('brand')};
  cursor: ew-resize;
  ${mediaQueries.print} {
    display: none;
  }
`;

/** Next to the chart it has the chart's height, and scrolls. */
const Rows = styled.div`
  max-height: 17rem;
  overflow: auto;
  border: 1px solid ${colour('line')};
  border-radius: ${radius.control};
  table {
    width: 100%;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: ${space[4]} ${space[8]};
    border-bottom: 1px solid ${colour('line')};
    text-align: right;
    font-weight: 400;
    white-space: nowrap;
  }
  th:first-child {
    text-align: left;
  }
  thead th {
    position: sticky;
    top: 0;
    background: ${colour('sunken')};
    color: ${colour('muted')};
    font-weight: 600;
  }
  tbody tr:first-child > * {
    font-weight: 700;
  }
  ${mediaQueries.print} {
    max-height: none;
  }
`;

const SmallPrint = styled.figcaption`
  max-width: 80ch;
  margin-top: ${space[12]};
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
`;

/** Up to this number of days the bars are separate. */
const maxPointDistance = 92;

export interface DaySeries {
  /** Stable name. */
  id: string;
  /** The head of its column, for example `Gross`. */
  label: string;
  values: readonly number[];
  /** How the series is drawn; a series without it is only in the table. */
  drawn?: 'bars' | 'line';
}

export interface DayChartProps {
  /** For example `Sign-ups by day`. */
  title: string;
  /** Calendar days (`2027-03-03`), oldest first. */
  days: readonly string[];
  series: readonly DaySeries[];
  /** Formats a value: `£8.90`. */
  show: (value: number) => string;
  /** Formats a value for the axis, in few characters. */
  showTick: (value: number) => string;
  /** The smallest step of the axis: one of the counted unit. */
  unit?: number;
  /** A description of the figures, in small print. */
  children: ReactNode;
}

/**
 * A chart of figures by day: bars, a line on top of them, and a table of all values next to them, the latest day first,
 * after the sum. A slider, a pointer or a finger marks a day and shows its values.
 */
export function DayChart({ title, days, series, show, showTick, unit = 1, children }: DayChartProps) {
  const titleId = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const last = days.length - 1;
  const found = chosen === null ? -1 : days.indexOf(chosen);
  const marked = found === -1 ? last : found;
  const day = days[marked] ?? '';
  const drawn = series.filter(({ drawn: as }) => as !== undefined);
  const axis = chartAxisOf(
    drawn.flatMap(({ values }) => values),
    unit,
  );
  const up = (value: number) => ((value - axis.bottom) / (axis.top - axis.bottom)) * 100;
  const width = 100 / Math.max(1, days.length);
  const bar = days.length > maxPointDistance ? width : width * 0.72;
  const left = (index: number) => index * width + (width - bar) / 2;
  const read = (index: number) => series.map(({ label, values }) => `${label} ${show(values[index] ?? 0)}`).join(', ');
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - box.left) / box.width) * days.length);
    setChosen(days[Math.min(last, Math.max(0, index))] ?? null);
  };
  return (
    <Figure aria-labelledby={titleId}>
      <Heading level={3} id={titleId}>
        {title}
      </Heading>
      <Sides>
        <div>
          <Legend>
            <li>{formatDate(day)}</li>
            {series.map(({ id, label, values, drawn: as }) => (
              <li key={id}>
                {as === undefined ? null : <Mark $as={as} />}
                <span>
                  {label} <strong>{show(values[marked] ?? 0)}</strong>
                </span>
              </li>
            ))}
          </Legend>
          <ChartPlot
            label={summaryOf({ title, days, series, show })}
            inset={inset}
            ticks={axis.ticks}
            showTick={showTick}
            up={up}
            ends={[formatDateShort(days[0] ?? ''), formatDateShort(days[last] ?? '')]}
            onPoint={point}
            below={<rect x={marked * width} width={width} y="0" height="100" fill={colour('line')} />}
          >
            {drawn.map(({ id, values, drawn: as }) =>
              as === 'bars' ? (
                <path key={id} d={barsOf(values, { left, bar, up })} fill={colour('brand')} />
              ) : (
                <polyline
                  key={id}
                  points={values.map((value, index) => `${(index + 0.5) * width},${100 - up(value)}`).join(' ')}
                  fill="none"
                  stroke={colour('text')}
                  strokeWidth="2"
                  strokeLinejoin="round"
                />
              ),
            )}
          </ChartPlot>
          <Scrubber
            type="range"
            min={0}
            max={last}
            value={marked}
            onChange={(event) => {
              setChosen(days[Number(event.target.value)] ?? null);
            }}
            aria-label={`Day: ${title}`}
            aria-valuetext={`${formatDate(day)}: ${read(marked)}`}
          />
        </div>
        <Rows role="region" aria-label={`Table: ${title}`} tabIndex={0}>
          <table aria-labelledby={titleId}>
            <thead>
              <tr>
                <th scope="col">Day</th>
                {series.map(({ id, label }) => (
                  <th key={id} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">In all</th>
                {series.map(({ id, values }) => (
                  <td key={id}>{show(sumOf(values))}</td>
                ))}
              </tr>
              {days.map((_, index) => rowOf(last - index, { days, series, show }))}
            </tbody>
          </table>
        </Rows>
      </Sides>
      <SmallPrint>{children}</SmallPrint>
    </Figure>
  );
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const rowOf = (index: number, { days, series, show }: Pick<DayChartProps, 'days' | 'series' | 'show'>) => {
  const day = days[index] ?? '';
  return (
    <tr key={day}>
      <th scope="row">
        <time dateTime={day}>{formatDateShort(day)}</time>
      </th>
      {series.map(({ id, values }) => (
        <td key={id}>{show(values[index] ?? 0)}</td>
      ))}
    </tr>
  );
};

/** All bars as one path, so that a year of them is one element. */
function barsOf(
  values: readonly number[],
  { left, bar, up }: { left: (index: number) => number; bar: number; up: (value: number) => number },
): string {
  return values
    .flatMap((value, index) =>
      value === 0 ? [] : [`M${left(index)} ${100 - up(0)}V${100 - up(value)}h${bar}V${100 - up(0)}z`],
    )
    .join('');
}

/** The chart as a sentence: `Sign-ups by day, 1 March 2027 to 7 March 2027. Sign-ups: 12 in all, most 5 on …`. */
function summaryOf({ title, days, series, show }: Pick<DayChartProps, 'title' | 'days' | 'series' | 'show'>): string {
  const of = series.map(({ label, values }) => {
    const highest = Math.max(...values);
    const when = highest > 0 ? `, most ${show(highest)} on ${formatDate(days[values.indexOf(highest)] ?? '')}` : '';
    return `${label}: ${show(sumOf(values))} in all${when}.`;
  });
  return `${title}, ${formatDate(days[0] ?? '')} to ${formatDate(days.at(-1) ?? '')}. ${of.join(' ')}`;
}
