import { relativeTime } from '@ve/domain/kernel/time/relative-time';
import { SignedInBrowserRow } from '@ve/mfe-kit/signed-in-browser-row';
import { useSignOut } from '@ve/mfe-kit/sign-out';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Button } from '@ve/ui/button/button';
import { Row, Section, Stack } from '@ve/ui/layout/layout';
import { useAccountSessions } from '../../platform/account.query.ts';
import { messages } from '../messages.en-gb.ts';
import { LoadedList, ListRows } from '../../platform/list-states.tsx';

const labels = messages.sessions;

export interface SessionListProps {
  userId: string;
  leave: (signOut: () => Promise<void>) => Promise<void>;
}

/** The browsers that are signed in, with buttons to end one or all of these sessions. */
export function SessionList({ userId, leave }: SessionListProps) {
  const query = useAccountSessions(userId);
  const { dataUpdatedAt, refetch } = query;
  const { everywhere } = useSignOut();
  const { submission, submit } = useFormSubmission(() => leave(everywhere));
  return (
    <Section title={labels.title}>
      <LoadedList query={query} labels={labels}>
        {(entries) => (
          <Stack $gap={16} $align="stretch">
            <ListRows>
              {entries.map((entry) => (
                <li key={entry.id}>
                  <SignedInBrowserRow
                    entry={entry}
                    labels={labels}
                    failed={labels.failed}
                    used={labels.used(relativeTime(entry.lastSeenAt, new Date(dataUpdatedAt)))}
                    onEnded={() => void refetch()}
                  />
                </li>
              ))}
            </ListRows>
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
