import { media, space } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[24]};
  ${media.wide} {
    grid-template-columns: minmax(20rem, 34%) minmax(0, 1fr);
    align-items: start;
    gap: ${space[48]};
  }
`;

const Rail = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[16]};
  min-width: 0;
  ${media.wide} {
    position: sticky;
    top: ${space[24]};
    max-height: calc(100dvh - ${space[48]});
    /* Room for focus rings, which a scroll container would clip. */
    margin: -${space[8]};
    padding: ${space[8]} ${space[8]} ${space[24]};
    overflow-y: auto;
    scroll-padding-bottom: ${space[32]};
    /* What is cut there goes on below. */
    mask-image: linear-gradient(to top, transparent, #000 ${space[24]});
  }
`;

const Scrolling = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[32]};
  min-width: 0;
`;

/** The report's layout: on a desktop the rail is sticky while the rest scrolls, on a phone it comes first. */
export function ReportGrid({ rail, children }: { rail: ReactNode; children: ReactNode }) {
  return (
    <Columns>
      <Rail>{rail}</Rail>
      <Scrolling data-columns="">{children}</Scrolling>
    </Columns>
  );
}
