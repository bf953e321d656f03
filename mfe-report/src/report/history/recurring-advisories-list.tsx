import type { RecurringAdvisory } from '@ve/domain/vehicle/mot/recurring-advisories';
import { formatDateShort } from '@ve/domain/kernel/time/format-date';
import { MutedText } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { FoldableDetails } from '../fold.tsx';
import { motHistoryMessages } from './messages.en-gb.ts';

const Parts = styled.ul`
  display: grid;
  gap: ${space[8]};
  && {
    padding-left: 1.2em;
    list-style: disc;
  }
`;

/** The repeat advisories that the latest MOT no longer gave, by part and side; renders nothing if there are none. */
export function PastRecurringAdvisoriesList({ parts }: { parts: readonly RecurringAdvisory[] }) {
  const labels = motHistoryMessages.repeats;
  const before = parts.filter(({ isCurrent }) => !isCurrent);
  if (before.length === 0) return null;
  return (
    <FoldableDetails summary={labels.before(before.length)}>
      <Parts aria-label={labels.title}>
        {before.map(({ part, words: noted, motsInARow, days }, index) => (
          <li key={index}>
            <strong>{part}</strong>, {labels.line(motsInARow, days.map(formatDateShort).join(', '))}
            <MutedText as="div">{noted}</MutedText>
          </li>
        ))}
      </Parts>
    </FoldableDetails>
  );
}
