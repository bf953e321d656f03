import { endSessionEndpoint, type SessionList } from '@ve/contracts/http/identity/auth';
import { callApi } from '@ve/mfe-kit/api';
import { Button } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { MutedText } from '@ve/ui/text/text';
import type { ReactNode } from 'react';
import { SubmissionFailure } from './submission-failure.tsx';
import { useFormSubmission } from './use-form-submission.tsx';

interface SessionRowProps {
  entry: SessionList['sessions'][number];
  labels: { unknown: string; current: string; end: string; endOf: (device: string) => string; ending: string };
  /** The title of a failure. */
  failed: string;
  /** When it was last used. */
  used: ReactNode;
  badge?: ReactNode;
  onEnded: () => void;
}

/** A browser that is signed in, with a button to end its session unless it is this one. */
export function SignedInBrowserRow({ entry, labels, failed, used, badge, onEnded }: SessionRowProps) {
  const { submission, submit } = useFormSubmission(async () => {
    await callApi(endSessionEndpoint, { params: { id: entry.id } });
    onEnded();
  });
  const device = entry.device ?? labels.unknown;
  return (
    <Stack $gap={8}>
      <Row $justify="between">
        <div>
          <Row $gap={8}>
            {device}
            {badge}
          </Row>
          <MutedText>{used}</MutedText>
        </div>
        {entry.current ? (
          <StatusBadge tone="info">{labels.current}</StatusBadge>
        ) : (
          <Button
            variant="secondary"
            aria-label={labels.endOf(device)}
            busy={submission.state === 'busy'}
            busyLabel={labels.ending}
            onClick={() => void submit(undefined)}
          >
            {labels.end}
          </Button>
        )}
      </Row>
      <SubmissionFailure title={failed} submission={submission} />
    </Stack>
  );
}
