import { vehicleFacts } from '@ve/domain/report/vehicle-facts';
import type { IsoDate, VehicleRecord } from '@ve/domain/report/vehicle-record';
import { ReportFacts } from '../sample/report-facts.tsx';
import { ReportCard } from '../sample/sample.tsx';

/** The Vehicle Information tab: fifteen facts, each with its source or the reason why it is missing. */
export function VehicleInformation({ record, today }: { record: VehicleRecord; today: IsoDate }) {
  return (
    <ReportCard>
      <ReportFacts facts={vehicleFacts(record, today)} columns={2} />
    </ReportCard>
  );
}
