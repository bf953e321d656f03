import { relativeTime } from '@ve/domain/kernel/time/relative-time';
import { SessionRow } from '@ve/mfe-kit/session-row';
import { useSignOut } from '@ve/mfe-kit/sign-out';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Button } from '@ve/ui/button/button';
import { Row, Section, Stack } from '@ve/ui/layout/layout';
import { useSessions } from '../../platform/account.query.ts';
import { messages } from '../messages.en-gb.ts';
import { LoadedList, Rows } from '../../platform/list-states.tsx';

const labels = messages.sessions;

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
    <Section title={labels.title}>
      <LoadedList query={query} words={labels}>
        {(entries) => (
          <Stack $gap={16} $align="stretch">
            <Rows>
              {entries.map((entry) => (
                <li key={entry.id}>
                  <SessionRow
                    entry={entry}
                    words={labels}
                    failed={labels.failed}
                    used={labels.used(relativeTime(entry.lastSeenAt, new Date(dataUpdatedAt)))}
                    onEnded={() => void refetch()}
                  />
                </li>
              ))}
            </Rows>
            <SubmissionFailure title={labels.failed} submission={submission} />
            <Row>
              <Button
                variant="secondary"
                busy={submission.state === 'busy'}
                busyLabel={labels.ending}
                onClick={() => void submit(undefined)}
              >
                {labels.everywhere}
              </Button>
            </Row>
          </Stack>
        )}
      </LoadedList>
    </Section>
  );
}
