import { formatRegistration } from '@ve/domain/registration/format-registration';
import { sampleRecord } from '@ve/domain/report/sample-record';
import { londonDate } from '@ve/domain/time/london-date';
import { ApiError } from '@ve/mfe-kit/api';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { useMemo } from 'react';
import { messages } from '../messages.en-gb.ts';
import { Report } from '../report.tsx';
import { SampleContext } from '../sample/sample.tsx';

interface FailedProps {
  /** The registration that could not be looked up; named in the banner only. */
  registration: string;
  error: unknown;
  onTryAgain: () => void;
}

/** The fetch failed: an error banner with a retry, above the sample report of a made-up vehicle. */
export function Failed({ registration, error, onTryAgain }: FailedProps) {
  const words = messages.failed;
  const today = londonDate(new Date());
  const record = useMemo(() => sampleRecord(today), [today]);
  return (
    <SampleContext value={true}>
      <Report
        record={record}
        today={today}
        loadedAt={null}
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
    </SampleContext>
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return messages.failed.answered('unknown');
  return error.code === 'network' ? messages.failed.network(error.title) : messages.failed.answered(error.title);
}
