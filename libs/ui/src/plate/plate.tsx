import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { css, styled } from 'styled-components';
import { colour, font, mediaQueries, radius } from '../theme/tokens.ts';

export type PlateSize = 's' | 'm' | 'l';

const scale: Record<PlateSize, string> = { s: '1.25rem', m: '2rem', l: 'min(3rem, 18vw)' };

/** The colour, edge and font of a plate, for all components that draw one. */
export const plateStyle = css`
  background: ${colour('plate')};
  color: ${colour('plate-ink')};
  border: 1px solid ${colour('plate-edge')};
  border-radius: ${radius.plate};
  font-family: ${font.plate};
  font-weight: 600;
  letter-spacing: 0.02em;
`;

const greenFlash = css`
  position: relative;
  padding-left: 0.64em;
  &::before {
    content: '';
    position: absolute;
    inset: 0 auto 0 0;
    width: 0.36em;
    border-radius: 4px 0 0 4px;
    background: ${colour('plate-green')};
  }
`;

const Yellow = styled.span<{ $size: PlateSize; $green: boolean }>`
  ${plateStyle}
  display: inline-flex;
  align-items: center;
  max-width: 100%;
  padding: 0.08em 0.34em;
  font-size: ${({ $size }) => scale[$size]};
  line-height: 1.2;
  white-space: nowrap;
  ${({ $green }) => ($green ? greenFlash : '')}
  ${mediaQueries.print} {
    border-color: ${colour('plate-ink')};
    print-color-adjust: exact;
  }
`;

export interface PlateProps {
  /** As stored or typed; displayed with the spacing of its era. */
  registration: string;
  size?: PlateSize;
  /** Adds the green flash, which only vehicles without tailpipe emissions may have. */
  zeroEmission?: boolean;
}

/** A registration drawn as a rear plate. */
export function Plate({ registration, size = 'm', zeroEmission = false }: PlateProps) {
  return (
    <Yellow $size={size} $green={zeroEmission} translate="no">
      {formatRegistration(registration)}
    </Yellow>
  );
}
