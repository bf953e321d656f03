import { sampleFullCheck } from '@ve/domain/full-check/sample-full-check';
import { sampleRecord } from '@ve/domain/vehicle/record/sample-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { PageHead } from '@ve/mfe-kit/page-head';
import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Page, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Skeleton } from '@ve/ui/skeleton/skeleton';
import { useMemo, useSyncExternalStore } from 'react';
import { ReportKindContext } from '../kind/report-kind.ts';
import { LazyReport } from '../lazy-report.tsx';
import { ReportGrid } from '../report-grid.tsx';
import { VehicleHeading } from '../summary/sidebar.tsx';
import { messages } from './messages.en-gb.ts';

const never = () => () => undefined;
const here = () => londonDate(new Date());
const whilePrerendering = () => null;

/** `/sample-report`: the report and the full check of an invented vehicle, relative to today's date. */
export function SampleReportPage() {
  // Prerendered HTML is older than today, so content with dates is only rendered in the browser.
  const today = useSyncExternalStore<IsoDate | null>(never, here, whilePrerendering);
  return (
    <ReportKindContext value="sample">
      <PageHead title={messages.title} description={messages.description} path="/sample-report" />
      {today === null ? <Waiting /> : <Sample today={today} />}
    </ReportKindContext>
  );
}

function Notice() {
  return (
    <Banner
      tone="info"
      title={messages.notice}
      actions={
        <TextLink as={Link} to="/">
          {messages.check}
        </TextLink>
      }
    >
      {messages.lead}
    </Banner>
  );
}

function Sample({ today }: { today: IsoDate }) {
  const record = useMemo(() => sampleRecord(today), [today]);
  const fullCheck = useMemo(() => sampleFullCheck(today), [today]);
  return (
    <LazyReport
      loading={<Waiting />}
      record={record}
      fullCheck={fullCheck}
      today={today}
      head={null}
      banner={<Notice />}
    />
  );
}

/** Only for the name, which needs no date; the rest is a placeholder. */
const undated = sampleRecord('2026-01-01');

function Waiting() {
  return (
    <Page>
      <Stack $gap={24}>
        <Notice />
        <noscript>{messages.noScript}</noscript>
        <ReportGrid
          rail={
            <>
              <VehicleHeading record={undated} />
              <Skeleton $height="18rem" />
            </>
          }
        >
          <Skeleton $height="10rem" />
          <Skeleton $height="8rem" />
          <Skeleton $height="32rem" />
        </ReportGrid>
      </Stack>
    </Page>
  );
}
