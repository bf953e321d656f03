import { londonDate } from '@ve/domain/kernel/time/london-date';
import { likelyNextMotItems, type LikelyNextMotItem } from '@ve/domain/report/next-mot-items';
import { motTestBadge } from '@ve/domain/vehicle/mot/mot-test-badge';
import { isMotPassedLater } from '@ve/domain/vehicle/mot/is-passed-later';
import { motHistory, type MotHistoryDefect } from '@ve/domain/vehicle/mot/mot-history';
import {
  earlierMotTestsText,
  omittedMotTestsText,
  noMotTestsMessage,
  motTestsSummary,
} from '@ve/domain/vehicle/mot/mot-messages';
import { isDefectOfRecurringAdvisory, recurringAdvisories } from '@ve/domain/vehicle/mot/recurring-advisories';
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
import { FoldableDetails } from '../fold.tsx';
import { messages } from '../messages.en-gb.ts';
import { SourceAndTime } from '../sample/source-and-time.tsx';
import { ReportCard } from '../sample/sample.tsx';
import { SectionFoot } from '../section-foot.tsx';
import { DvsaPendingPlaceholder } from '../pending/pending-placeholder.tsx';
import { LikelyNextMotItemList } from './likely-items.tsx';
import { MotTestItem, motTestOdometerText } from './mot-test-item.tsx';
import { MotResultsByYear } from './mot-years.tsx';
import { motHistoryMessages } from './messages.en-gb.ts';
import { NextMotDatesByRule } from './next-mot-rules.tsx';
import { PastRecurringAdvisoriesList } from './recurring-advisories-list.tsx';

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
    <Section title={motHistoryMessages.title}>
      <ReportCard $padding={16}>
        <Stack $gap={8}>
          <Known record={record} today={today} />
          {record.licensing.state === 'asking' || testing.state === 'asking' ? null : (
            <NextMotDatesByRule record={record} fullCheck={fullCheck} today={today} />
          )}
          <SectionFoot
            subject={{
              registration: record.registration,
              section: 'mot',
              title: motHistoryMessages.title,
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
    label: motHistoryMessages.testOn(formatDate(londonDate(new Date(completedAt))), testNumber),
    value: result,
    source,
    at,
  }));

function Known({ record: { testing }, today }: Omit<ReportInput, 'fullCheck'>) {
  const labels = motHistoryMessages;
  if (testing.state === 'asking') return <DvsaPendingPlaceholder />;
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
  const likely = likelyNextMotItems(testing);
  const items = 'items' in likely ? likely.items : [];
  const isListedAbove = (defect: MotHistoryDefect, listed: number) => {
    const mot = listed - (mots - held.mots);
    return (
      isDefectOfRecurringAdvisory(repeats, defect, mot) || (mot === 0 && items.some((item) => isItem(item, defect)))
    );
  };
  // The index is the key, since a test may be listed twice.
  const item = (test: (typeof tests)[number], index: number) => (
    <MotTestItem
      key={index}
      test={test}
      isListedAbove={isListedAbove}
      isPassedLater={isMotPassedLater(test, held.tests)}
      today={today}
    />
  );
  const earlier = tests.slice(shownAtOnce);
  return (
    <>
      <MotResultsByYear history={held} />
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
      <LikelyNextMotItemList testing={testing} />
      <PastRecurringAdvisoriesList parts={repeats} />
      {tests.slice(0, shownAtOnce).map((test, index) => (
        <FoldableDetails
          key={index}
          summary={labels.latest(formatDate(test.day), motTestBadge(test, today).badge, motTestOdometerText(test))}
        >
          <Tests className="tests" role="list">
            {item(test, index)}
          </Tests>
        </FoldableDetails>
      ))}
      {earlier.length === 0 ? null : (
        <>
          <OnScreen>
            <FoldableDetails summary={labels.earlier(earlierMotTestsText(earlier))}>
              <Tests className="tests" role="list">
                {earlier.map(item)}
              </Tests>
            </FoldableDetails>
          </OnScreen>
          <OnPaper>{omittedMotTestsText(earlier)}</OnPaper>
        </>
      )}
    </>
  );
}

/** Whether the note of a test is this item: a failure only while it is open. */
const isItem = ({ words, isFailure: isOpen }: LikelyNextMotItem, { type, words: noted }: MotHistoryDefect): boolean =>
  words.toLowerCase() === noted.toLowerCase() && (type === 'ADVISORY' || type === 'MINOR' || isOpen);
