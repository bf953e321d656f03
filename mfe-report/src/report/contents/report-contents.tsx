import { scrollShadow, scrollIntoCenter } from '@ve/ui/tabs/scroll-shadow';
import { colour, fontSize, media, radius, space } from '@ve/ui/theme/theme';
import { createGlobalStyle, styled } from 'styled-components';
import { useIsLiveReport, useIsSampleReport } from '../kind/report-kind.ts';
import {
  costsSectionId,
  timelineSectionId,
  mileageSectionId,
  motHistorySectionId,
  pictureSectionId,
  SectionLink,
  reportTabsId,
  keepOrShareSectionId,
  viewingSectionId,
} from '../section-link.tsx';
import { reportContentsMessages as messages } from './messages.en-gb.ts';

/** Sticky only in windows of this height, since a report is many screens long; not on a page enlarged to 200 %. */
const roomy = '@media (min-height: 500px)';

/** Scrolls targets of links and of the focus to below the sticky row. */
const SpaceAbove = createGlobalStyle`
  ${roomy} {
    html {
      scroll-padding-top: 3.25rem;
    }
  }
`;

/**
 * One row, whose height is reserved before it loads; a narrow one scrolls sideways. The tabs cover it while their panel
 * scrolls, unless the focus is in it.
 */
const Row = styled.nav`
  ${roomy} {
    position: sticky;
    top: 0;
    z-index: 1;
    &:focus-within {
      z-index: 3;
    }
  }
  overflow-x: auto;
  background: ${scrollShadow};
  scrollbar-width: none;
  & > ul {
    display: flex;
    gap: ${space[4]};
    padding: 0;
    list-style: none;
  }
  & a {
    display: grid;
    align-content: center;
    min-height: 2.75rem;
    padding: 0 ${space[8]};
    border-radius: ${radius.control};
    color: ${colour('text')};
    font-size: ${fontSize[14]};
    text-decoration: underline;
    text-underline-offset: 0.2em;
    white-space: nowrap;
    ${media.wide} {
      padding: 0 ${space[4]};
    }
    &:hover {
      background: ${colour('sunken')};
    }
    /* The row's edges would cut a ring outside. */
    &:focus-visible {
      outline-offset: -3px;
    }
  }
  ${media.print} {
    display: none;
  }
`;

/** Links to the parts of the report, which is many screens long on a phone. */
export function ReportContentsLinks() {
  const isLive = useIsLiveReport();
  const isSample = useIsSampleReport();
  const parts = [
    { id: reportTabsId, name: messages.checks },
    { id: motHistorySectionId, name: messages.tests },
    { id: mileageSectionId, name: messages.mileage },
    ...(isLive || isSample ? [{ id: viewingSectionId, name: messages.viewing }] : []),
    { id: pictureSectionId, name: messages.picture },
    { id: costsSectionId, name: messages.costs },
    { id: timelineSectionId, name: messages.life },
    ...(isSample ? [] : [{ id: keepOrShareSectionId, name: messages.takeAlong }]),
  ];
  return (
    <>
      <SpaceAbove />
      <Row
        aria-label={messages.label}
        // A browser does not scroll to a partly visible link. A pressed link stays under the pointer.
        onFocus={({ currentTarget: row, target: link }) => {
          if (link.matches(':focus-visible')) scrollIntoCenter(row, link);
        }}
      >
        <ul role="list">
          {parts.map(({ id, name }) => (
            <li key={id}>
              <SectionLink to={{ id }}>{name}</SectionLink>
            </li>
          ))}
        </ul>
      </Row>
    </>
  );
}
