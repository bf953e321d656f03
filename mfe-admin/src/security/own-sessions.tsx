import { listSessionsEndpoint } from '@ve/contracts/http/identity/auth';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '@ve/mfe-kit/api';
import { SignedInBrowserRow } from '@ve/mfe-kit/signed-in-browser-row';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Section, Stack } from '@ve/ui/layout/layout';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { StatusBadge } from '@ve/ui/status/status';
import { messages as platform } from '../platform/messages.en-gb.ts';
import { messages } from './messages.en-gb.ts';

const labels = messages.sessions;

/** The sessions of this member of staff, with buttons to end each. */
export function OwnSessions() {
  const { data, error, refetch } = useQuery({
    queryKey: ['staff-sessions'],
    queryFn: ({ signal }) => callApi(listSessionsEndpoint, { signal }),
  });
  return (
    <Section title={labels.title}>
      {error ? (
        <Banner tone="fail" role="alert" title={labels.failedTitle}>
          <Button variant="secondary" onClick={() => void refetch()}>
            {platform.retry}
          </Button>
        </Banner>
      ) : null}
      {data ? (
        <Stack>
          {data.sessions.map((entry) => (
            <SignedInBrowserRow
              key={entry.id}
              entry={entry}
              labels={labels}
              failed={labels.endFailed}
              used={
                <>
                  {labels.used} <RelativeTime at={entry.lastSeenAt} />
                </>
              }
              badge={entry.openedBy === 'password-totp' ? <StatusBadge tone="warn">{labels.staff}</StatusBadge> : null}
              onEnded={() => void refetch()}
            />
          ))}
        </Stack>
      ) : error ? null : (
        <LoadingSkeleton label={labels.loading}>
          <Skeleton $height="3rem" />
        </LoadingSkeleton>
      )}
    </Section>
  );
}
