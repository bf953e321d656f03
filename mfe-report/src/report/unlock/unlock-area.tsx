import { Stack } from '@ve/ui/layout/layout';
import { media } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';

/** The unlock button with its notes; hidden in print. */
export const FullCheckUnlockArea = styled(Stack)`
  width: 100%;
  ${media.print} {
    display: none;
  }
`;
