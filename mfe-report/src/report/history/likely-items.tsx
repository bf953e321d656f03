import { likelyNextMotItems, type LikelyNextMotItem } from '@ve/domain/report/next-mot-items';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { formatDate, formatDateShort } from '@ve/domain/kernel/time/format-date';
import { Row, Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { motHistoryMessages } from './messages.en-gb.ts';

const words = motHistoryMessages.likely;

const Items = styled.ul`
  display: grid;
  gap: ${space[12]};
`;

/** The likely findings of the next MOT, each once with its dates: recurring advisories first. */
export function LikelyNextMotItemList({ testing }: Pick<VehicleRecord, 'testing'>) {
  const answer = likelyNextMotItems(testing);
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

function Item({
  item: { words: noted, reference, motsInARow, days, isFailure, isMinor, day },
}: {
  item: LikelyNextMotItem;
}) {
  return (
    <li>
      <strong>{noted}</strong>
      {reference === null ? null : <MutedText as="span"> ({motHistoryMessages.manual(reference)})</MutedText>}
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
