import type { FillerProps, SlotPlacing } from '@ve/contracts/slots';
import { Link } from '@ve/mfe-kit/router';
import { Card } from '@ve/ui/card/card';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Heading, Muted, Text } from '@ve/ui/text/text';
import { colour, media, space } from '@ve/ui/theme/theme';
import { useId } from 'react';
import { styled } from 'styled-components';
import { catalogue } from '../catalogue.ts';
import { guidesFor } from './guides-for.ts';
import { messages } from './messages.en-gb.ts';

/** Links lead nowhere on paper. */
const OnScreen = styled.section`
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

function Guides({ title, level, entries }: { title: string; level: SlotPlacing['headingLevel']; entries: Entry[] }) {
  const id = useId();
  return (
    <OnScreen aria-labelledby={id}>
      <Card>
        <Stack $gap={12}>
          <Heading level={level} size="m" id={id}>
            {title}
          </Heading>
          <List role="list">
            {entries.map((entry) => (
              <li key={entry.id}>
                <Title as={Link} to={`/blog/${entry.id}`}>
                  {entry.title}
                </Title>
                <Text>{entry.text}</Text>
                <Muted>{entry.readTime}</Muted>
              </li>
            ))}
          </List>
        </Stack>
      </Card>
    </OnScreen>
  );
}

/** Our guides that fit what the report found; nothing where none does. */
export function ReportGuides({ verdict, findings, isChecked, headingLevel }: FillerProps<'report.after-checks/v2'>) {
  const entries = guidesFor({ verdict, findings, isChecked }).map(({ why, ...guide }) => ({ ...guide, text: why }));
  return entries.length === 0 ? null : <Guides title={messages.title} level={headingLevel} entries={entries} />;
}

/** For a report that does not say what it found: how to read one, and what to look at beside it. */
export function GeneralGuides({ headingLevel }: FillerProps<'report.after-checks/v1'>) {
  const entries = catalogue
    .filter(({ id }) => id === 1 || id === 3)
    .map(({ id, title, excerpt, readTime }) => ({ id, title, text: excerpt, readTime }));
  return <Guides title={messages.general} level={headingLevel} entries={entries} />;
}
