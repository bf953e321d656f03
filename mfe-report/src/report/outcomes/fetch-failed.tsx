import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { sampleFullCheck } from '@ve/domain/full-check/sample-full-check';
import { sampleRecord } from '@ve/domain/vehicle/record/sample-record';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { ApiError } from '@ve/mfe-kit/api';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { reportError } from '@ve/mfe-kit/report-errors';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { useEffect, useMemo } from 'react';
import { ReportKindContext } from '../kind/report-kind.ts';
import { messages } from '../messages.en-gb.ts';
import { Report } from '../report.tsx';
import { outcomeMessages } from './messages.en-gb.ts';

export interface FailedProps {
  /** The registration that could not be looked up; named only in the banner. */
  registration: string;
  error: unknown;
  onTryAgain: () => void;
}

/** The page of a failed fetch: a banner with a retry, above the sample report of an invented vehicle. */
export function Failed({ registration, error, onTryAgain }: FailedProps) {
  const words = outcomeMessages.failed;
  const today = londonDate(new Date());
  const record = useMemo(() => sampleRecord(today), [today]);
  const fullCheck = useMemo(() => sampleFullCheck(today), [today]);
  useEffect(() => {
    reportError(new Error(logLine(error)), { type: 'JavaScript Error', componentName: 'Report' });
  }, [error]);
  return (
    <ReportKindContext value="sample">
      <Report
        record={record}
        fullCheck={fullCheck}
        today={today}
        head={<PageTitle title={words.title} />}
        banner={
          <Banner
            tone="fail"
            role="alert"
            title={words.title}
            actions={<Button onClick={onTryAgain}>{messages.tryAgain}</Button>}
          >
            <p>{reasonOf(error)}</p>
            <p>
              <strong>{words.sample}.</strong> {words.notYours(formatRegistration(registration))}
            </p>
          </Banner>
        }
      />
    </ReportKindContext>
  );
}

/** The reason as text for the reader. */
const reasonOf = (error: unknown): string => (error instanceof ApiError ? error.title : outcomeMessages.failed.unknown);

/** The failure as text for the error log only, by specification section 8, which names our components. */
function logLine(error: unknown): string {
  if (!(error instanceof ApiError)) return `Vehicle data API error: ${String(error)}`;
  if (error.code === 'vehicle-data-failed') return 'No vehicle data received from API';
  if (error.code === 'network') return `API connection failed: ${String(error.cause ?? error.title)}`;
  return `Vehicle data API error: ${error.code} (${error.status})`;
}
