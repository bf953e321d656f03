import type { AdditionalCheck } from '@ve/domain/full-check/additional-checks';
import type { SourcedDatum } from '@ve/domain/vehicle/record/datum';
import { FactList } from '@ve/ui/fact-list/fact-list';
import { Row, Stack } from '@ve/ui/layout/layout';
import { StatusBadge, type StatusTone } from '@ve/ui/status/status';
import { Heading, MutedText } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';

interface CheckRow extends SourcedDatum {
  label: string;
  tone: StatusTone;
  details: readonly string[];
}

/** A count is neither good nor bad. */
const isCount = (value: string) => /^\d+$/.test(value);

/** The rows of a check with source and time, as the customer reads them. */
export const FullCheckFacts = ({ rows }: { rows: readonly CheckRow[] }) => (
  <FactList
    facts={rows.map(({ tone, details, value, ...row }) => ({
      ...row,
      value: value === null || isCount(value) ? value : <StatusBadge tone={tone}>{value}</StatusBadge>,
      // Two entries of a register may have the same text.
      extra: details.map((line, index) => <MutedText key={index}>{line}</MutedText>),
    }))}
  />
);

/** The entries of the registers: thefts, losses, agreements, notes. */
export function RegisterEntries({ check: { name, status, tone, why, details, note } }: { check: AdditionalCheck }) {
  return (
    <Stack $gap={8}>
      <Row $justify="between">
        <Heading level={3} size="s">
          {name}
        </Heading>
        <StatusBadge tone={tone}>{status ?? messages.states.unavailable}</StatusBadge>
      </Row>
      {why === null ? null : <MutedText>{why}</MutedText>}
      {details.map(({ title, rows }, index) => (
        <div key={index}>
          {title === null ? null : <strong>{title}</strong>}
          <FactList
            sources="none"
            facts={rows.map(({ label, value }) => ({ label, value: value ?? messages.notRecorded }))}
          />
        </div>
      ))}
      {note === null ? null : <MutedText>{note}</MutedText>}
    </Stack>
  );
}
