import type { FullCheck } from '@ve/domain/report/full-check';
import type { IsoDate, VehicleRecord } from '@ve/domain/report/vehicle-record';
import { formatRegistration } from '@ve/domain/registration/format-registration';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Slot } from '@ve/mfe-kit/slot';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Tabs } from '@ve/ui/tabs/tabs';
import type { ReactNode } from 'react';
import { VehicleAlert } from './alert/vehicle-alert.tsx';
import { AdditionalChecks } from './checks/additional-checks.tsx';
import { VdiReport } from './checks/vdi-report.tsx';
import { VehicleInformation } from './checks/vehicle-information.tsx';
import { MileageSection } from './history/mileage-section.tsx';
import { MotHistorySection } from './history/mot-history-section.tsx';
import { messages } from './messages.en-gb.ts';
import { ReportGrid } from './report-grid.tsx';
import { useIsSample } from './sample/sample.tsx';
import { EndActions } from './summary/actions.tsx';
import { InfoTiles } from './summary/info-tiles.tsx';
import { MembersLine } from './summary/members-line.tsx';
import { Rail } from './summary/rail.tsx';
import { StatusCards } from './summary/status-cards.tsx';

interface ReportProps {
  record: VehicleRecord;
  /** The reader's full check of the vehicle; null where there is none. */
  fullCheck: FullCheck | null;
  /** The date that statuses are computed for. */
  today: IsoDate;
  /** When this page loaded the record; null for the sample. */
  loadedAt: Date | null;
  /** Shown above everything else. */
  banner?: ReactNode;
  /** A secondary notice, after the verdict. */
  note?: ReactNode;
}

/** A vehicle's report, verdict first, then reasons, then detail. */
export function Report({ record, fullCheck, today, loadedAt, banner, note }: ReportProps) {
  const isSample = useIsSample();
  const { registration } = record;
  const words = messages.tabs;
  return (
    <Page>
      <PageTitle title={isSample ? messages.failed.title : messages.title(formatRegistration(registration))} />
      <Stack $gap={24}>
        {banner}
        <ReportGrid rail={<Rail record={record} today={today} />}>
          {note}
          <StatusCards record={record} today={today} />
          <InfoTiles registration={registration} createdAt={record.fetchedAt} loadedAt={loadedAt} />
          <MembersLine registration={registration} />
          <Tabs
            label={words.label}
            sticky
            items={[
              {
                id: 'information',
                label: words.information,
                content: <VehicleInformation record={record} today={today} />,
              },
              {
                id: 'vdi',
                label: words.vdi,
                content: <VdiReport record={record} fullCheck={fullCheck} today={today} />,
              },
              {
                id: 'additional',
                label: words.additional,
                content: <AdditionalChecks record={record} fullCheck={fullCheck} today={today} />,
              },
            ]}
          />
          {isSample ? null : <Slot name="report.after-checks/v1" props={{ registration }} />}
          <div>
            <MotHistorySection record={record} today={today} />
            <MileageSection record={record} />
          </div>
          <EndActions registration={registration} />
        </ReportGrid>
      </Stack>
      {isSample ? null : <VehicleAlert record={record} today={today} />}
    </Page>
  );
}
