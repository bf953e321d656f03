import type { OutboxSummary } from '@ve/contracts/http/operations/admin-operations';
import { FactList } from '@ve/ui/fact-list/fact-list';
import { formatDuration } from '../platform/duration.ts';
import { messages } from './messages.en-gb.ts';
import { useOutboxSummary } from './operations.query.ts';
import { OperationsSection } from './operations-section.tsx';

const textOf = ({ count, oldestSeconds }: OutboxSummary['unrelayed']): string =>
  count === 0 ? messages.rows(0) : `${messages.rows(count)}, ${messages.oldestAge(formatDuration(oldestSeconds))}`;

const toFacts = ({ unrelayed, unfinished, deadLetters }: OutboxSummary) => [
  { label: messages.unrelayed, value: textOf(unrelayed) },
  { label: messages.unfinished, value: textOf(unfinished) },
  {
    label: messages.toReview,
    value: deadLetters.isMore ? messages.moreThan(deadLetters.total) : messages.rows(deadLetters.total),
  },
];

export function OutboxSection() {
  return (
    <OperationsSection title={messages.outbox} query={useOutboxSummary()}>
      {(data) => <FactList facts={toFacts(data)} />}
    </OperationsSection>
  );
}
