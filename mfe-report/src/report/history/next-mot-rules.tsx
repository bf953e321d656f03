import { nextMotDueDate } from '@ve/domain/report/next-mot';
import type { ReportInput } from '@ve/domain/vehicle/record/report-input';
import { SourceNote } from '@ve/ui/fact-list/source-note';
import { StatusBadge } from '@ve/ui/status/status';
import { Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { useIsSampleReport } from '../kind/report-kind.ts';
import { FoldableDetails } from '../fold.tsx';
import { motHistoryMessages } from './messages.en-gb.ts';

const Rules = styled.ul`
  display: grid;
  gap: ${space[8]};
  max-width: 68ch;
  && {
    padding-left: 1.2em;
    list-style: disc;
  }
`;

/** The due date of the next MOT by each rule that applies to this vehicle. */
export function NextMotDatesByRule({ record, fullCheck, today }: ReportInput) {
  const labels = motHistoryMessages.next;
  const isSample = useIsSampleReport();
  const next = nextMotDueDate({ record, fullCheck, today });
  const source = next?.state.source ?? null;
  if (next === null) return <Text>{labels.left}</Text>;
  return (
    <FoldableDetails summary={labels.title}>
      {next.rules.length === 0 ? <Text>{labels.unknown}</Text> : null}
      {next.rules.length === 0 ? null : (
        <Rules>
          {next.rules.map(({ id, applies, words: rule }) => (
            <li key={id}>
              {applies === 'perhaps' ? <StatusBadge tone="unknown">{labels.perhaps}</StatusBadge> : null} {rule}
            </li>
          ))}
        </Rules>
      )}
      {/* DVSA is named below the tests. */}
      {isSample || source === null || source === record.testing.source ? null : (
        <SourceNote source={source} at={next.state.at} />
      )}
    </FoldableDetails>
  );
}
