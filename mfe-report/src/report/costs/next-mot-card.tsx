import { nextMotItems } from '@ve/domain/report/next-mot-items';
import { missingReasonText } from '@ve/domain/vehicle/record/source-messages';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { SourceNote } from '@ve/ui/fact-list/source-note';
import { Row, Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { Muted, Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { PendingPlaceholder } from '../pending/pending-placeholder.tsx';
import { CheckCard } from '../checks/check-card.tsx';
import { useIsSampleReport } from '../kind/report-kind.ts';
import { messages } from '../messages.en-gb.ts';
import { costsMessages } from './messages.en-gb.ts';

const words = costsMessages.nextMot;

const Items = styled.ul`
  display: grid;
  gap: ${space[12]};
`;

/** The likely findings of the next MOT: recurring advisories first. */
export function NextMotCard({ record: { testing } }: { record: VehicleRecord }) {
  const isSample = useIsSampleReport();
  const answer = nextMotItems(testing);
  const items = 'items' in answer ? answer.items : [];
  return (
    <CheckCard title={words.title}>
      {testing.state === 'asking' ? <PendingPlaceholder /> : null}
      {answer.state === 'no-answer' || (answer.state === 'items' && items.length > 0) ? null : (
        <Text>{words.none[answer.state]}</Text>
      )}
      {testing.state === 'not-held' || testing.state === 'unavailable' ? (
        <Stack $gap={8} $align="start">
          <StatusBadge tone="unknown">{messages.notAvailable}</StatusBadge>
          <Muted>{missingReasonText([testing])}</Muted>
        </Stack>
      ) : null}
      {items.length === 0 ? null : (
        <>
          <Text>{words.lead}</Text>
          <Items role="list" aria-label={words.list}>
            {items.map(({ words: item, motsInARow, isFailure, day }) => (
              <li key={item}>
                <Stack $gap={4} $align="start">
                  <strong>{item}</strong>
                  <Row $gap={8}>
                    {isFailure ? (
                      <StatusBadge tone="fail">{words.failed}</StatusBadge>
                    ) : (
                      <StatusBadge tone={motsInARow > 1 ? 'warn' : 'info'}>
                        {motsInARow > 1 ? words.inARow(motsInARow) : words.once}
                      </StatusBadge>
                    )}
                    <Muted as="span">{formatDate(day)}</Muted>
                  </Row>
                </Stack>
              </li>
            ))}
          </Items>
        </>
      )}
      {testing.state === 'found' && !isSample ? <SourceNote source={testing.source} at={testing.at} /> : null}
    </CheckCard>
  );
}
