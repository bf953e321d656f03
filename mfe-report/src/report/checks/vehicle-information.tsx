import { vehicleFacts } from '@ve/domain/vehicle/facts/vehicle-facts';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { Stack } from '@ve/ui/layout/layout';
import { DisputeButton } from '../dispute/dispute-button.tsx';
import { useRowsForReportKind } from '../kind/use-rows-for-report-kind.ts';
import { messages } from '../messages.en-gb.ts';
import { ReportFacts } from '../sample/report-facts.tsx';
import { ReportCard } from '../sample/sample.tsx';

/** The Vehicle Information tab: fifteen facts, each with its source or the reason why it is missing. */
export function VehicleInformation({ record, today }: { record: VehicleRecord; today: IsoDate }) {
  const facts = useRowsForReportKind()(vehicleFacts(record, today));
  return (
    <ReportCard>
      <Stack $gap={16}>
        <ReportFacts facts={facts} columns={2} />
        <DisputeButton
          subject={{
            registration: record.registration,
            section: 'vehicle',
            title: messages.tabs.information,
            data: facts,
          }}
        />
      </Stack>
    </ReportCard>
  );
}
