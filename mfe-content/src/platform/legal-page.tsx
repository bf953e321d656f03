import { formatDateShort } from '@ve/domain/kernel/time/format-date';
import { PageHead } from '@ve/mfe-kit/page-head';
import { TextLink } from '@ve/ui/link/link-style';
import { Page } from '@ve/ui/layout/layout';
import { TabularNumbers, Heading, MutedText } from '@ve/ui/text/text';
import { colour, media, space, target } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { PageIntro } from './page-intro.tsx';
import { ContentBlocks } from './content-blocks.tsx';
import { legalTextsEffectiveFrom } from './service-details.ts';
import type { LegalText } from './legal-text.ts';

const Columns = styled.div`
  display: grid;
  gap: ${space[48]};
  ${media.wide} {
    grid-template-columns: minmax(0, 18rem) minmax(0, 1fr);
  }
  ${media.phone} {
    gap: ${space[32]};
  }
  ${media.print} {
    display: block;
  }
`;

const Contents = styled.nav`
  ol {
    display: grid;
  }
  a {
    display: flex;
    align-items: center;
    min-height: ${target};
    text-decoration: none;
  }
  a:hover {
    text-decoration: underline;
  }
  li {
    border-bottom: 1px solid ${colour('line')};
  }
  ${media.wide} {
    position: sticky;
    top: ${space[24]};
    align-self: start;
  }
  ${media.print} {
    display: none;
  }
`;

const Sections = styled.div`
  display: grid;
  gap: ${space[48]};
  min-width: 0;
  section {
    display: grid;
    gap: ${space[16]};
    min-width: 0;
  }
`;

const Changes = styled.dl`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space[8]} ${space[24]};
  max-width: 68ch;
`;

const changesId = 'changes';

interface LegalPageProps {
  legal: LegalText;
  /** A part above the first section, with its entries in the table of contents. */
  opening?: { entries: readonly { id: string; title: string }[]; parts: ReactNode };
}

/** A legal text with its table of contents next to it. */
export function LegalPage({ legal, opening }: LegalPageProps) {
  const { title, description, path, lead, sections, changes } = legal;
  const entries = [...(opening?.entries ?? []), ...sections, { id: changesId, title: 'Changes to this page' }];
  return (
    <Page>
      <PageHead title={title} description={description} path={path} />
      <PageIntro title={title} lead={lead}>
        <MutedText>Effective date: {formatDateShort(legalTextsEffectiveFrom)}</MutedText>
        <MutedText>Last changed: {formatDateShort(changes[0]?.date ?? legalTextsEffectiveFrom)}</MutedText>
      </PageIntro>
      <Columns>
        <Contents aria-label="On this page">
          <ol className="contents">
            {entries.map(({ id, title: name }) => (
              <li key={id}>
                <TextLink href={`#${id}`}>{name}</TextLink>
              </li>
            ))}
          </ol>
        </Contents>
        <Sections>
          {opening?.parts}
          {sections.map(({ id, title: name, blocks }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <Heading level={2} id={`${id}-title`}>
                {name}
              </Heading>
              <ContentBlocks blocks={blocks} level={3} />
            </section>
          ))}
          <section id={changesId} aria-labelledby={`${changesId}-title`}>
            <Heading level={2} id={`${changesId}-title`}>
              Changes to this page
            </Heading>
            <Changes>
              {changes.map(({ date, what }) => [
                <dt key={date}>
                  <TabularNumbers>{formatDateShort(date)}</TabularNumbers>
                </dt>,
                <dd key={`${date} what`}>{what}</dd>,
              ])}
            </Changes>
          </section>
        </Sections>
      </Columns>
    </Page>
  );
}
