import { reportedWriteOffs, writeOffFinding } from '@ve/domain/full-check/findings';
import { motTestsSinceLoss } from '@ve/domain/full-check/mot-tests-since-loss';
import { salvageCategoryMeaningOf } from '@ve/domain/full-check/write-off-category';
import { sentenceCase } from '@ve/domain/kernel/text/phrases';
import type { WriteOff } from '@ve/domain/vehicle/record/full-check';
import { cleanRegisterText } from '@ve/domain/kernel/text/clean-register-text';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { FactList } from '@ve/ui/fact-list/fact-list';
import { Stack } from '@ve/ui/layout/layout';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { SourceAndTime } from '../sample/source-and-time.tsx';
import { DisputableSectionCard } from './check-section-card.tsx';
import type { CompletedCheckProps } from './report-checks-props.ts';
import { messages } from './messages.en-gb.ts';
import { SourceReferences } from './source-references.tsx';

const labels = messages.writeOff;

function Loss({
  loss,
  title,
  record,
  today,
}: { loss: WriteOff; title: string } & Omit<CompletedCheckProps, 'fullCheck'>) {
  const { lossDate, enteredOn, lossType, category } = loss;
  const explained = salvageCategoryMeaningOf(category);
  const tested = motTestsSinceLoss(record, lossDate, today);
  const cause = cleanRegisterText(lossType);
  const dated = (date: string | null) => (date === null ? messages.noDetail : formatDate(date));
  return (
    <Stack $gap={8}>
      <Heading level={4} size="s">
        {title}
      </Heading>
      <FactList
        sources="none"
        facts={[
          { label: labels.category, value: explained.title },
          { label: labels.date, value: dated(lossDate) },
          { label: labels.entered, value: dated(enteredOn) },
          { label: labels.cause, value: cause === null ? messages.noDetail : sentenceCase(cause) },
          { label: labels.since, value: tested.words },
        ]}
      />
      <Text>
        {explained.meaning} {explained.road}
      </Text>
      {explained.isFormer ? <MutedText>{labels.former}</MutedText> : null}
      <SourceReferences of={explained.references} />
    </Stack>
  );
}

/** The losses that insurers recorded, with their categories explained; renders nothing if there is none. */
export function WriteOffSection({ record, fullCheck, today }: CompletedCheckProps) {
  const found = writeOffFinding(fullCheck);
  if (found.state !== 'found') return null;
  const all = reportedWriteOffs(fullCheck);
  // A marker without an entry is explained as one without a category.
  const shown = all.length > 0 ? all : [{ lossDate: null, enteredOn: null, lossType: null, category: null }];
  return (
    <DisputableSectionCard
      id="written-off"
      title={labels.title}
      subject={{
        registration: record.registration,
        section: 'write-off',
        title: labels.title,
        data: shown.map(({ category, lossDate }, index) => ({
          label: labels.loss(index + 1, shown.length),
          value: [salvageCategoryMeaningOf(category).title, lossDate === null ? null : formatDate(lossDate)]
            .filter((part) => part !== null)
            .join(', '),
          source: found.source,
          at: found.at,
        })),
      }}
    >
      {shown.map((loss, index) => (
        <Loss
          // Entries have no id.
          key={index}
          loss={loss}
          title={labels.loss(index + 1, shown.length)}
          record={record}
          today={today}
        />
      ))}
      <SourceAndTime source={found.source} at={found.at} />
    </DisputableSectionCard>
  );
}
