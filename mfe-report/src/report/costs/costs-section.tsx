import { electricFacts } from '@ve/domain/vehicle/electric/electric-facts';
import { firstSourcedDatum, datumCandidateFrom } from '@ve/domain/vehicle/record/datum';
import { v5cAdviceOf } from '@ve/domain/vehicle/facts/v5c-advice';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import type { ReportInput } from '@ve/domain/vehicle/record/report-input';
import { FactList } from '@ve/ui/fact-list/fact-list';
import { Grid, Section, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { DisputableSectionCard } from '../checks/check-section-card.tsx';
import { FoldableDetails } from '../fold.tsx';
import { SourceAndTime } from '../sample/source-and-time.tsx';
import { ReportFacts } from '../sample/report-facts.tsx';
import { ReportCard } from '../sample/sample.tsx';
import { runningCostsMessages } from './messages.en-gb.ts';
import { TaxCard } from './tax-card.tsx';
import { CleanAirZonesCard } from './zones-card.tsx';

/** The costs of the vehicle and the zones where it may drive, from the free sources and the published rules. */
export function CostsSection({ record, fullCheck, today }: ReportInput) {
  const { electric, papers, title } = runningCostsMessages;
  const battery = electricFacts(record);
  const issued = firstSourcedDatum(
    [datumCandidateFrom(record.licensing, (data) => data.dateOfLastV5CIssued)],
    formatDate,
  );
  const comparison = v5cAdviceOf(record);
  return (
    <Section title={title}>
      <Grid $min="18rem" $gap={12}>
        <Stack $gap={12}>
          <TaxCard record={record} today={today} />
          {battery.length === 0 ? null : (
            <DisputableSectionCard title={electric.title}>
              <FactList facts={battery} sources="none" />
              <Text>{electric.advice}</Text>
            </DisputableSectionCard>
          )}
          <ReportCard $padding={16}>
            <FoldableDetails summary={papers.fold(issued.value)}>
              {comparison === null ? null : <Text>{comparison.compare}</Text>}
              {comparison === null ? (
                <ReportFacts facts={[{ label: papers.issued, ...issued }]} />
              ) : (
                <SourceAndTime source={issued.source} at={issued.at} />
              )}
            </FoldableDetails>
          </ReportCard>
        </Stack>
        <CleanAirZonesCard record={record} fullCheck={fullCheck} today={today} />
      </Grid>
    </Section>
  );
}
