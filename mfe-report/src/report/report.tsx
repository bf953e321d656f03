import { makeBuyingDecision } from '@ve/domain/verdict/make-decision';
import type { BuyingDecision } from '@ve/domain/verdict/decision';
import { hasLeftTheRoad } from '@ve/domain/vehicle/record/road-status';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import type { ReportInput } from '@ve/domain/vehicle/record/report-input';
import { lazyComponent } from '@ve/mfe-kit/lazy-component';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Slot } from '@ve/mfe-kit/slot';
import { Grid, Page, Stack } from '@ve/ui/layout/layout';
import { media } from '@ve/ui/theme/theme';
import { type ReactNode, useMemo } from 'react';
import { styled } from 'styled-components';
import { ReportTabs } from './checks/report-tabs.tsx';
import { SourceAnnouncements } from './pending/source-announcements.tsx';
import type { VehicleTaxAlertProps } from './alert/vehicle-alert.tsx';
import { BuyerQuestions } from './decision/buyer-questions.tsx';
import { useIsLiveReport, useIsSampleReport } from './kind/report-kind.ts';
import { messages } from './messages.en-gb.ts';
import type { PrintedReportHeaderProps } from './print/print-sheet.tsx';
import { ReportGrid } from './report-grid.tsx';
import { ReportCard } from './sample/sample.tsx';
import {
  costsSectionId,
  timelineSectionId,
  mileageSectionId,
  motHistorySectionId,
  pictureSectionId,
  keepOrShareSectionId,
  useScrollToSection,
  viewingSectionId,
} from './section-link.tsx';
import { PhoneReportActionBar } from './summary/action-bar.tsx';
import { FooterActions, SidebarActions } from './summary/actions.tsx';
import { ReportSidebar } from './summary/sidebar.tsx';
import { TaxAndMotStatusCards } from './summary/status-cards.tsx';

const ReportContents = lazyComponent<object>(
  async () => (await import('./contents/report-contents.tsx')).ReportContentsLinks,
  '2.75rem',
);
const MotHistorySection = lazyComponent<ReportInput>(
  async () => (await import('./history/mot-history-section.tsx')).MotHistorySection,
  '24rem',
);
const MileageSection = lazyComponent<ReportInput>(
  async () => (await import('./history/mileage-section.tsx')).MileageSection,
  '24rem',
);

const RemindersRow = lazyComponent<{ registration: string }>(
  async () => (await import('./reminders/reminders-row.tsx')).RemindersRow,
  '8rem',
);
const TimelineSection = lazyComponent<ReportInput>(
  async () => (await import('./timeline/timeline-section.tsx')).TimelineSection,
  '48rem',
);
const PictureSection = lazyComponent<Pick<ReportInput, 'record' | 'fullCheck'>>(
  async () => (await import('./picture/vehicle-picture-section.tsx')).VehiclePictureSection,
  '2.75rem',
);
const CostsSection = lazyComponent<ReportInput>(
  async () => (await import('./costs/costs-section.tsx')).CostsSection,
  '72rem',
);
const ViewingSection = lazyComponent<ReportInput & { children: ReactNode }>(
  async () => (await import('./viewing/viewing-section.tsx')).ViewingSection,
  '96rem',
);
const KeepOrShareSection = lazyComponent<Pick<ReportInput, 'record' | 'today'>>(
  async () => (await import('./keep-or-share/keep-or-share-section.tsx')).KeepOrShareSection,
  '16rem',
);

/** The alert opens automatically, half a second after the report. */
const VehicleAlert = lazyComponent<VehicleTaxAlertProps>(
  async () => (await import('./alert/vehicle-alert.tsx')).VehicleTaxAlert,
  '0',
);

/** Only used in print. */
const PrintSheet = lazyComponent<PrintedReportHeaderProps>(
  async () => (await import('./print/print-sheet.tsx')).PrintedReportHeader,
  '0',
);

