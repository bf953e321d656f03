import type { RecurringAdvisory } from '@ve/domain/vehicle/mot/recurring-advisories';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { Stack } from '@ve/ui/layout/layout';
import { Heading, Muted } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { historyMessages } from './messages.en-gb.ts';

const Parts = styled.ul`
  display: grid;
  gap: ${space[8]};
  && {
    padding-left: 1.2em;
    list-style: disc;
  }
`;

/** The recurring advisories, by part and side; renders nothing if there are none. */
export function RecurringAdvisoriesList({ parts }: { parts: readonly RecurringAdvisory[] }) {
  const words = historyMessages.repeats;
  if (parts.length === 0) return null;
  const groups = [
    { title: words.now, members: parts.filter(({ isCurrent }) => isCurrent) },
    { title: words.before, members: parts.filter(({ isCurrent }) => !isCurrent) },
  ].filter(({ members }) => members.length > 0);
  return (
    <Stack $gap={8}>
      <Heading level={3} size="s">
        {words.title}
      </Heading>
      {groups.map(({ title, members }) => (
        <div key={title}>
          <Muted>{title}</Muted>
          <Parts aria-label={title}>
            {members.map(({ part, words: partLabel, motsInARow, from, to }, index) => (
              <li key={index}>
                <strong>{part}</strong>, {words.line(motsInARow, formatDate(from), formatDate(to))}
                <Muted as="div">{partLabel}</Muted>
              </li>
            ))}
          </Parts>
        </div>
      ))}
    </Stack>
  );
}
