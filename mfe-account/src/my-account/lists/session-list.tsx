import { endSession, type SessionList as Sessions } from '@ve/contracts/http/identity/auth';
import { relativeTime } from '@ve/domain/kernel/time/relative-time';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { useSignOut } from '@ve/mfe-kit/sign-out';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Button } from '@ve/ui/button/button';
import { Row as Line, Section, Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { Muted } from '@ve/ui/text/text';
import { useSessions } from '../../platform/account.query.ts';
import { messages } from '../messages.en-gb.ts';
import { LoadedList, Rows } from '../../platform/list-states.tsx';

const words = messages.sessions;

type Entry = Sessions['sessions'][number];

function Row({ entry, now, onEnded }: { entry: Entry; now: Date; onEnded: () => void }) {
  const { submission, submit } = useSubmission(async () => {
    await callApi(endSession, { params: { id: entry.id } });
    onEnded();
  });
  const device = entry.device ?? words.unknown;
  return (
    <Stack $gap={8}>
      <Line $justify="between">
        <div>
          <p>{device}</p>
          <Muted>{words.used(relativeTime(entry.lastSeenAt, now))}</Muted>
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
      </Line>
      {submission.state === 'failed' ? <FormFailure title={words.failed} error={submission.error} /> : null}
    </Stack>
  );
}

export interface SessionListProps {
  userId: string;
  leave: (signOut: () => Promise<void>) => Promise<void>;
}

/** The browsers that are signed in, with buttons to end one or all of these sessions. */
export function SessionList({ userId, leave }: SessionListProps) {
  const query = useSessions(userId);
  const { dataUpdatedAt, refetch } = query;
  const { everywhere } = useSignOut();
  const { submission, submit } = useSubmission(() => leave(everywhere));
  return (
    <Section title={words.title}>
      <LoadedList query={query} words={words}>
        {(entries) => (
          <Stack $gap={16} $align="stretch">
            <Rows>
              {entries.map((entry) => (
                <li key={entry.id}>
                  <Row entry={entry} now={new Date(dataUpdatedAt)} onEnded={() => void refetch()} />
                </li>
              ))}
            </Rows>
            {submission.state === 'failed' ? <FormFailure title={words.failed} error={submission.error} /> : null}
            <Line>
              <Button
                variant="secondary"
                busy={submission.state === 'busy'}
                busyLabel={words.ending}
                onClick={() => void submit(undefined)}
              >
                {words.everywhere}
              </Button>
            </Line>
          </Stack>
        )}
      </LoadedList>
    </Section>
  );
}
