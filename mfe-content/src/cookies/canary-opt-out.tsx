import {
  type VisitorChannelChoice,
  chooseVisitorChannelEndpoint,
  readVisitorChannelEndpoint,
} from '@ve/contracts/http/releases/visitor-channel';
import { callApi } from '@ve/mfe-kit/api';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { MutedText } from '@ve/ui/text/text';
import { useEffect, useRef, useState } from 'react';
import { messages } from './messages.en-gb.ts';

const labels = messages.trials;

/**
 * The choice of this browser. It is in a cookie that scripts cannot read, so it is `any` until the service has
 * responded.
 */
function useChoice() {
  const [choice, setChoice] = useState<VisitorChannelChoice>('any');
  const reading = useRef<AbortController>(null);
  useEffect(() => {
    const current = new AbortController();
    reading.current = current;
    void callApi(readVisitorChannelEndpoint, { signal: current.signal }).then(
      (answer) => setChoice(answer.choice),
      // The button works without the current choice.
      () => undefined,
    );
    return () => {
      current.abort();
    };
  }, []);
  const choose = async (wanted: VisitorChannelChoice): Promise<VisitorChannelChoice> => {
    // A response about an earlier choice must not overwrite this one.
    reading.current?.abort();
    const answer = await callApi(chooseVisitorChannelEndpoint, { body: { choice: wanted } });
    setChoice(answer.choice);
    return answer.choice;
  };
  return { choice, choose };
}

/** The button to opt out of trials of new versions, and to opt in again. */
export function CanaryOptOut() {
  const { choice, choose } = useChoice();
  const { submission, submit } = useFormSubmission(choose);
  const wanted = choice === 'any' ? 'stable' : 'any';
  return (
    <Stack $gap={12}>
      {submission.state === 'done' ? (
        <Banner tone="pass" role="status" title={labels.done[submission.answer].title}>
          {labels.done[submission.answer].body}
        </Banner>
      ) : null}
      <SubmissionFailure title={labels.failed} submission={submission} />
      <Row $gap={16}>
        <Button
          variant="secondary"
          busy={submission.state === 'busy'}
          busyLabel={labels.busy}
          onClick={() => void submit(wanted)}
        >
          {labels.choose[wanted]}
        </Button>
        {choice === 'stable' ? <StatusBadge tone="info">{labels.optedOut}</StatusBadge> : null}
      </Row>
      <noscript>
        <MutedText>{labels.noScript}</MutedText>
      </noscript>
    </Stack>
  );
}
