import { colour, media, space } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  ${media.wide} {
    grid-template-columns: minmax(20rem, 30%) minmax(0, 1fr);
    align-items: start;
    gap: ${space[48]};
  }
`;

/** In a lower window the rail scrolls with the page: its pinned parts would cover the rest. */
const tall = `${media.wide} and (min-height: 500px)`;

const Sidebar = styled.div`
  display: flex;
  flex-direction: column;
  min-width: 0;
  ${media.wide} {
    gap: ${space[16]};
  }
  ${tall} {
    position: sticky;
    top: ${space[24]};
    gap: 0;
    max-height: calc(100dvh - ${space[48]});
  }
`;

const Body = styled.div`
  display: grid;
  /* A card that clips what it holds would give way to the rail's height instead of having it scroll. */
  grid-auto-rows: max-content;
  gap: ${space[16]};
  width: 100%;
  min-width: 0;
  ${tall} {
    min-height: 8rem;
    /* Room for focus rings, which a scroll container would clip. */
    margin: -${space[8]};
    padding: ${space[8]};
    width: calc(100% + 2 * ${space[8]});
    overflow-y: auto;
    scrollbar-width: thin;
    /* What is focused does not stop below the foot, which lies over it at the top of the page. */
    & a {
      scroll-margin-bottom: 16rem;
    }
  }
`;

/** Always visible: below the rail's content, and at the foot of the window while the rail starts below it. */
const Foot = styled.div`
  flex: none;
  ${tall} {
    position: sticky;
    bottom: 0;
    z-index: 1;
    padding-block: ${space[24]} ${space[16]};
    background: linear-gradient(to bottom, transparent, ${colour('bg')} ${space[16]});
  }
  ${media.print} {
    display: none;
  }
`;

/* Not a grid, in which an item is sticky only within its own row. */
const Scrolling = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[16]};
  min-width: 0;
  & > * {
    min-width: 0;
  }
  & section > :first-child:has(> h2) {
    gap: ${space[4]};
    margin-bottom: ${space[8]};
  }
  & :is(section, [role='tabpanel']) dl > div {
    padding-block: ${space[8]};
  }
  & li dl > div {
    padding-block: 0 !important;
  }
  ${media.phone} {
    gap: ${space[12]};
  }
  & [role='tabpanel'] {
    padding-top: ${space[12]};
  }
`;

interface ReportGridProps {
  rail: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * The report's layout: on a desktop the rail is sticky while the rest scrolls, with the actions at its foot; on a phone
 * it comes first.
 */
export function ReportGrid({ rail, actions = null, children }: ReportGridProps) {
  return (
    <Columns>
      <Sidebar>
        <Body>{rail}</Body>
        {actions === null ? null : <Foot>{actions}</Foot>}
      </Sidebar>
      <Scrolling data-columns="">{children}</Scrolling>
    </Columns>
  );
}
