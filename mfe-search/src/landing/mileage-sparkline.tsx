import { colour } from '@ve/ui/theme/theme';

const width = 360;
const height = 64;
const margin = 6;

export interface MileageSparklineProps {
  /** Odometer readings in miles, oldest first; at least two. */
  miles: readonly number[];
  label: string;
}

/** A sparkline of odometer readings, evenly spaced. */
export function MileageSparkline({ miles, label }: MileageSparklineProps) {
  const low = Math.min(...miles);
  const span = Math.max(...miles) - low || 1;
  const points = miles.map((value, index) => ({
    x: margin + (index / Math.max(1, miles.length - 1)) * (width - 2 * margin),
    y: height - margin - ((value - low) / span) * (height - 2 * margin),
  }));
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width="100%" role="img" aria-label={label}>
      <path d={`M0 ${height - 0.5}H${width}`} stroke={colour('line')} />
      <polyline
        points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        fill="none"
        stroke={colour('brand')}
        strokeWidth="2"
        strokeLinejoin="round"
      />
      {points.map(({ x, y }) => (
        <circle
          key={x}
          cx={x.toFixed(1)}
          cy={y.toFixed(1)}
          r="3.5"
          fill={colour('surface')}
          stroke={colour('brand')}
          strokeWidth="2"
        />
      ))}
    </svg>
  );
}
