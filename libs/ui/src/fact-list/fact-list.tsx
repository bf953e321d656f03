import type { SourceName } from '@ve/domain/vehicle/record/vehicle-record';
import { styled } from 'styled-components';
import type { ReactNode } from 'react';
import { colour, fontSize, mediaQueries, space } from '../theme/tokens.ts';
import { StatusBadge } from '../status/status.tsx';
import { SourceNote } from './source-note.tsx';
import { PendingSources } from './pending-sources.tsx';

const List = styled.dl<{ $columns: 1 | 2 }>`
  display: grid;
  grid-template-columns: 1fr;
  column-gap: ${space[48]};
  ${mediaQueries.desktop} {
    grid-template-columns: repeat(${({ $columns }) => $columns}, minmax(0, 1fr));
  }
`;

const Row = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  align-items: baseline;
  gap: ${space[4]} ${space[16]};
  padding-block: ${space[12]};
  border-bottom: 1px solid ${colour('line')};
  ${mediaQueries.print} {
    break-inside: avoid;
    padding-block: ${space[4]};
  }
`;

const Label = styled.dt`
  color: ${colour('muted')};
`;

const Value = styled.dd`
  min-width: 0;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`;

const Small = styled.span`
  display: block;
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
  font-weight: 400;
  line-height: 1.4;
`;

export interface ListedFact {
  label: string;
  /** Null if no source has it. */
  value: ReactNode | null;
  source?: string | null;
  /** ISO instant at which the source was read. */
  at?: string | null;
  why?: string | null;
  /** The sources that may still provide the value. */
  asking?: readonly SourceName[];
  /** Further content, below the value or the reason why there is none. */
  extra?: ReactNode;
}

export interface FactListProps {
  facts: readonly ListedFact[];
  /** Two columns where the width allows. */
  columns?: 1 | 2;
  /** `row`: source under each value; `none`: shown once for the group. */
  sources?: 'row' | 'none';
}

/** Labels and values; a missing value shows "Not available" and why, or its pending sources. */
export function FactList({ facts, columns = 1, sources = 'row' }: FactListProps) {
  return (
    <List $columns={columns}>
      {facts.map(({ label, value, source, at, why, asking = [], extra }) => (
        <Row key={label}>
          <Label>{label}</Label>
          <Value>
            {value === null && asking.length > 0 ? <PendingSources sources={asking} /> : null}
            {value ?? (asking.length > 0 ? null : <StatusBadge tone="unknown">Not available</StatusBadge>)}
            {value === null && why && asking.length === 0 ? <Small>{why}</Small> : null}
            {value !== null && source && sources === 'row' ? (
              <Small>
                <SourceNote source={source} at={at ?? null} />
              </Small>
            ) : null}
            {extra}
          </Value>
        </Row>
      ))}
    </List>
  );
}
