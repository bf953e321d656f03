import { vehicleFacts } from '@ve/domain/vehicle/facts/vehicle-facts';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { useReportKindRowFilter } from '../kind/use-rows-for-report-kind.ts';
import { messages } from '../messages.en-gb.ts';
import { ReportFacts } from '../sample/report-facts.tsx';
import { ReportCard } from '../sample/sample.tsx';
import { messages as checkMessages } from './messages.en-gb.ts';
import { SectionFoot } from '../section-foot.tsx';

/** The facts by which buyers compare cars; the others are folded. */
const compared: ReadonlySet<string> = new Set([
  'Year of manufacture',
  'Fuel type',
  'Transmission',
  'Engine size',
  'BHP',
]);

/** The Vehicle Information tab: fifteen facts, each with its source or the reason why it is missing. */
export function VehicleInformation({ record, today }: { record: VehicleRecord; today: IsoDate }) {
  const facts = useReportKindRowFilter()(vehicleFacts(record, today));
  const others = facts.filter(({ label }) => !compared.has(label));
  return (
    <ReportCard $padding={16}>
      <ReportFacts
        facts={facts.filter(({ label }) => compared.has(label))}
        folded={{ facts: others, summary: checkMessages.otherFacts(others.length) }}
        columns={2}
        foot={(sources) => (
          <SectionFoot
            subject={{
              registration: record.registration,
              section: 'vehicle',
              title: messages.tabs.information,
              data: facts,
            }}
          >
            {sources}
          </SectionFoot>
        )}
      />
    </ReportCard>
  );
}
