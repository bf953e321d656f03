import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { sampleFullCheck } from '@ve/domain/full-check/sample-full-check';
import { sampleRecord } from '@ve/domain/vehicle/record/sample-record';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { ApiError } from '@ve/mfe-kit/api';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { reportError } from '@ve/mfe-kit/report-errors';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Page, Row, Stack } from '@ve/ui/layout/layout';
import { Plate } from '@ve/ui/plate/plate';
import { Heading } from '@ve/ui/text/text';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { ReportKindContext } from '../kind/report-kind.ts';
import { messages } from '../messages.en-gb.ts';
import { LazyReport } from '../lazy-report.tsx';
import { vehicleFetchOutcomeMessages } from './messages.en-gb.ts';

export interface VehicleFetchFailedPageProps {
  /** The registration that could not be looked up. */
  registration: string;
  error: unknown;
  onTryAgain: () => void;
  /** Offers a mail for when a source answers; shown only where every source was asked. */
  mailOffer: ReactNode;
}

/**
 * The page of a failed fetch: that no source answered, what to do, an e-mail when one does, and on request the
 * sample report of an invented vehicle, whose verdict would otherwise be read as this vehicle's.
 */
export function VehicleFetchFailedPage({ registration, error, onTryAgain, mailOffer }: VehicleFetchFailedPageProps) {
  const labels = vehicleFetchOutcomeMessages.failed;
  const [isSampleShown, setIsSampleShown] = useState(false);
  useEffect(() => {
    reportError(new Error(logLine(error)), { type: 'JavaScript Error', componentName: 'Report' });
  }, [error]);
  const notice = (
    <Banner
      tone="unknown"
      role="alert"
      title={labels.title}
      actions={
        <Row $gap={12}>
          <Button onClick={onTryAgain}>{messages.tryAgain}</Button>
          {isSampleShown ? null : (
            <Button variant="quiet" onClick={() => setIsSampleShown(true)}>
              {labels.showSample}
            </Button>
          )}
        </Row>
      }
    >
      <p>{reasonOf(error)}</p>
      {isSampleShown ? (
        <p>
          <strong>{labels.sample}.</strong> {labels.notYours(formatRegistration(registration))}
        </p>
      ) : null}
    </Banner>
  );
  // Without a response of our own server it is not known whether the sources would have answered.
  const offer = isSilence(error) ? mailOffer : null;
  if (isSampleShown) {
    return (
      <SampleBelow
        notice={
          <>
            {notice}
            {offer}
          </>
        }
      />
    );
  }
  return (
    <Page width="reading">
      <PageTitle title={labels.title} />
      <Stack $gap={24} $align="start">
        <Plate registration={registration} size="l" />
        <Heading level={1}>{isSilence(error) ? labels.heading : labels.otherHeading}</Heading>
        {notice}
        {offer}
      </Stack>
    </Page>
  );
}

/** The sample report, with the notice of what it is. */
function SampleBelow({ notice }: { notice: ReactNode }) {
  const today = londonDate(new Date());
  const record = useMemo(() => sampleRecord(today), [today]);
  const fullCheck = useMemo(() => sampleFullCheck(today), [today]);
  return (
    <ReportKindContext value="sample">
      <LazyReport
        loading={<Page width="reading">{notice}</Page>}
        record={record}
        fullCheck={fullCheck}
        today={today}
        head={<PageTitle title={vehicleFetchOutcomeMessages.failed.title} />}
        banner={notice}
      />
    </ReportKindContext>
  );
}

/** Whether every source was asked, and none answered. */
const isSilence = (error: unknown): boolean => error instanceof ApiError && error.code === 'vehicle-data-failed';

/** The reason as text for the reader. */
const reasonOf = (error: unknown): string =>
  error instanceof ApiError ? error.title : vehicleFetchOutcomeMessages.failed.unknown;

/** The failure as text for the error log only, by specification section 8, which names our components. */
function logLine(error: unknown): string {
  if (!(error instanceof ApiError)) return `Vehicle data API error: ${String(error)}`;
  if (error.code === 'vehicle-data-failed') return 'No vehicle data received from API';
  if (error.code === 'network') return `API connection failed: ${String(error.cause ?? error.title)}`;
  return `Vehicle data API error: ${error.code} (${error.status})`;
}
