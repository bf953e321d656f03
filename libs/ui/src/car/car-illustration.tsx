import { colour, type ColourToken } from '../theme/tokens.ts';

function Wheel({ x, behind }: { x: number; behind: ColourToken }) {
  return (
    <g>
      <circle cx={x} cy="76" r="14" fill={colour('text')} />
      <circle cx={x} cy="76" r="6.5" fill={colour(behind)} />
    </g>
  );
}

export interface CarIllustrationProps {
  x: number;
  y: number;
  scale?: number;
  /** The colour of the background, which its windows show. */
  behind: ColourToken;
}

/** A car from the side, for use inside an `svg`: 270 by 90, with its wheels on y = 90. */
export function CarIllustration({ x, y, scale = 1, behind }: CarIllustrationProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path
        d="M4 78c-2-12 2-20 14-23l36-8c20-20 40-30 72-30h34c24 0 40 10 56 30l28 6c10 3 14 10 12 24h-14a20 20 0 0 0-40 0H88a20 20 0 0 0-40 0Z"
        fill={colour('brand')}
      />
      <path d="M70 46c14-13 28-19 48-20v20ZM126 26h34c15 1 26 8 37 20h-71Z" fill={colour(behind)} />
      <path d="M122 50v24" stroke={colour(behind)} strokeWidth="1.5" opacity="0.6" />
      <path d="M132 56h12" stroke={colour(behind)} strokeWidth="2.5" strokeLinecap="round" />
      <path d="M6 60h9v7H5z" fill={colour('plate')} />
      <path d="M246 58h10v6h-8z" fill={colour(behind)} />
      <Wheel x={68} behind={behind} />
      <Wheel x={222} behind={behind} />
    </g>
  );
}
