import { media } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';

/** As high as what is expected in it, at least; nothing on paper, where nothing can be waited for. */
export const ReservedHeight = styled.div<{ $height: string }>`
  min-height: ${({ $height }) => $height};
  ${media.print} {
    min-height: 0;
  }
`;
