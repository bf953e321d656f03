import {
  type CaseAnswer,
  type CaseOutcome,
  caseAnswerSchema,
  type OpenCase,
} from '@ve/contracts/http/operations/admin-complaints';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Field, controlStyle } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { type FormEvent, useState } from 'react';
import { styled } from 'styled-components';
import { sendAnswer } from './complaints.query.ts';
import { MarkDialog } from './mark-dialog.tsx';
import { messages } from './messages.en-gb.ts';

const Answer = styled.textarea`
  ${controlStyle}
  min-height: 8rem;
  resize: vertical;
`;

const humanize = ({ outcome }: CaseOutcome, { answer }: CaseAnswer): string =>
  outcome === 'answered' && answer === null ? messages.outcomes.marked : messages.outcomes[outcome];

/** Answers a complaint or a dispute, or marks it as answered by e-mail; then shows the result. */
export function AnswerForm({ open }: { open: OpenCase }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { submission, submit } = useSubmission((answer: CaseAnswer) => sendAnswer(open, answer));
  const [marking, setMarking] = useState(false);
  if (submission.state === 'done') {
    const { answer: outcome, sent } = submission;
    const changed = outcome.outcome === 'answered' || outcome.outcome === 'erased';
    return <Banner tone={changed ? 'info' : 'warn'} role="status" title={humanize(outcome, sent)} />;
  }
  const busy = submission.state === 'busy';
  const isErased = open.kind === 'complaint' && open.eraseWhenAnswered;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const parsed = caseAnswerSchema.safeParse({ answer: typed });
    if (parsed.success) {
      setProblem(null);
      void submit(parsed.data);
    } else setProblem(typed.trim() === '' ? messages.empty : messages.tooLong);
  };
  return (
    <>
      <form onSubmit={send} noValidate>
        <Stack $gap={12}>
          {isErased ? (
            <Text>{messages.eraseHint}</Text>
          ) : (
            <Field label={messages.answer} hint={messages.answerHint} error={problem}>
              {(control) => (
                <Answer
                  {...control}
                  value={typed}
                  onChange={(event) => {
                    setTyped(event.target.value);
                  }}
                />
              )}
            </Field>
          )}
          {submission.state === 'failed' && !marking ? (
            <FormFailure title={messages.failed} error={submission.error} />
          ) : null}
          <Row>
            {isErased ? null : (
              <Button type="submit" busy={busy} busyLabel={messages.sending}>
                {messages.send}
              </Button>
            )}
            <Button
              type="button"
              variant="secondary"
              busy={busy}
              busyLabel={messages.sending}
              onClick={() => setMarking(true)}
            >
              {isErased ? messages.erase : messages.mark}
            </Button>
          </Row>
        </Stack>
      </form>
      {marking ? (
        <MarkDialog
          erases={isErased}
          busy={busy}
          failure={submission.state === 'failed' ? submission.error : null}
          onMarkAnswered={(reason) => void submit({ answer: null, reason, erase: isErased })}
          onClose={() => setMarking(false)}
        />
      ) : null}
    </>
  );
}
