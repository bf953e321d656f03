import { colour } from '@ve/ui/theme/theme';

function Wheel({ x }: { x: number }) {
  return (
    <g>
      <circle cx={x} cy="76" r="14" fill={colour('text')} />
      <circle cx={x} cy="76" r="6.5" fill={colour('sunken')} />
    </g>
  );
}

/** A car from the side, 270 by 90, standing on y = 90. */
export function Car({ x, y, scale = 1 }: { x: number; y: number; scale?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path
        d="M4 78c-2-12 2-20 14-23l36-8c20-20 40-30 72-30h34c24 0 40 10 56 30l28 6c10 3 14 10 12 24h-14a20 20 0 0 0-40 0H88a20 20 0 0 0-40 0Z"
        fill={colour('brand')}
      />
      <path d="M70 46c14-13 28-19 48-20v20ZM126 26h34c15 1 26 8 37 20h-71Z" fill={colour('sunken')} />
      <path d="M122 50v24" stroke={colour('sunken')} strokeWidth="1.5" opacity="0.6" />
      <path d="M132 56h12" stroke={colour('sunken')} strokeWidth="2.5" strokeLinecap="round" />
      <path d="M6 60h9v7H5z" fill={colour('plate')} />
      <path d="M246 58h10v6h-8z" fill={colour('sunken')} />
      <Wheel x={68} />
      <Wheel x={222} />
    </g>
  );
}

/** A yellow plate without a number. */
export function BlankPlate({ x, y, width }: { x: number; y: number; width: number }) {
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

/** A round mark, as a report sets one before each line. */
export function RoundMark({ x, y, mark }: { x: number; y: number; mark: Mark }) {
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

/** A sheet of paper with lines on it. */
export function Sheet({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
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

/** The road that pictures stand on. */
export function Road({ y }: { y: number }) {
  return (
    <g>
      <path d={`M0 ${y}H640`} stroke={colour('text')} strokeWidth="2" />
      <path d={`M0 ${y + 14}H640`} stroke={colour('line-strong')} strokeWidth="3" strokeDasharray="36 24" />
    </g>
  );
}
