import type { FullVdiRow } from '@ve/domain/full-check/full-vdi-rows';
import type { SourcedDatum } from '@ve/domain/vehicle/record/datum';
import type { DatumTone } from '@ve/domain/vehicle/facts/state-labels';
import type { FreeVdiRow } from '@ve/domain/full-check/vdi-rows';
import type { ListedFact } from '@ve/ui/fact-list/fact-list';
import { StatusBadge } from '@ve/ui/status/status';
import { colour, fontSize, space } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { DisputedDatum } from '../dispute/dispute-subject.ts';
import { ReportFacts } from '../sample/report-facts.tsx';

const Lines = styled.ul`
  display: grid;
  gap: ${space[4]};
  margin-top: ${space[8]};
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
  font-weight: 400;
  line-height: 1.45;
`;

interface CheckRow extends SourcedDatum {
  label: string;
  tone: DatumTone;
  details: readonly string[];
}

export function DetailLines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Lines className="details">
      {lines.map((line, index) => (
        // Two entries of a register may have the same text.
        <li key={index}>{line}</li>
      ))}
    </Lines>
  );
}

/** A count is neither good nor bad. */
const isCount = (value: string) => /^\d+$/.test(value);

function factOf({ label, tone, details, value, ...datum }: CheckRow, extra: ReactNode): ListedFact {
  const lines = (
    <>
      <DetailLines lines={details} />
      {extra}
    </>
  );
  if (value === null) {
    return { ...datum, label, value: null, ...(details.length === 0 && extra == null ? {} : { extra: lines }) };
  }
  return {
    ...datum,
    label,
    value: isCount(value) ? value : <StatusBadge tone={tone}>{value}</StatusBadge>,
    extra: lines,
  };
}

interface CheckRowsProps {
  rows: readonly CheckRow[];
  /** Content below a row's value, by the row's label. */
  extra?: Readonly<Record<string, ReactNode>>;
}

/** The rows of a check: each a status as icon, word and tint with its details, or why it is not available. */
export function CheckRows({ rows, extra = {} }: CheckRowsProps) {
  return <ReportFacts facts={rows.map((row) => factOf(row, extra[row.label]))} />;
}

/** The rows as data that can be disputed. */
export const toDisputedData = (rows: readonly (FreeVdiRow | FullVdiRow)[]): DisputedDatum[] =>
  rows.map(({ label, section, value, source, at }) => ({ label, section, value, source, at }));
