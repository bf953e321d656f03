import { useQuery } from '@tanstack/react-query';
import { readStanding, type Standing } from '@ve/contracts/http/admin-operations';
import { formatInstantShort } from '@ve/domain/time/format-date';
import { callApi } from '@ve/mfe-kit/api';
import { Link, useLocation } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { TextLink } from '@ve/ui/link/link-style';
import { Skeleton } from '@ve/ui/skeleton/skeleton';
import { durationOf } from './duration.ts';
import { ReadFailure } from './read-failure.tsx';
import { messages } from './verdict-messages.en-gb.ts';
import { scheduledWords, vendorWords } from './words.ts';

interface Remark {
  text: string;
  /** Where more of it stands. */
  to: string;
}

const operations = '/admin/operations';
/** The relay gives a job to its queue within seconds. */
const oldSeconds = 60;

const ifAny = (found: Standing['givenUp'], text: (found: Standing['givenUp']) => string, to: string): Remark[] =>
  found.total === 0 ? [] : [{ text: text(found), to }];

/** The time in the UK, with the day where it is not today. */
const timeOf = (instant: string): string => {
  const [then, now] = [formatInstantShort(instant), formatInstantShort(new Date())];
  const [day, time] = then.split(' ');
  return time !== undefined && now.startsWith(String(day)) ? time : then;
};

/** What is wrong with the service, the worst first. */
const faultsOf = (standing: Standing): Remark[] => [
  ...(standing.queues ? [] : [{ text: messages.queues, to: operations }]),
  ...(standing.outboxSeconds < oldSeconds
    ? []
    : [{ text: messages.outbox(durationOf(standing.outboxSeconds)), to: operations }]),
  ...standing.vendors.map(({ vendor, answeredAt }) => ({
    text: messages.vendor(vendorWords(vendor), answeredAt === null ? null : timeOf(answeredAt)),
    to: operations,
  })),
  ...ifAny(standing.givenUp, messages.givenUp, operations),
  ...standing.scheduledJobs.map(({ name, state }) => ({ text: messages[state](scheduledWords(name)), to: operations })),
  ...ifAny(standing.failedEvents, messages.failedEvents, '/admin/webhooks?state=failed'),
  ...ifAny(standing.failedMails, messages.failedMails, '/admin/mails'),
  ...ifAny(standing.escalated, messages.escalated, '/admin/complaints'),
];

/** What waits for somebody, although the service is well. */
const waitingOf = ({ openComplaints, openDisputes, openErrors }: Standing): Remark[] => [
  ...ifAny(openComplaints, messages.complaints, '/admin/complaints'),
  ...ifAny(openDisputes, messages.disputes, '/admin/complaints'),
  ...ifAny(openErrors, messages.errors, '/admin?tab=errors'),
];

function Remarks({ of }: { of: readonly Remark[] }) {
  const { pathname } = useLocation();
  return of.map(({ text, to }, index) => (
    <span key={text}>
      {index === 0 ? '' : ', '}
      {to === pathname ? (
        text
      ) : (
        <TextLink as={Link} to={to}>
          {text}
        </TextLink>
      )}
    </span>
  ));
}

/** How the service stands, in a line at the top: what is wrong, each with the way to it, or that all is well. */
export function Verdict() {
  const { data, error, isFetching, refetch } = useQuery({
    // Read again with the rest of operations, when something there was changed.
    queryKey: ['admin-operations', 'standing'],
    queryFn: ({ signal }) => callApi(readStanding, { signal }),
    staleTime: 0,
    refetchInterval: 30_000,
    retry: false,
  });
  if (error !== null) {
    return (
      <ReadFailure title={messages.failed} busy={isFetching} again={() => void refetch()}>
        {messages.failedText}
      </ReadFailure>
    );
  }
  if (data === undefined) {
    return (
      <div role="status" aria-label={messages.reading}>
        <Skeleton $height="4.5rem" />
      </div>
    );
  }
  const [faults, waiting] = [faultsOf(data), waitingOf(data)];
  return (
    <section aria-label={messages.label}>
      <Banner
        tone={faults.length === 0 ? 'pass' : 'fail'}
        role="status"
        title={faults.length === 0 ? messages.well : <Remarks of={faults} />}
      >
        {waiting.length === 0 ? (
          messages.nothingWaits
        ) : (
          <>
            {messages.waiting}
            <Remarks of={waiting} />
          </>
        )}
      </Banner>
    </section>
  );
}
