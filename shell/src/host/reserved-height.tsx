import { media } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';

/** Reserves the height of content that is still loading. Not in print, where nothing more loads. */
export const ReservedHeight = styled.div<{ $height: string }>`
  min-height: ${({ $height }) => $height};
  ${media.print} {
    min-height: 0;
  }
`;
