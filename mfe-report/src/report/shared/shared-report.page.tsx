import { useQuery } from '@tanstack/react-query';
import { readSharedReportEndpoint, type SharedReportAnswer } from '@ve/contracts/http/report/report-shares';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import { decisionForSharedReport } from '@ve/domain/verdict/decision-for-shared-report';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link, useSearchParams } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Page, Stack } from '@ve/ui/layout/layout';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading } from '@ve/ui/text/text';
import type { ReactNode } from 'react';
import { ReportKindContext } from '../kind/report-kind.ts';
import { LazyReport } from '../lazy-report.tsx';
import { messages } from './messages.en-gb.ts';

/** The contract accepts no longer token. */
const maxTokenLength = 200;

function PlainPage({ children }: { children: ReactNode }) {
  return (
    <Page width="step">
      <PageTitle title={messages.title} />
      <Stack $gap={24} $align="start">
        <Heading level={1}>{messages.title}</Heading>
        {children}
      </Stack>
    </Page>
  );
}

/** Why the link shows no report. */
function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <PlainPage>
      <Banner tone="warn" title={title}>
        {text}
      </Banner>
      <ButtonLink as={Link} to="/" $variant="secondary">
        {messages.another}
      </ButtonLink>
    </PlainPage>
  );
}

function Shared({ answer }: { answer: Extract<SharedReportAnswer, { outcome: 'found' }> }) {
  const { record, fullCheck, asOf, expiresAt } = answer;
  return (
    <ReportKindContext value="shared">
      <LazyReport
        loading={<Reading />}
        record={record}
        fullCheck={fullCheck}
        today={asOf}
        adaptDecision={decisionForSharedReport}
        banner={
          <Banner tone="info" title={messages.banner}>
            <p>
              {messages.asOf(formatInstant(record.fetchedAt))}{' '}
              {fullCheck === null ? messages.unchecked : messages.checked(formatInstant(fullCheck.checkedAt))}{' '}
              {messages.until(formatInstant(expiresAt))}
            </p>
            <p>{messages.omitted}</p>
          </Banner>
        }
      />
    </ReportKindContext>
  );
}

function Reading() {
  return (
    <PlainPage>
      <LoadingSkeleton label={messages.reading}>
        <Skeleton $width="16rem" $height="4rem" />
      </LoadingSkeleton>
    </PlainPage>
  );
}

function Read({ token }: { token: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['shared-report', token],
    queryFn: ({ signal }) => callApi(readSharedReportEndpoint, { body: { token }, signal }),
    // Each read is counted as a view, so it is only read again when the link is opened again.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (data === undefined) {
    if (error === null) return <Reading />;
    return (
      <PlainPage>
        <FormFailure title={messages.failed} error={error} />
        <Button busy={isFetching} busyLabel={messages.reading} onClick={() => void refetch()}>
          {messages.again}
        </Button>
      </PlainPage>
    );
  }
  switch (data.outcome) {
    case 'found':
      return <Shared answer={data} />;
    case 'ended': {
      const { title, text } = messages.ended[data.why];
      return <Nothing title={title} text={`${text(formatInstant(data.endedAt))} ${messages.askAgain}`} />;
    }
    case 'unknown':
      return <Nothing {...messages.unknown} />;
  }
}

/** `/shared-report?token=`: the shared part of a saved report, for any reader with the link. */
export function SharedReportPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  if (token === '' || token.length > maxTokenLength) return <Nothing {...messages.unknown} />;
  return <Read key={token} token={token} />;
}