/** Reserves the height of one guide with its longest text, and a line, at each width. */
const GuidesPlaceholder = styled.div`
  --guides: 15.25rem;
  display: contents;
  ${media.phone} {
    --guides: 15.75rem;
  }
  ${media.narrow} {
    --guides: 17.25rem;
  }
`;

export interface ReportProps extends ReportInput {
  /** The document's head; by default the title of a report on the vehicle. */
  head?: ReactNode;
  /** Shown above everything else. */
  banner?: ReactNode;
  /** Notices of lower priority, after the decision. */
  notes?: ReactNode;
  /** Tiles about this report: its age and the reader's plan. */
  tiles?: ReactNode;
  /** The sources that are still being read; null when all have responded. */
  progress?: ReactNode;
  /** Adapts the decision's text to its reader. */
  adaptDecision?: (decision: BuyingDecision) => BuyingDecision;
}

/** A vehicle's report, in the order of a buyer's questions (`docs/report-order.md`). */
export function VehicleReportContent({
  record,
  fullCheck,
  today,
  head,
  banner,
  notes,
  tiles,
  progress = null,
  adaptDecision,
}: ReportProps) {
  const isSample = useIsSampleReport();
  const isLive = useIsLiveReport();
  const { registration } = record;
  const input = useMemo(() => ({ record, fullCheck, today }), [record, fullCheck, today]);
  const decision = useMemo(() => {
    const own = makeBuyingDecision(input);
    return adaptDecision?.(own) ?? own;
  }, [input, adaptDecision]);
  const isNoneToBuy = decision.verdict === 'FAILED' || hasLeftTheRoad(record, fullCheck);
  useScrollToSection();
  const picture = (
    <div id={pictureSectionId}>
      <PictureSection record={record} fullCheck={fullCheck} />
    </div>
  );
  return (
    <Page>
      {head === undefined ? <PageTitle title={messages.title(formatRegistration(registration))} /> : head}
      <PrintSheet registration={registration} today={today} isChecked={fullCheck !== null} />
      <Stack $gap={24}>
        {banner}
        <ReportGrid
          rail={<ReportSidebar {...input} decision={decision} />}
          actions={<SidebarActions registration={registration}>{progress}</SidebarActions>}
        >
          <BuyerQuestions decision={decision} />
          <ReportContents />
          {notes}
          <TaxAndMotStatusCards {...input} />
          <ReportTabs {...input} />
          <Grid $min="20rem" $gap={16}>
            <div id={motHistorySectionId}>
              <MotHistorySection {...input} />
            </div>
            <div id={mileageSectionId}>
              <MileageSection {...input} />
            </div>
          </Grid>
          {isLive || isSample ? (
            <div id={viewingSectionId}>
              <ViewingSection {...input}>{picture}</ViewingSection>
            </div>
          ) : (
            <ReportCard $padding={16}>{picture}</ReportCard>
          )}
          <div id={costsSectionId}>
            <CostsSection {...input} />
          </div>
          <div id={timelineSectionId}>
            <TimelineSection {...input} />
          </div>
          <div id={keepOrShareSectionId}>
            <KeepOrShareSection record={record} today={today} />
          </div>
          {isLive ? (
            <>
              <GuidesPlaceholder>
                <Slot
                  name="report.after-checks/v2"
                  props={{
                    registration,
                    verdict: decision.verdict,
                    findings: decision.reasons.map(({ id, level }) => ({ id, level })),
                    isChecked: fullCheck !== null,
                  }}
                  older={{ 'report.after-checks/v1': { registration } }}
                  size="var(--guides)"
                />
              </GuidesPlaceholder>
              <RemindersRow registration={registration} />
            </>
          ) : null}
          {tiles}
          <FooterActions />
        </ReportGrid>
      </Stack>
      <SourceAnnouncements record={record} />
      <PhoneReportActionBar registration={registration} quiet={isNoneToBuy}>
        {progress}
      </PhoneReportActionBar>
      {isLive ? <VehicleAlert {...input} verdict={decision.title} /> : null}
    </Page>
  );
}
