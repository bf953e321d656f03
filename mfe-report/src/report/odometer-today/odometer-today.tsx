import { hasMileageAnomalyMarker } from '@ve/domain/full-check/findings';
import { type OdometerVerdict, odometerVerdict } from '@ve/domain/vehicle/mileage/odometer-verdict';
import { expectedMileageToday } from '@ve/domain/vehicle/mileage/likely-mileage';
import { parseMiles } from './parse-miles.ts';
import { mileageOfRecord } from '@ve/domain/vehicle/mileage/mileage-of-record';
import type { ReportInput } from '@ve/domain/vehicle/record/report-input';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import type { StatusTone } from '@ve/ui/status/status';
import { MutedText } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { type FormEvent, useState } from 'react';
import { styled } from 'styled-components';
import { FoldableDetails } from '../fold.tsx';
import { useIsSampleReport } from '../kind/report-kind.ts';
import { useTypedOdometer } from './odometer-store.ts';
import { odometerMessages } from './messages.en-gb.ts';

const Form = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: ${space[12]};
  & > div {
    flex: 0 1 20rem;
  }
`;

const tones: Record<OdometerVerdict['state'], StatusTone> = {
  fits: 'pass',
  'fits-newest': 'warn',
  'little-lower': 'info',
  lower: 'fail',
  'more-than-usual': 'warn',
  'less-than-usual': 'warn',
  'too-high': 'fail',
  'in-doubt': 'unknown',
  nothing: 'unknown',
};

/** Shows whether the odometer reading that a buyer types fits the history. Nothing is sent. */
export function OdometerToday({ record, fullCheck, today }: ReportInput) {
  const labels = odometerMessages;
  const isSample = useIsSampleReport();
  const [storedText, storeText] = useTypedOdometer(record.registration);
  // The value is only stored when typing has ended.
  const [draft, setDraft] = useState<string | null>(null);
  const timeline = mileageOfRecord(record);
  const hasReading = timeline !== null && timeline.points.length > 0;
  const expected = timeline === null ? null : expectedMileageToday(timeline, today);
  const parsed = parseMiles(storedText);
  const verdict = parsed.ok
    ? odometerVerdict(parsed.miles, { timeline, today, isMarked: hasMileageAnomalyMarker(fullCheck) })
    : null;
  const isWrong = draft === null && !parsed.ok && parsed.reason !== 'blank';
  const settle = () => {
    if (draft === null) return;
    storeText(draft);
    setDraft(null);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    settle();
  };
  return (
    <div data-screen="">
      <FoldableDetails
        summary={
          expected === null
            ? labels.title
            : labels.titleWith(expected.low.toLocaleString('en-GB'), expected.high.toLocaleString('en-GB'))
        }
      >
        {expected === null ? null : <MutedText>{expected.how}</MutedText>}
        <Form onSubmit={onSubmit} noValidate>
          <TextField
            label={labels.label}
            hint={labels.hint}
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
            error={isWrong ? parsed.message : undefined}
            value={draft ?? storedText}
            onChange={({ target }) => setDraft(target.value)}
            onBlur={settle}
          />
          <Button type="submit" variant="secondary">
            {hasReading ? labels.compare : labels.keep}
          </Button>
        </Form>
        <div role="status">
          {verdict === null || draft !== null ? null : (
            <Banner tone={tones[verdict.state]} title={labels.titles[verdict.state]}>
              <Stack $gap={4}>
                <span>{verdict.words}</span>
                {verdict.next === null ? null : <span>{verdict.next}</span>}
                <MutedText as="span">{isSample ? labels.notRetained : labels.kept}</MutedText>
              </Stack>
            </Banner>
          )}
        </div>
      </FoldableDetails>
    </div>
  );
}
