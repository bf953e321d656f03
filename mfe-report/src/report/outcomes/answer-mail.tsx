import { requestAnswerMailEndpoint } from '@ve/contracts/http/report/answer-mail';
import { emailErrorMessage } from '@ve/domain/kernel/email/email-error-message';
import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import { callApi } from '@ve/mfe-kit/api';
import { useSession } from '@ve/mfe-kit/session';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { Button } from '@ve/ui/button/button';
import { Card } from '@ve/ui/card/card';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { styled } from 'styled-components';
import { answerMailMessages as labels } from './answer-mail-messages.en-gb.ts';

/** It contains an address, which has no spaces. */
const AddressCard = styled(Card)`
  overflow-wrap: anywhere;
`;

export interface AnswerMailProps {
  registration: string;
  /** The sources did not fail just now after all. */
  onReady: () => void;
}

/** Offers one mail for when the sources answer: to the account's address, or to one that a visitor enters. */
export function AnswerMail({ registration, onReady }: AnswerMailProps) {
  const { user } = useSession();
  const form = useTypedForm({
    id: 'answer-mail',
    names: ['email'],
    read: ({ email: typed }) => {
      if (user !== null) return { body: null };
      const parsed = parseEmail(typed);
      return parsed.ok ? { body: parsed.email } : { errors: { email: emailErrorMessage(typed) } };
    },
    send: async (email: string | null) => {
      const answer = await callApi(requestAnswerMailEndpoint, { params: { registration }, body: { email } });
      if (answer.outcome === 'ready-now') onReady();
      return answer;
    },
  });
  const { submission } = form;
  if (submission.state === 'done' && submission.answer.outcome === 'will-be-sent') {
    return (
      <AddressCard $padding={16} role="status">
        <strong>{labels.done(submission.sent ?? user?.email ?? '')}</strong>
        <Text>{labels.doneMore}</Text>
      </AddressCard>
    );
  }
  return (
    <AddressCard as="section" $padding={16} aria-labelledby="answer-mail-title">
      <form noValidate onSubmit={form.onSubmit}>
        <Stack $gap={12}>
          <Heading level={2} size="s" id="answer-mail-title">
            {labels.title}
          </Heading>
          <Text>{labels.lead}</Text>
          <SubmissionFailure title={labels.failed} submission={submission} />
          {user === null ? (
            <TextField
              {...form.field('email')}
              label={labels.email}
              type="email"
              inputMode="email"
              autoComplete="email"
              spellCheck={false}
            />
          ) : null}
          <MutedText>{user === null ? labels.consent : labels.toAccount(user.email)}</MutedText>
          <div>
            <Button type="submit" variant="secondary" busy={form.busy} busyLabel={labels.busy}>
              {labels.send}
            </Button>
          </div>
        </Stack>
      </form>
    </AddressCard>
  );
}
