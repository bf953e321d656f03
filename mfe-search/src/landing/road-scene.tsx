import { CarIllustration } from '@ve/ui/car/car-illustration';
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

/* Viewport widths differ; a sign is shown completely or not at all. */
const NearSign = styled.g`
  ${media.phone} {
    transform: translateX(-132px);
  }
`;

const FarSign = styled.g`
  display: none;
  ${media.wide} {
    display: inline;
  }
`;

/** Decoration: a car in side view on a road. */
export function RoadScene() {
  return (
    <Scene aria-hidden="true">
      <svg viewBox="0 0 1120 110" focusable="false">
        <path d="M0 90H1120" stroke={colour('text')} strokeWidth="2" />
        <path d="M0 101H1120" stroke={colour('line-strong')} strokeWidth="3" strokeDasharray="36 24" />
        <CarIllustration x={150} y={0} behind="bg" />
        <NearSign>
          <path d="M640 90V60" stroke={colour('line-strong')} strokeWidth="3" />
          <rect x="621" y="20" width="38" height="40" rx="4" fill={colour('plate-band')} />
          <path d="M640 26l6 11h-12zM633 41l6 11h-12zM647 41l6 11h-12z" fill="none" stroke="#fff" strokeWidth="1.75" />
        </NearSign>
        <FarSign>
          <path d="M930 90V68" stroke={colour('line-strong')} strokeWidth="3" />
          <path
            d="M930 32l21 36h-42z"
            fill={colour('surface')}
            stroke={colour('fail')}
            strokeWidth="4"
            strokeLinejoin="round"
          />
          <path d="M930 44v11M930 59v4" stroke={colour('text')} strokeWidth="3.5" />
        </FarSign>
      </svg>
    </Scene>
  );
}
