import type { MileagePoint } from '@ve/domain/mileage/mileage-timeline';
import { formatDate } from '@ve/domain/time/format-date';
import { colour, fontSize, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { mileageMessages } from './messages.en-gb.ts';
import { chartScale } from './chart-scale.ts';

const Plot = styled.div`
  position: relative;
  container-type: inline-size;
  height: 14rem;
  margin: ${space[12]} ${space[16]} ${space[32]} ${space[48]};
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
  font-variant-numeric: tabular-nums;
  line-height: 1;
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

/** Every other one goes where all would touch: on the narrowest phones. */
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

const Dot = styled.span<{ $flagged: boolean }>`
  position: absolute;
  width: ${({ $flagged }) => ($flagged ? '14px' : '10px')};
  height: ${({ $flagged }) => ($flagged ? '14px' : '10px')};
  border: 2px solid ${colour('surface')};
  border-radius: ${({ $flagged }) => ($flagged ? '2px' : '50%')};
  background: ${({ $flagged }) => colour($flagged ? 'fail' : 'brand')};
  transform: translate(-50%, 50%) ${({ $flagged }) => ($flagged ? 'rotate(45deg)' : '')};
`;

/** Mileage over time. Flagged readings are diamonds. A visually hidden table gives screen readers the same data. */
export function MileageChart({ points }: { points: readonly MileagePoint[] }) {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const scale = chartScale(points);
  const miles = (point: MileagePoint) => point.miles.toLocaleString('en-GB');
  return (
    <Plot
      role="img"
      aria-label={mileageMessages.chart(formatDate(first.day), formatDate(last.day), miles(first), miles(last))}
    >
      <Lines viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
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
        <MilesLabel key={label} style={{ bottom: `${y}%` }}>
          {label}
        </MilesLabel>
      ))}
      {scale.yearMarks.map(({ x, label }, index) => (
        <YearLabel key={label} data-spare={index % 2 === 1} style={{ left: `${x}%` }}>
          {label}
        </YearLabel>
      ))}
      {scale.points.map(({ x, y }, index) => {
        const point = points[index];
        return point === undefined ? null : (
          <Dot
            key={index}
            $flagged={point.flag !== null}
            style={{ left: `${x}%`, bottom: `${y}%` }}
            title={`${formatDate(point.day)}: ${mileageMessages.miles(miles(point))}`}
          />
        );
      })}
    </Plot>
  );
}
