import { colour } from '@ve/ui/theme/theme';

export function BlankPlateDrawing({ x, y, width }: { x: number; y: number; width: number }) {
  const height = width / 4;
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect
        width={width}
        height={height}
        rx="5"
        fill={colour('plate')}
        stroke={colour('plate-edge')}
        strokeWidth="1.5"
      />
      <rect width={width / 9} height={height} rx="4" fill={colour('plate-band')} />
      <path
        d={`M${width * 0.22} ${height / 2}h${width * 0.28}M${width * 0.58} ${height / 2}h${width * 0.32}`}
        stroke={colour('plate-ink')}
        strokeWidth={height * 0.34}
      />
    </g>
  );
}

type Mark = 'pass' | 'warn' | 'fail' | 'unknown';

const signs: Record<Mark, string> = {
  pass: 'M-5 0l4 4 7-8',
  warn: 'M0-6v7M0 5v1',
  fail: 'M-4-4l8 8M4-4l-8 8',
  unknown: 'M-4 0h8',
};

/** A round status mark, as before each line of a report. */
export function RoundMarkDrawing({ x, y, mark }: { x: number; y: number; mark: Mark }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle
        r="12"
        fill={colour(`${mark}-tint`)}
        stroke={colour(mark)}
        strokeWidth="2"
        strokeDasharray={mark === 'unknown' ? '4 3' : 'none'}
      />
      <path
        d={signs[mark]}
        fill="none"
        stroke={colour(mark)}
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
  );
}

export function SheetDrawing({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return (
    <rect
      x={x}
      y={y}
      width={width}
      height={height}
      rx="8"
      fill={colour('surface')}
      stroke={colour('line-strong')}
      strokeWidth="2"
    />
  );
}

export function RoadDrawing({ y }: { y: number }) {
  return (
    <g>
      <path d={`M0 ${y}H640`} stroke={colour('text')} strokeWidth="2" />
      <path d={`M0 ${y + 14}H640`} stroke={colour('line-strong')} strokeWidth="3" strokeDasharray="36 24" />
    </g>
  );
}
