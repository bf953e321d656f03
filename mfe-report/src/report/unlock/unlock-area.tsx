import { Stack } from '@ve/ui/layout/layout';
import { Muted } from '@ve/ui/text/text';
import { media } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** The button with what belongs to it; it is of no use on paper. */
export const UnlockArea = styled(Stack)`
  width: 100%;
  ${media.print} {
    display: none;
  }
`;

/** What the check tells and costs; in the phone's bar only the price. */
export function Words({ isShort, short, children }: { isShort: boolean; short: string; children: ReactNode }) {
  return <Muted>{isShort ? short : children}</Muted>;
}
