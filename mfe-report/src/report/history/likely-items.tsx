import { nextMotItems, type NextMotItem } from '@ve/domain/report/next-mot-items';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { formatDate, formatDateShort } from '@ve/domain/kernel/time/format-date';
import { Row, Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { historyMessages } from './messages.en-gb.ts';

const words = historyMessages.likely;

const Items = styled.ul`
  display: grid;
  gap: ${space[12]};
`;

/** The likely findings of the next MOT, each once with its dates: recurring advisories first. */
export function LikelyItems({ testing }: Pick<VehicleRecord, 'testing'>) {
  const answer = nextMotItems(testing);
  if (answer.state === 'no-answer' || answer.state === 'never') return null;
  const items = 'items' in answer ? answer.items : [];
  return (
    <Stack $gap={8}>
      <Heading level={3} size="s">
        {words.title}
      </Heading>
      {answer.state === 'items' && items.length > 0 ? null : <Text>{words.none[answer.state]}</Text>}
      {items.length === 0 ? null : (
        <>
          <MutedText>{words.lead}</MutedText>
          <Items role="list" aria-label={words.list}>
            {items.map((item, index) => (
              // Two series may have the same text.
              <Item key={index} item={item} />
            ))}
          </Items>
        </>
      )}
    </Stack>
  );
}

function Item({ item: { words: noted, reference, motsInARow, days, isFailure, isMinor, day } }: { item: NextMotItem }) {
  return (
    <li>
      <strong>{noted}</strong>
      {reference === null ? null : <MutedText as="span"> ({historyMessages.manual(reference)})</MutedText>}
      <Row $gap={8}>
        {isFailure ? (
          <StatusBadge tone="fail">{words.failed}</StatusBadge>
        ) : (
          <StatusBadge tone={motsInARow > 1 ? 'warn' : 'info'}>
            {motsInARow > 1 ? words.inARow(motsInARow) : isMinor ? words.minor : words.once}
          </StatusBadge>
        )}
        <MutedText as="span">{days.length > 1 ? days.map(formatDateShort).join(', ') : formatDate(day)}</MutedText>
      </Row>
    </li>
  );
}
