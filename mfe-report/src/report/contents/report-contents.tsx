import { moreBeyond, scrollToMiddle } from '@ve/ui/tabs/more-beyond';
import { colour, fontSize, media, radius, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { useIsLive, useIsSample } from '../kind/report-kind.ts';
import {
  costsId,
  lifeId,
  mileageId,
  motHistoryId,
  pictureId,
  SectionLink,
  tabsId,
  takeAlongId,
  viewingId,
} from '../section-link.tsx';
import { contentsMessages as words } from './messages.en-gb.ts';

/** One row, of a height that is reserved before it loads; where it is too narrow it scrolls sideways. */
const Row = styled.nav`
  min-width: 0;
  overflow-x: auto;
  background: ${moreBeyond};
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

/** Links to the report's parts, which are many screens long on a phone. */
export function ReportContents() {
  const isLive = useIsLive();
  const isSample = useIsSample();
  const parts = [
    { id: tabsId, name: words.checks },
    { id: motHistoryId, name: words.tests },
    { id: mileageId, name: words.mileage },
    { id: lifeId, name: words.life },
    { id: pictureId, name: words.picture },
    { id: costsId, name: words.costs },
    ...(isLive || isSample ? [{ id: viewingId, name: words.viewing }] : []),
    ...(isSample ? [] : [{ id: takeAlongId, name: words.takeAlong }]),
  ];
  return (
    <Row
      aria-label={words.label}
      // A browser leaves a link as it is that is partly in sight. One that is pressed stays under the pointer.
      onFocus={({ currentTarget: row, target: link }) => {
        if (link.matches(':focus-visible')) scrollToMiddle(row, link);
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
  );
}
