import { colour } from '@ve/ui/theme/theme';

const width = 360;
const height = 64;
const margin = 6;

export interface MileageSparklineProps {
  /** Odometer readings in miles, oldest first; at least two. */
  miles: readonly number[];
  label: string;
}

/**
 * A sparkline of odometer readings, evenly spaced. A fall is red and ends in a filled point; the label and the text next
 * to it state the fall.
 */
export function MileageSparkline({ miles, label }: MileageSparklineProps) {
  const low = Math.min(...miles);
  const span = Math.max(...miles) - low || 1;
  const points = miles.map((value, index) => ({
    x: Math.round(margin + (index / Math.max(1, miles.length - 1)) * (width - 2 * margin)),
    y: Math.round(height - margin - ((value - low) / span) * (height - 2 * margin)),
  }));
  const isFallAt = (index: number) => (miles[index] ?? 0) < (miles[index - 1] ?? 0);
  const inkAt = (index: number) => colour(isFallAt(index) ? 'fail' : 'brand');
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width="100%" role="img" aria-label={label}>
      <path d={`M0 ${height - 0.5}H${width}`} stroke={colour('line')} />
      {points.map(({ x, y }, index) => {
        const next = points[index + 1];
        return (
          <g key={x} strokeWidth="2">
            {next === undefined ? null : <path d={`M${x} ${y}L${next.x} ${next.y}`} stroke={inkAt(index + 1)} />}
            <circle
              cx={x}
              cy={y}
              r="3.5"
              stroke={inkAt(index)}
              fill={isFallAt(index) ? inkAt(index) : colour('surface')}
            />
          </g>
        );
      })}
    </svg>
  );
}
