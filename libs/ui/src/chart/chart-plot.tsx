import { styled } from 'styled-components';
import type { PointerEventHandler, ReactNode } from 'react';
import { colour, fontSize, space } from '../theme/tokens.ts';

const Box = styled.div<{ $inset: string }>`
  position: relative;
  height: 10rem;
  margin: ${space[12]} 0 ${space[4]} ${({ $inset }) => $inset};
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
  font-variant-numeric: tabular-nums;
  line-height: 1;
  touch-action: pan-y;
  print-color-adjust: exact;
`;

/** Stretched to fill its box: strokes do not scale, and labels are HTML outside the SVG. */
const Drawing = styled.svg`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  overflow: visible;
  forced-color-adjust: none;
  * {
    vector-effect: non-scaling-stroke;
  }
`;

const Tick = styled.span`
  position: absolute;
  right: 100%;
  padding-right: ${space[8]};
  white-space: nowrap;
  transform: translateY(50%);
`;

const Ends = styled.div<{ $inset: string }>`
  display: flex;
  justify-content: space-between;
  gap: ${space[8]};
  margin-left: ${({ $inset }) => $inset};
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
  font-variant-numeric: tabular-nums;
`;

export interface ChartPlotProps {
  /** The accessible name, as a sentence. */
  label: string;
  /** The width of the axis' labels: `3.25rem`. */
  inset: string;
  /** Values with a line and a label. */
  ticks: readonly number[];
  showTick: (value: number) => string;
  /** Maps a value to its height, from 0 to 100. */
  up: (value: number) => number;
  /** The labels below the first and the last value. */
  ends: readonly [first: string, last: string];
  onPoint?: PointerEventHandler<HTMLDivElement>;
  /** Shapes in a square of 100, with its origin at the top left: below the lines of the axis, and above. */
  below?: ReactNode;
  children: ReactNode;
}

/** The drawn part of a chart: an axis with its labels, and shapes that stretch with the box. */
export function ChartPlot({ label, inset, ticks, showTick, up, ends, onPoint, below, children }: ChartPlotProps) {
  return (
    <>
      <Box role="img" aria-label={label} $inset={inset} onPointerMove={onPoint} onPointerDown={onPoint}>
        <Drawing viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {below}
          {ticks.map((tick) => (
            <line
              key={tick}
              x1="0"
              x2="100"
              y1={100 - up(tick)}
              y2={100 - up(tick)}
              stroke={colour(tick === 0 ? 'line-strong' : 'line')}
              strokeWidth="1"
            />
          ))}
          {children}
        </Drawing>
        {ticks.map((tick) => (
          <Tick key={tick} aria-hidden="true" style={{ bottom: `${up(tick)}%` }}>
            {showTick(tick)}
          </Tick>
        ))}
      </Box>
      <Ends aria-hidden="true" $inset={inset}>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </Ends>
    </>
  );
}
