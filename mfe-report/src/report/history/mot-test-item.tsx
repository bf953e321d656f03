import { recordedText } from '@ve/domain/vehicle/mileage/reading-labels';
import type { MotHistoryTest } from '@ve/domain/vehicle/mot/mot-history';
import { motTestBadge } from '@ve/domain/vehicle/mot/mot-test-badge';
import { missingDefectsNote } from '@ve/domain/vehicle/mot/mot-messages';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { formatDate, formatDateShort } from '@ve/domain/kernel/time/format-date';
import { Row, Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { TabularNumbers, Heading, Muted } from '@ve/ui/text/text';
import { colour, media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { historyMessages } from './messages.en-gb.ts';
import { DefectList } from './defect-list.tsx';

const Item = styled.li`
  display: grid;
  gap: ${space[12]};
  padding-block: ${space[16]};
  ${media.print} {
    break-inside: avoid;
  }
`;

const Facts = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[24]};
  & > div {
    display: flex;
    gap: ${space[8]};
  }
  dt {
    color: ${colour('muted')};
  }
  dd {
    font-weight: 600;
  }
`;

const tones = { PASSED: 'pass', FAILED: 'fail' } as const;

/** One MOT test: its result, mileage, certificate and the tester's notes. */
export function MotTestItem({ test, today }: { test: MotHistoryTest; today: IsoDate }) {
  const words = historyMessages;
  const { badge, smallPrint } = motTestBadge(test, today);
  const remark = missingDefectsNote(test);
  return (
    <Item>
      <Row $justify="between">
        <Heading level={3} size="s">
          <time dateTime={test.day}>{formatDate(test.day)}</time>
        </Heading>
        <StatusBadge tone={tones[badge]}>{badge}</StatusBadge>
      </Row>
      <Facts>
        <div>
          <dt>{words.mileage}</dt>
          <dd>
            <Odometer test={test} />
          </dd>
        </div>
        <div>
          <dt>{words.expiry}</dt>
          <dd>
            <TabularNumbers>{expiryWords(test)}</TabularNumbers>
          </dd>
        </div>
        {test.testNumber === null ? null : (
          <div>
            <dt>{words.testNumber}</dt>
            <dd>
              <TabularNumbers>{test.testNumber}</TabularNumbers>
            </dd>
          </div>
        )}
      </Facts>
      {test.day > today ? <StatusBadge tone="warn">{words.future}</StatusBadge> : null}
      {smallPrint === null ? null : <Muted>{smallPrint}</Muted>}
      <Stack $gap={12}>
        {remark === null ? null : <Muted>{remark}</Muted>}
        <DefectList defects={test.defects} />
      </Stack>
    </Item>
  );
}

function Odometer({ test: { odometer, odometerResult } }: { test: MotHistoryTest }) {
  if (odometer === null) return historyMessages.unreadable[odometerResult];
  return <TabularNumbers>{recordedText(odometer)}</TabularNumbers>;
}

function expiryWords({ expiryDate, result }: MotHistoryTest): string {
  if (expiryDate !== null) return formatDateShort(expiryDate);
  return result === 'FAILED' ? historyMessages.noExpiry : historyMessages.noExpiryRecorded;
}
