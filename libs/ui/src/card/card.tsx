import { styled } from 'styled-components';
import { colour, mediaQueries, radius, space } from '../theme/tokens.ts';

/** A card. `$tone="sunken"` for recessed content, `$floating` for overlays. */
export const Card = styled.div<{ $tone?: 'surface' | 'sunken'; $floating?: boolean; $padding?: 16 | 24 | 32 }>`
  min-width: 0;
  padding: ${({ $padding }) => space[$padding ?? 24]};
  border: 1px solid ${colour('line')};
  border-radius: ${radius.card};
  background: ${({ $tone }) => colour($tone ?? 'surface')};
  ${({ $floating }) => ($floating ? `box-shadow: 0 12px 32px -12px ${colour('shadow')};` : '')}
  ${mediaQueries.phone} {
    padding: ${({ $padding }) => space[$padding === 16 ? 12 : 16]};
  }
  ${mediaQueries.print} {
    break-inside: avoid;
    box-shadow: none;
  }
`;
