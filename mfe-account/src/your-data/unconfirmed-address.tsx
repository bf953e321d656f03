import { requestEmailConfirmationEndpoint } from '@ve/contracts/http/identity/auth';
import { callApi } from '@ve/mfe-kit/api';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { messages } from './messages.en-gb.ts';

const labels = messages.unconfirmed;

/** The parts that a copy lacks until the address is confirmed, and the button that mails the link to confirm it. */
export function UnconfirmedAddress({ email }: { email: string }) {
  const { submission, submit } = useFormSubmission(() => callApi(requestEmailConfirmationEndpoint));
  if (submission.state === 'done') {
    const { tone, title, text } = labels[submission.answer.outcome];
    return (
      <FocusedResult>
        <Banner tone={tone} role="status" title={title}>
          {text(email)}
        </Banner>
      </FocusedResult>
    );
  }
  return (
    <>
      <Banner
        tone="warn"
        title={labels.title}
        actions={
          <Button
            variant="secondary"
            busy={submission.state === 'busy'}
            busyLabel={labels.busy}
            onClick={() => void submit(undefined)}
          >
            {labels.action}
          </Button>
        }
      >
        {labels.text(email)}
      </Banner>
      <SubmissionFailure title={labels.failed} submission={submission} />
    </>
  );
}
