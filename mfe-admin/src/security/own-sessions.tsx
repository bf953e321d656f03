import { endSession, listSessions, type SessionList } from '@ve/contracts/http/identity/auth';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Row, Section, Stack } from '@ve/ui/layout/layout';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { Loading, Skeleton } from '@ve/ui/skeleton/skeleton';
import { StatusBadge } from '@ve/ui/status/status';
import { Muted } from '@ve/ui/text/text';
import { messages as platform } from '../platform/messages.en-gb.ts';
import { messages } from './messages.en-gb.ts';

const words = messages.sessions;

function Entry({ entry, onEnded }: { entry: SessionList['sessions'][number]; onEnded: () => void }) {
  const { submission, submit } = useSubmission(async () => {
    await callApi(endSession, { params: { id: entry.id } });
    onEnded();
  });
  const device = entry.device ?? words.unknown;
  return (
    <Stack $gap={8}>
      <Row $justify="between">
        <div>
          <Row $gap={8}>
            {device}
            {entry.openedBy === 'password-totp' ? <StatusBadge tone="warn">{words.staff}</StatusBadge> : null}
          </Row>
          <Muted>
            {words.used} <RelativeTime at={entry.lastSeenAt} />
          </Muted>
        </div>
        {entry.current ? (
          <StatusBadge tone="info">{words.current}</StatusBadge>
        ) : (
          <Button
            variant="secondary"
            aria-label={words.endOf(device)}
            busy={submission.state === 'busy'}
            busyLabel={words.ending}
            onClick={() => void submit(undefined)}
          >
            {words.end}
          </Button>
        )}
      </Row>
      {submission.state === 'failed' ? <FormFailure title={words.endFailed} error={submission.error} /> : null}
    </Stack>
  );
}

/** The sessions of this member of staff, with buttons to end each. */
export function OwnSessions() {
  const { data, error, refetch } = useQuery({
    queryKey: ['staff-sessions'],
    queryFn: ({ signal }) => callApi(listSessions, { signal }),
  });
  return (
    <Section title={words.title}>
      {error ? (
        <Banner tone="fail" role="alert" title={words.failedTitle}>
          <Button variant="secondary" onClick={() => void refetch()}>
            {platform.retry}
          </Button>
        </Banner>
      ) : null}
      {data ? (
        <Stack>
          {data.sessions.map((entry) => (
            <Entry key={entry.id} entry={entry} onEnded={() => void refetch()} />
          ))}
        </Stack>
      ) : error ? null : (
        <Loading label={words.loading}>
          <Skeleton $height="3rem" />
        </Loading>
      )}
    </Section>
  );
}
