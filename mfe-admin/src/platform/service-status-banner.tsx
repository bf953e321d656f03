import { useQuery } from '@tanstack/react-query';
import { readServiceStatusEndpoint, type ServiceStatus } from '@ve/contracts/http/operations/admin-operations';
import { type CountedFault, type ServiceFault, serviceFaultsOf } from '@ve/domain/operations/service-faults';
import { formatInstantShort } from '@ve/domain/kernel/time/format-date';
import { callApi } from '@ve/mfe-kit/api';
import { Link, useLocation } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { TextLink } from '@ve/ui/link/link-style';
import { Skeleton } from '@ve/ui/skeleton/skeleton';
import { colour, target } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { formatDuration } from './duration.ts';
import { ReadFailureBanner } from './read-failure-banner.tsx';
import { messages } from './verdict-messages.en-gb.ts';
import { scheduledJobLabel, vendorLabel } from './labels.ts';

interface Problem {
  text: string;
  /** The page with the details. */
  to: string;
}

const operations = '/admin/operations';

const ifAny = (
  found: ServiceStatus['deadLetters'],
  text: (found: ServiceStatus['deadLetters']) => string,
  to: string,
): Problem[] => (found.total === 0 ? [] : [{ text: text(found), to }]);

/** The time in the UK, with the day if it is not today. */
const timeOf = (instant: string): string => {
  const [then, now] = [formatInstantShort(instant), formatInstantShort(new Date())];
  const [day, time] = then.split(' ');
  return time !== undefined && now.startsWith(String(day)) ? time : then;
};

/** Where a fault is listed, if not among the operations. */
const pages: Partial<Record<CountedFault, string>> = {
  rolledBackCanaries: '/admin/releases',
  failedEvents: '/admin/webhooks?state=failed',
  failedMails: '/admin/mails',
  escalated: '/admin/cases?kind=complaint',
  overdueCases: '/admin/cases',
};

const textOf = (fault: ServiceFault): string => {
  switch (fault.kind) {
    case 'queues':
      return messages.queues;
    case 'late-queue':
      return messages.lateQueue(fault.name, formatDuration(fault.seconds));
    case 'outbox':
      return messages.outbox(formatDuration(fault.seconds));
    case 'vendor':
      return messages.vendor(vendorLabel(fault.vendor), fault.answeredAt === null ? null : timeOf(fault.answeredAt));
    case 'scheduled-job':
      return messages[fault.state](scheduledJobLabel(fault.name));
    case 'counted':
      return messages[fault.what](fault.found);
  }
};

const toProblem = (fault: ServiceFault): Problem => ({
  text: textOf(fault),
  to: (fault.kind === 'counted' ? pages[fault.what] : undefined) ?? operations,
});

/** The work that is pending for staff, also in a healthy service. */
const waitingOf = ({ openCases, openErrors }: ServiceStatus): Problem[] => [
  ...ifAny(openCases, messages.cases, '/admin/cases'),
  ...ifAny(openErrors, messages.errors, '/admin?tab=errors'),
];

function RemarkLink({ text, to }: Problem) {
  const { pathname } = useLocation();
  if (to === pathname) return text;
  return (
    <TextLink as={Link} to={to}>
      {text}
    </TextLink>
  );
}

const List = styled.ul`
  margin: 0;
  padding-inline-start: 1.25em;
`;

const More = styled.summary`
  display: flex;
  align-items: center;
  min-height: ${target};
  color: ${colour('brand')};
  text-decoration: underline;
  cursor: pointer;
`;

const RemarkList = ({ of }: { of: readonly Problem[] }) => (
  <List>
    {of.map((remark) => (
      <li key={remark.text}>
        <RemarkLink {...remark} />
      </li>
    ))}
  </List>
);

/** How many problems are shown at first, the worst ones; a button shows the others. */
const maxShownProblems = 3;

function Problems({ of }: { of: readonly Problem[] }) {
  const others = of.slice(maxShownProblems);
  return (
    <>
      <RemarkList of={of.slice(0, maxShownProblems)} />
      {others.length === 0 ? null : (
        <details>
          <More>{messages.more(others.length)}</More>
          <RemarkList of={others} />
        </details>
      )}
    </>
  );
}

/** The pending work in one line. "Nothing waits" is only shown for a healthy service. */
function Waiting({ of, isHealthy }: { of: readonly Problem[]; isHealthy: boolean }) {
  if (of.length === 0) return isHealthy ? messages.nothingWaits : null;
  return (
    <p>
      {messages.waiting}
      {of.map((remark, index) => (
        <span key={remark.text}>
          {index === 0 ? '' : ', '}
          <RemarkLink {...remark} />
        </span>
      ))}
    </p>
  );
}

/** The service status at the top of the page: its problems, each with a link, or that it runs normally. */
export function ServiceStatusBanner() {
  const { data, error, isFetching, refetch } = useQuery({
    // Refetched with the rest of operations, when something was changed there.
    queryKey: ['admin-operations', 'service-status'],
    queryFn: ({ signal }) => callApi(readServiceStatusEndpoint, { signal }),
    staleTime: 0,
    refetchInterval: 30_000,
    retry: false,
  });
  if (error !== null) {
    return (
      <ReadFailureBanner title={messages.failed} busy={isFetching} again={() => void refetch()}>
        {messages.failedText}
      </ReadFailureBanner>
    );
  }
  if (data === undefined) {
    return (
      <div role="status" aria-label={messages.reading}>
        <Skeleton $height="4.5rem" />
      </div>
    );
  }
  const [currentProblems, waiting] = [serviceFaultsOf(data).map(toProblem), waitingOf(data)];
  const isHealthy = currentProblems.length === 0;
  return (
    <section aria-label={messages.label}>
      <Banner
        tone={isHealthy ? 'pass' : 'fail'}
        role="status"
        title={isHealthy ? messages.well : messages.faults(currentProblems.length)}
      >
        {isHealthy ? null : <Problems of={currentProblems} />}
        <Waiting of={waiting} isHealthy={isHealthy} />
      </Banner>
    </section>
  );
}
