import {
  type CaseAnswer,
  type CaseOutcome,
  caseAnswerSchema,
  type OpenCase,
} from '@ve/contracts/http/operations/admin-complaints';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Field, controlStyle } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { ReasonDialog } from '../platform/reason-dialog.tsx';
import { sendAnswer } from './complaints.query.ts';
import { messages } from './messages.en-gb.ts';

const Answer = styled.textarea`
  ${controlStyle}
  min-height: 8rem;
  resize: vertical;
`;

const humanize = ({ outcome }: CaseOutcome, isMarked: boolean): string =>
  outcome === 'answered' && isMarked ? messages.outcomes.marked : messages.outcomes[outcome];

/** Answers a complaint or a dispute, or marks it as answered by e-mail; then shows the result. */
export function AnswerForm({ open }: { open: OpenCase }) {
  const [done, setDone] = useState<{ outcome: CaseOutcome; isMarked: boolean } | null>(null);
  const [marking, setMarking] = useState(false);
  const send = async (answer: CaseAnswer) =>
    setDone({ outcome: await sendAnswer(open, answer), isMarked: answer.answer === null });
  const { submission, busy, onSubmit, field } = useTypedForm({
    id: useId(),
    names: ['answer'],
    read: ({ answer }) => {
      const parsed = caseAnswerSchema.safeParse({ answer });
      if (parsed.success) return { body: parsed.data };
      return { errors: { answer: answer.trim() === '' ? messages.empty : messages.tooLong } };
    },
    send,
  });
  if (done !== null) {
    const changed = done.outcome.outcome === 'answered' || done.outcome.outcome === 'erased';
    return <Banner tone={changed ? 'info' : 'warn'} role="status" title={humanize(done.outcome, done.isMarked)} />;
  }
  const isErased = open.kind === 'complaint' && open.eraseWhenAnswered;
  return (
    <>
      <form onSubmit={onSubmit} noValidate>
        <Stack $gap={12}>
          {isErased ? (
            <Text>{messages.eraseHint}</Text>
          ) : (
            <Field {...field('answer')} label={messages.answer} hint={messages.answerHint}>
              {(control) => <Answer {...control} name="answer" />}
            </Field>
          )}
          <SubmissionFailure title={messages.failed} submission={submission} />
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
        <ReasonDialog
          title={isErased ? messages.eraseTitle : messages.markTitle}
          confirm={isErased ? messages.eraseNow : messages.markNow}
          ends={isErased}
          failed={messages.markFailed}
          notNow={messages.back}
          send={(reason) => send({ answer: null, reason, erase: isErased })}
          onClose={() => setMarking(false)}
        >
          <Text>{isErased ? messages.eraseText : messages.markText}</Text>
        </ReasonDialog>
      ) : null}
    </>
  );
}
