import { colour, media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';

const Scene = styled.div`
  margin-top: ${space[48]};
  overflow: hidden;
  border-bottom: 1px solid ${colour('line')};
  svg {
    width: max(100%, 70rem);
    max-width: none;
    height: auto;
  }
  ${media.phone} {
    margin-top: ${space[32]};
    svg {
      width: 52rem;
      margin-left: -5rem;
    }
  }
  ${media.print} {
    display: none;
  }
`;

function Wheel({ x }: { x: number }) {
  return (
    <g>
      <circle cx={x} cy="76" r="14" fill={colour('text')} />
      <circle cx={x} cy="76" r="6.5" fill={colour('bg')} />
    </g>
  );
}

/** Decoration: a car seen from the side, on its road. */
export function RoadScene() {
  return (
    <Scene aria-hidden="true">
      <svg viewBox="0 0 1120 110" focusable="false">
        <path d="M0 90H1120" stroke={colour('text')} strokeWidth="2" />
        <path d="M0 101H1120" stroke={colour('line-strong')} strokeWidth="3" strokeDasharray="36 24" />
        <g transform="translate(150 0)">
          <path
            d="M4 78c-2-12 2-20 14-23l36-8c20-20 40-30 72-30h34c24 0 40 10 56 30l28 6c10 3 14 10 12 24h-14a20 20 0 0 0-40 0H88a20 20 0 0 0-40 0Z"
            fill={colour('brand')}
          />
          <path d="M70 46c14-13 28-19 48-20v20ZM126 26h34c15 1 26 8 37 20h-71Z" fill={colour('bg')} />
          <path d="M122 50v24" stroke={colour('bg')} strokeWidth="1.5" opacity="0.6" />
          <path d="M132 56h12" stroke={colour('bg')} strokeWidth="2.5" strokeLinecap="round" />
          <path d="M6 60h9v7H5z" fill={colour('plate')} />
          <path d="M246 58h10v6h-8z" fill={colour('bg')} />
          <Wheel x={68} />
          <Wheel x={222} />
        </g>
        <path d="M640 90V60M930 90V68" stroke={colour('line-strong')} strokeWidth="3" />
        <rect x="621" y="20" width="38" height="40" rx="4" fill={colour('plate-band')} />
        <path d="M640 26l6 11h-12zM633 41l6 11h-12zM647 41l6 11h-12z" fill="none" stroke="#fff" strokeWidth="1.75" />
        <path
          d="M930 32l21 36h-42z"
          fill={colour('surface')}
          stroke={colour('fail')}
          strokeWidth="4"
          strokeLinejoin="round"
        />
        <path d="M930 44v11M930 59v4" stroke={colour('text')} strokeWidth="3.5" />
      </svg>
    </Scene>
  );
}
