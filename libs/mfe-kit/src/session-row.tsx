import { endSession, type SessionList } from '@ve/contracts/http/identity/auth';
import { callApi } from '@ve/mfe-kit/api';
import { Button } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { Muted } from '@ve/ui/text/text';
import type { ReactNode } from 'react';
import { SubmissionFailure } from './submission-failure.tsx';
import { useSubmission } from './use-submission.tsx';

interface SessionRowProps {
  entry: SessionList['sessions'][number];
  words: { unknown: string; current: string; end: string; endOf: (device: string) => string; ending: string };
  /** The title of a failure. */
  failed: string;
  /** When it was last used. */
  used: ReactNode;
  badge?: ReactNode;
  onEnded: () => void;
}

/** A browser that is signed in, with a button to end its session unless it is this one. */
export function SessionRow({ entry, words, failed, used, badge, onEnded }: SessionRowProps) {
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
            {badge}
          </Row>
          <Muted>{used}</Muted>
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
      <SubmissionFailure title={failed} submission={submission} />
    </Stack>
  );
}
