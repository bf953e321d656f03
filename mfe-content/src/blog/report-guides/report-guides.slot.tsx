import type { FillerProps, SlotPlacing } from '@ve/contracts/slots';
import { Link } from '@ve/mfe-kit/router';
import { Card } from '@ve/ui/card/card';
import { Stack } from '@ve/ui/layout/layout';
import { StandaloneLink, TextLink } from '@ve/ui/link/link-style';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { colour, media, space, target } from '@ve/ui/theme/theme';
import { useId } from 'react';
import { styled } from 'styled-components';
import { articles } from '@ve/domain/messaging/articles';
import { guidesForFindings } from './guides-for-findings.ts';
import { messages } from './messages.en-gb.ts';

/** Fills the height of its slot. Hidden in print, where links are of no use. */
const OnScreen = styled.section`
  display: grid;
  ${media.print} {
    display: none;
  }
`;

const List = styled.ul`
  display: grid;
  gap: ${space[12]};
  list-style: none;
  & > li + li {
    padding-top: ${space[12]};
    border-top: 1px solid ${colour('line')};
  }
`;

const Title = styled(TextLink)`
  display: inline-block;
  padding-block: ${space[8]};
  font-weight: 600;
`;

interface Entry {
  id: number;
  title: string;
  text: string;
  readTime: string;
}

const More = styled.details`
  & > summary {
    display: flex;
    align-items: center;
    min-height: ${target};
    color: ${colour('brand')};
    font-weight: 600;
  }
`;

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <List role="list">
      {entries.map((entry) => (
        <li key={entry.id}>
          <Title as={Link} to={`/blog/${entry.id}`}>
            {entry.title}
          </Title>
          <Text>{entry.text}</Text>
          <MutedText>{entry.readTime}</MutedText>
        </li>
      ))}
    </List>
  );
}

/** Shows one guide and one line for any number of guides, which is the height that the page reserves. */
function Guides({ title, level, entries }: { title: string; level: SlotPlacing['headingLevel']; entries: Entry[] }) {
  const id = useId();
  const others = entries.slice(1);
  return (
    <OnScreen aria-labelledby={id}>
      <Card>
        <Stack $gap={4}>
          <Heading level={level} size="m" id={id}>
            {title}
          </Heading>
          <Entries entries={entries.slice(0, 1)} />
          {others.length === 0 ? (
            <StandaloneLink as={Link} to="/blog">
              {messages.all}
            </StandaloneLink>
          ) : (
            <More>
              <summary>{messages.more(others.length)}</summary>
              <Entries entries={others} />
            </More>
          )}
        </Stack>
      </Card>
    </OnScreen>
  );
}

/** The guides that match the report's findings; renders nothing if none does. */
export function ReportGuides({ verdict, findings, isChecked, headingLevel }: FillerProps<'report.after-checks/v2'>) {
  const entries = guidesForFindings({ verdict, findings, isChecked }).map(({ why, ...guide }) => ({
    ...guide,
    text: why,
  }));
  return entries.length === 0 ? null : <Guides title={messages.title} level={headingLevel} entries={entries} />;
}

/** For a report that does not pass its findings: how to read a report, and what else to check. */
export function GeneralGuides({ headingLevel }: FillerProps<'report.after-checks/v1'>) {
  const entries = articles
    .filter(({ id }) => id === 1 || id === 3)
    .map(({ id, title, excerpt, readTime }) => ({ id, title, text: excerpt, readTime }));
  return <Guides title={messages.general} level={headingLevel} entries={entries} />;
}
