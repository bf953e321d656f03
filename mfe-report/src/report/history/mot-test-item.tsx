import { formatRecordedReading } from '@ve/domain/vehicle/mileage/reading-labels';
import type { MotHistoryDefect, MotHistoryTest } from '@ve/domain/vehicle/mot/mot-history';
import { motTestBadge } from '@ve/domain/vehicle/mot/mot-test-badge';
import { missingDefectsNote } from '@ve/domain/vehicle/mot/mot-messages';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { formatDate, formatDateShort } from '@ve/domain/kernel/time/format-date';
import { Row, Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { TabularNumbers, Heading, MutedText } from '@ve/ui/text/text';
import { colour, media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { motHistoryMessages } from './messages.en-gb.ts';
import { MotDefectList } from './defect-list.tsx';

const Item = styled.li`
  display: grid;
  gap: ${space[8]};
  padding-block: ${space[12]};
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

interface MotTestItemProps {
  test: MotHistoryTest;
  /** Whether the note is already listed once, with the dates of each MOT that gave it. */
  isListedAbove: (defect: MotHistoryDefect, mot: number) => boolean;
  /** Whether the vehicle has passed another test since. */
  isPassedLater: boolean;
  today: IsoDate;
}

/** One MOT test: its result, mileage, certificate and the tester's notes. */
export function MotTestItem({ test, isListedAbove, isPassedLater, today }: MotTestItemProps) {
  const labels = motHistoryMessages;
  const { badge, smallPrint } = motTestBadge(test, today);
  const remark = missingDefectsNote(test);
  const defects = test.defects.filter((defect) => !isListedAbove(defect, test.mot));
  const elsewhere = test.defects.length - defects.length;
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
          <dt>{labels.mileage}</dt>
          <dd>
            <TabularNumbers>{motTestOdometerText(test)}</TabularNumbers>
          </dd>
        </div>
        <div>
          <dt>{labels.expiry}</dt>
          <dd>
            <TabularNumbers>{expiryWords(test)}</TabularNumbers>
          </dd>
        </div>
        {test.testNumber === null ? null : (
          <div>
            <dt>{labels.testNumber}</dt>
            <dd>
              <TabularNumbers>{test.testNumber}</TabularNumbers>
            </dd>
          </div>
        )}
      </Facts>
      {test.day > today ? <StatusBadge tone="warn">{labels.future}</StatusBadge> : null}
      {smallPrint === null ? null : <MutedText>{smallPrint}</MutedText>}
      {remark === null ? null : <MutedText>{remark}</MutedText>}
      {defects.length === 0 ? null : (
        <Stack $gap={12}>
          <MotDefectList defects={defects} pastDay={isPassedLater ? formatDate(test.day) : null} />
        </Stack>
      )}
      {elsewhere === 0 ? null : <MutedText>{labels.elsewhere(elsewhere)}</MutedText>}
    </Item>
  );
}

/** The odometer reading at a test, or why there is none. */
export const motTestOdometerText = ({ odometer, odometerResult }: MotHistoryTest): string =>
  odometer === null ? motHistoryMessages.unreadable[odometerResult] : formatRecordedReading(odometer);

function expiryWords({ expiryDate, result }: MotHistoryTest): string {
  if (expiryDate !== null) return formatDateShort(expiryDate);
  return result === 'FAILED' ? motHistoryMessages.noExpiry : motHistoryMessages.noExpiryRecorded;
}
