import { requestAccountDeletionEndpoint } from '@ve/contracts/http/privacy/account-deletion';
import { callApi } from '@ve/mfe-kit/api';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Section, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { messages } from './delete-account.messages.en-gb.ts';

/** Mails the link that deletes the account; deletes nothing itself. */
export function RequestAccountDeletion({ email }: { email: string }) {
  const { submission, submit } = useFormSubmission(() => callApi(requestAccountDeletionEndpoint));
  if (submission.state === 'done') {
    const staff = submission.answer.outcome === 'staff';
    return (
      <Section title={messages.title} id="delete">
        <FocusedResult>
          <Banner tone={staff ? 'warn' : 'pass'} role="status" title={staff ? messages.staffTitle : messages.sentTitle}>
            {staff ? messages.staffText : messages.sentText(email)}
          </Banner>
        </FocusedResult>
      </Section>
    );
  }
  return (
    <Section title={messages.title} lead={messages.lead} id="delete">
      <Stack $gap={16} $align="start">
        <Text>
          {messages.goes} {messages.kept}
        </Text>
        <SubmissionFailure title={messages.failed} submission={submission} />
        <Button
          variant="secondary"
          busy={submission.state === 'busy'}
          busyLabel={messages.busy}
          onClick={() => void submit(undefined)}
        >
          {messages.action}
        </Button>
      </Stack>
    </Section>
  );
}
