import type { InconsistentReadings } from '@ve/domain/vehicle/mileage/inconsistent-readings';
import type { MileagePoint } from '@ve/domain/vehicle/mileage/mileage-timeline';
import { formatMileageReading } from '@ve/domain/vehicle/mileage/reading-labels';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { colour, fontSize, media, space } from '@ve/ui/theme/theme';
import { MutedText } from '@ve/ui/text/text';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { mileageChartScale } from './mileage-chart-scale.ts';
import { mileageMessages } from './messages.en-gb.ts';

const Plot = styled.div`
  position: relative;
  container-type: inline-size;
  height: 9rem;
  margin: ${space[12]} ${space[16]} ${space[32]} ${space[48]};
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
  font-variant-numeric: tabular-nums;
  line-height: 1;
  touch-action: pan-y;
  print-color-adjust: exact;
`;

/** Stretched to fill its box: strokes do not scale, and labels are HTML outside the SVG. */
const Lines = styled.svg`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  overflow: visible;
  * {
    vector-effect: non-scaling-stroke;
  }
`;

const MilesLabel = styled.span`
  position: absolute;
  right: 100%;
  padding-right: ${space[8]};
  transform: translateY(50%);
`;

/** On the narrowest phones every other label is hidden, so that they do not touch. */
const YearLabel = styled.span`
  position: absolute;
  top: 100%;
  padding-top: ${space[8]};
  transform: translateX(-50%);
  @container (max-width: 15rem) {
    &[data-spare='true'] {
      display: none;
    }
  }
`;

/** The plot handles the pointer, since points may be closer together than a finger is wide. */
const Dot = styled.span<{ $flagged: boolean }>`
  position: absolute;
  width: ${({ $flagged }) => ($flagged ? '14px' : '10px')};
  height: ${({ $flagged }) => ($flagged ? '14px' : '10px')};
  border: 2px solid ${colour('surface')};
  border-radius: ${({ $flagged }) => ($flagged ? '2px' : '50%')};
  background: ${({ $flagged }) => colour($flagged ? 'fail' : 'brand')};
  pointer-events: none;
  transform: translate(-50%, 50%) ${({ $flagged }) => ($flagged ? 'rotate(45deg)' : '')};
  &[aria-selected='true'] {
    z-index: 1;
    border-color: ${colour('text')};
  }
`;

const Hair = styled.span`
  position: absolute;
  inset-block: 0;
  border-left: 1px dashed ${colour('line-strong')};
  ${media.print} {
    display: none;
  }
`;

/** Reserves two lines, so that a value does not move the content below. */
const Value = styled.p`
  min-height: 3em;
  font-size: ${fontSize[14]};
  font-variant-numeric: tabular-nums;
  line-height: 1.5;
  ${media.print} {
    display: none;
  }
`;

export interface MileageChartProps {
  /** Oldest first. */
  points: readonly MileagePoint[];
  stretches: readonly InconsistentReadings[];
}

/**
 * The mileage over time. Flagged readings are diamonds, doubtful stretches are shaded. The value of a reading is shown
 * for the pointer and for the keyboard: one tab stop, with arrow keys between the readings. They are a list box,
 * because a screen reader passes the arrow keys on to one, and announces the position of the focused reading.
 */
export function MileageChart({ points, stretches }: MileageChartProps) {
  const labels = mileageMessages;
  const [shown, setShown] = useState<number | null>(null);
  const dots = useRef<(HTMLSpanElement | null)[]>([]);
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const scale = mileageChartScale(points, stretches);
  const miles = (point: MileagePoint) => point.miles.toLocaleString('en-GB');
  const milesOnDay = (point: MileagePoint) => labels.milesOnDay(miles(point), formatDate(point.day));
  // After a refresh there may be fewer readings.
  const marked = shown === null || shown >= points.length ? null : shown;
  const stop = marked ?? points.length - 1;
  const onPointer = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) setShown(nearest(scale.points, ((clientX - left) / width) * 100));
  };
  const onKey = (event: KeyboardEvent) => {
    const to = moved(event.key, stop, points.length);
    if (to === null) return;
    event.preventDefault();
    dots.current[to]?.focus();
  };
  const point = marked === null ? undefined : points[marked];
  const at = marked === null ? undefined : scale.points[marked];
  return (
    <div>
      <Plot onPointerMove={onPointer} onPointerDown={onPointer}>
        <Lines
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={labels.chart(milesOnDay(first), milesOnDay(last))}
        >
          {scale.bands.map(({ x, width }) => (
            <rect key={x} x={x} y="0" width={width} height="100" fill={colour('fail-tint')} data-doubtful="" />
          ))}
          {scale.milesMarks.map(({ y }) => (
            <line key={y} x1="0" x2="100" y1={100 - y} y2={100 - y} stroke={colour('line')} strokeWidth="1" />
          ))}
          <polyline
            points={scale.points.map(({ x, y }) => `${x},${100 - y}`).join(' ')}
            fill="none"
            stroke={colour('brand')}
            strokeWidth="2.5"
            strokeLinejoin="round"
          />
        </Lines>
        {scale.milesMarks.map(({ y, label }) => (
          <MilesLabel key={label} style={{ bottom: `${y}%` }} aria-hidden="true">
            {label}
          </MilesLabel>
        ))}
        {scale.yearMarks.map(({ x, label }, index) => (
          <YearLabel key={label} data-spare={index % 2 === 1} style={{ left: `${x}%` }} aria-hidden="true">
            {label}
          </YearLabel>
        ))}
        {at === undefined ? null : <Hair style={{ left: `${at.x}%` }} />}
        <div role="listbox" aria-label={labels.readings(points.length)} aria-orientation="horizontal" onKeyDown={onKey}>
          {scale.points.map(({ x, y }, index) => {
            const reading = points[index];
            return reading === undefined ? null : (
              <Dot
                key={index}
                ref={(dot) => {
                  dots.current[index] = dot;
                }}
                role="option"
                $flagged={reading.flag !== null}
                aria-selected={index === marked}
                tabIndex={index === stop ? 0 : -1}
                aria-label={formatMileageReading(reading)}
                style={{ left: `${x}%`, bottom: `${y}%` }}
                onFocus={() => setShown(index)}
              />
            );
          })}
        </div>
      </Plot>
      {/* The focused reading is announced already. */}
      <Value aria-hidden="true">{point === undefined ? labels.pointed : formatMileageReading(point)}</Value>
      {stretches.length === 0 ? null : <MutedText>{labels.shaded}</MutedText>}
    </div>
  );
}

function nearest(points: readonly { x: number }[], x: number): number {
  const apart = points.map((point) => Math.abs(point.x - x));
  return apart.indexOf(Math.min(...apart));
}

/** The index of the reading that a key moves to; null for any other key. */
function moved(key: string, from: number, count: number): number | null {
  const to: Record<string, number> = {
    ArrowLeft: from - 1,
    ArrowDown: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from + 1,
    Home: 0,
    End: count - 1,
  };
  const index = to[key];
  return index === undefined ? null : Math.min(Math.max(index, 0), count - 1);
}
