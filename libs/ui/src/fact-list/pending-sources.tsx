import { sourceLabel } from '@ve/domain/vehicle/record/source-messages';
import type { SourceName } from '@ve/domain/vehicle/record/vehicle-record';
import { styled } from 'styled-components';
import { Skeleton } from '../skeleton/skeleton.tsx';
import { colour, fontSize, space } from '../theme/tokens.ts';

const Line = styled.span`
  display: grid;
  gap: ${space[4]};
  width: fit-content;
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
  font-weight: 400;
`;

/** The placeholder of a pending value: `Asking DVLA…`. */
export function PendingSources({ sources }: { sources: readonly SourceName[] }) {
  return (
    <Line>
      {`Asking ${sources.map(sourceLabel).join(' and ')}…`}
      <Skeleton $height="0.25rem" />
    </Line>
  );
}
