import { Stack } from '@ve/ui/layout/layout';
import { media } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';

/** The button with what belongs to it; it is of no use on paper. */
export const UnlockArea = styled(Stack)`
  width: 100%;
  ${media.print} {
    display: none;
  }
`;
