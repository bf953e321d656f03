import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { Section } from '@ve/ui/layout/layout';
import { Muted } from '@ve/ui/text/text';
import { media } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { useIsLiveReport, useIsSampleReport } from '../kind/report-kind.ts';
import { ReportCard } from '../sample/sample.tsx';
import { CalendarRow } from './calendar-row.tsx';
import { keepOrShareMessages } from './messages.en-gb.ts';
import { PdfRow } from './pdf-row.tsx';
import { PrintRow } from './print-row.tsx';
import { ShareRow } from './share-row.tsx';

/** Hidden in print. */
const OnScreen = styled.div`
  ${media.print} {
    display: none;
  }
`;

/** The ways to save, print or share the report, one row each. */
export function KeepOrShareSection({ record, today }: { record: VehicleRecord; today: IsoDate }) {
  const isLive = useIsLiveReport();
  const isSample = useIsSampleReport();
  const { registration } = record;
  return (
    <OnScreen>
      <Section title={keepOrShareMessages.title} lead={keepOrShareMessages.lead(formatRegistration(registration))}>
        <ReportCard>
          <PrintRow />
          {isSample ? <Muted>{keepOrShareMessages.ofYourOwn}</Muted> : null}
          {isLive ? (
            <>
              <PdfRow registration={registration} />
              <ShareRow registration={registration} />
              <CalendarRow record={record} today={today} />
            </>
          ) : null}
        </ReportCard>
      </Section>
    </OnScreen>
  );
}
