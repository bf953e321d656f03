import { londonDate } from '@ve/domain/kernel/time/london-date';
import { motHistory } from '@ve/domain/vehicle/mot/mot-history';
import { earlierTestsText, omittedTestsText, noTests, testsSummary } from '@ve/domain/vehicle/mot/mot-messages';
import { recurringAdvisories } from '@ve/domain/vehicle/mot/recurring-advisories';
import { testsAtQueryTime } from '@ve/domain/vehicle/mot/tests-up-to';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import { missingReasonText } from '@ve/domain/vehicle/record/source-messages';
import type { MotTest, VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { SourceNote } from '@ve/ui/fact-list/source-note';
import { Section, Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { Muted, Text } from '@ve/ui/text/text';
import { colour, media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { DisputeButton } from '../dispute/dispute-button.tsx';
import { useIsSampleReport } from '../kind/report-kind.ts';
import { messages } from '../messages.en-gb.ts';
import { ReportCard } from '../sample/sample.tsx';
import { PendingPlaceholder } from '../pending/pending-placeholder.tsx';
import { MotTestItem } from './mot-test-item.tsx';
import { historyMessages } from './messages.en-gb.ts';
import { NextMotRules } from './next-mot-rules.tsx';
import { RecurringAdvisoriesList } from './recurring-advisories-list.tsx';

const shownAtOnce = 3;

const Tests = styled.ol`
  display: grid;
  & > li + li {
    border-top: 1px solid ${colour('line')};
  }
`;

const Earlier = styled.details`
  border-top: 1px solid ${colour('line')};
  & > summary {
    display: flex;
    align-items: center;
    min-height: 2.75rem;
    padding-top: ${space[12]};
    color: ${colour('brand')};
    font-weight: 600;
  }
  ${media.print} {
    display: none;
  }
`;

const OnPaper = styled.p`
  display: none;
  ${media.print} {
    display: block;
    font-weight: 600;
  }
`;

interface MotHistoryProps {
  record: VehicleRecord;
  /** It may hold the vehicle's off-road status. */
  fullCheck: FullCheck | null;
  today: IsoDate;
}

/** All MOT tests on record: the latest are shown immediately, earlier ones on demand. */
export function MotHistorySection({ record, fullCheck, today }: MotHistoryProps) {
  const isSample = useIsSampleReport();
  const { testing } = record;
  return (
    <Section title={historyMessages.title}>
      <ReportCard>
        <Stack $gap={12}>
          <Known record={record} today={today} />
          {record.licensing.state === 'asking' || testing.state === 'asking' ? null : (
            <NextMotRules record={record} fullCheck={fullCheck} today={today} />
          )}
          {testing.state === 'found' && !isSample ? <SourceNote source={testing.source} at={testing.at} /> : null}
          <DisputeButton
            subject={{
              registration: record.registration,
              section: 'mot',
              title: historyMessages.title,
              data: testing.state === 'found' ? disputedTests(testing.data.tests, testing) : [],
            }}
          />
        </Stack>
      </ReportCard>
    </Section>
  );
}

/** The tests as lines that can be disputed, newest first. */
const disputedTests = (tests: readonly MotTest[], { source, at }: Pick<VehicleRecord['testing'], 'source' | 'at'>) =>
  tests.map(({ completedAt, result, testNumber }) => ({
    label: historyMessages.testOn(formatDate(londonDate(new Date(completedAt))), testNumber),
    value: result,
    source,
    at,
  }));

function Known({ record: { testing }, today }: Omit<MotHistoryProps, 'fullCheck'>) {
  const words = historyMessages;
  if (testing.state === 'asking') return <PendingPlaceholder />;
  if (testing.state !== 'found') {
    return (
      <>
        <div>
          <StatusBadge tone="unknown">{messages.notAvailable}</StatusBadge>
        </div>
        <Muted>{missingReasonText([testing])}</Muted>
      </>
    );
  }
  const { tests } = motHistory(testing.data.tests);
  // A test that is dated in the future is displayed with a note and not counted.
  const held = motHistory(testsAtQueryTime(testing));
  if (tests.length === 0) {
    const due = testing.data.motTestDueDate;
    return (
      <Text>
        {noTests} {due === null ? null : words.firstDue(formatDate(due))}
      </Text>
    );
  }
  // The index is the key, since a test may be listed twice.
  const item = (test: (typeof tests)[number], index: number) => <MotTestItem key={index} test={test} today={today} />;
  const earlier = tests.slice(shownAtOnce);
  return (
    <>
      {held.tests.length === 0 ? null : (
        <div>
          <Text>{testsSummary(held)}</Text>
          <Text>
            {held.mots === 1
              ? words.onlyOne[held.passedFirstTime === 1 ? 'passed' : 'failed']
              : words.firstTime(held.passedFirstTime, held.mots)}
          </Text>
        </div>
      )}
      <RecurringAdvisoriesList parts={recurringAdvisories(held)} />
      <Tests className="tests" role="list">
        {tests.slice(0, shownAtOnce).map(item)}
      </Tests>
      {earlier.length === 0 ? null : (
        <>
          <Earlier>
            <summary>{words.earlier(earlierTestsText(earlier))}</summary>
            <Tests className="tests" role="list">
              {earlier.map(item)}
            </Tests>
          </Earlier>
          <OnPaper>{omittedTestsText(earlier)}</OnPaper>
        </>
      )}
    </>
  );
}
