import { londonDate } from '@ve/domain/kernel/time/london-date';
import { nextMotItems, type NextMotItem } from '@ve/domain/report/next-mot-items';
import { motTestBadge } from '@ve/domain/vehicle/mot/mot-test-badge';
import { motHistory, type MotHistoryDefect } from '@ve/domain/vehicle/mot/mot-history';
import {
  earlierTestsText,
  omittedTestsText,
  noMotTestsMessage,
  motTestsSummary,
} from '@ve/domain/vehicle/mot/mot-messages';
import { isRecurring, recurringAdvisories } from '@ve/domain/vehicle/mot/recurring-advisories';
import { motTestsAtQueryTime } from '@ve/domain/vehicle/mot/mot-tests-up-to';
import { missingReasonText } from '@ve/domain/vehicle/record/source-messages';
import type { MotTest, VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import type { ReportInput } from '@ve/domain/vehicle/record/report-input';
import { Section, Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { MutedText, Text } from '@ve/ui/text/text';
import { colour, media } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { Fold } from '../fold.tsx';
import { messages } from '../messages.en-gb.ts';
import { SourceAndTime } from '../sample/source-and-time.tsx';
import { ReportCard } from '../sample/sample.tsx';
import { SectionFoot } from '../section-foot.tsx';
import { PendingPlaceholder } from '../pending/pending-placeholder.tsx';
import { LikelyItems } from './likely-items.tsx';
import { MotTestItem, odometerText } from './mot-test-item.tsx';
import { MotYears } from './mot-years.tsx';
import { historyMessages } from './messages.en-gb.ts';
import { NextMotRules } from './next-mot-rules.tsx';
import { RecurringAdvisoriesList } from './recurring-advisories-list.tsx';

const shownAtOnce = 1;

const Tests = styled.ol`
  display: grid;
  & > li + li {
    border-top: 1px solid ${colour('line')};
  }
`;

/** Sixty tests do not fit on paper: their number is named there. */
const OnScreen = styled.div`
  border-top: 1px solid ${colour('line')};
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

/** All MOT tests on record: what is likely at the next one and the latest are shown, earlier ones on demand. */
export function MotHistorySection({ record, fullCheck, today }: ReportInput) {
  const { testing } = record;
  return (
    <Section title={historyMessages.title}>
      <ReportCard $padding={16}>
        <Stack $gap={8}>
          <Known record={record} today={today} />
          {record.licensing.state === 'asking' || testing.state === 'asking' ? null : (
            <NextMotRules record={record} fullCheck={fullCheck} today={today} />
          )}
          <SectionFoot
            subject={{
              registration: record.registration,
              section: 'mot',
              title: historyMessages.title,
              data: testing.state === 'found' ? disputedTests(testing.data.tests, testing) : [],
            }}
          >
            {testing.state === 'found' ? <SourceAndTime source={testing.source} at={testing.at} /> : null}
          </SectionFoot>
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

function Known({ record: { testing }, today }: Omit<ReportInput, 'fullCheck'>) {
  const labels = historyMessages;
  if (testing.state === 'asking') return <PendingPlaceholder />;
  if (testing.state !== 'found') {
    return (
      <>
        <div>
          <StatusBadge tone="unknown">{messages.notAvailable}</StatusBadge>
        </div>
        <MutedText>{missingReasonText([testing])}</MutedText>
      </>
    );
  }
  const { tests, mots } = motHistory(testing.data.tests);
  // A test that is dated in the future is displayed with a note and not counted.
  const held = motHistory(motTestsAtQueryTime(testing));
  if (tests.length === 0) {
    const due = testing.data.motTestDueDate;
    return (
      <Text>
        {noMotTestsMessage} {due === null ? null : labels.firstDue(formatDate(due))}
      </Text>
    );
  }
  const repeats = recurringAdvisories(held);
  const likely = nextMotItems(testing);
  const items = 'items' in likely ? likely.items : [];
  const isListedAbove = (defect: MotHistoryDefect, listed: number) => {
    const mot = listed - (mots - held.mots);
    return isRecurring(repeats, defect, mot) || (mot === 0 && items.some((item) => isItem(item, defect)));
  };
  // The index is the key, since a test may be listed twice.
  const item = (test: (typeof tests)[number], index: number) => (
    <MotTestItem key={index} test={test} isListedAbove={isListedAbove} today={today} />
  );
  const earlier = tests.slice(shownAtOnce);
  return (
    <>
      <MotYears history={held} />
      {held.tests.length === 0 ? null : (
        <>
          <Text>{motTestsSummary(held)}</Text>
          <MutedText>
            {held.mots === 1
              ? labels.onlyOne[held.passedFirstTime === 1 ? 'passed' : 'failed']
              : labels.firstTime(held.passedFirstTime, held.mots)}
          </MutedText>
        </>
      )}
      <LikelyItems testing={testing} />
      <RecurringAdvisoriesList parts={repeats} />
      {tests.slice(0, shownAtOnce).map((test, index) => (
        <Fold
          key={index}
          summary={labels.latest(formatDate(test.day), motTestBadge(test, today).badge, odometerText(test))}
        >
          <Tests className="tests" role="list">
            {item(test, index)}
          </Tests>
        </Fold>
      ))}
      {earlier.length === 0 ? null : (
        <>
          <OnScreen>
            <Fold summary={labels.earlier(earlierTestsText(earlier))}>
              <Tests className="tests" role="list">
                {earlier.map(item)}
              </Tests>
            </Fold>
          </OnScreen>
          <OnPaper>{omittedTestsText(earlier)}</OnPaper>
        </>
      )}
    </>
  );
}

/** Whether the note of a test is this item: a failure only while it is open. */
const isItem = ({ words, isFailure: isOpen }: NextMotItem, { type, words: noted }: MotHistoryDefect): boolean =>
  words.toLowerCase() === noted.toLowerCase() && (type === 'ADVISORY' || type === 'MINOR' || isOpen);
