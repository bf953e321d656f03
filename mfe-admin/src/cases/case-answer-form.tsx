import {
  type CaseEndingOutcome,
  caseAnswerSchema,
  caseReasonField,
  type StaffCase,
} from '@ve/contracts/http/operations/admin-cases';
import { formatInstantShort } from '@ve/domain/kernel/time/format-date';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Field, textControlStyle } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { ReasonDialog } from '../platform/reason-dialog.tsx';
import { sendCaseAnswer, sendCaseClosing } from './cases.query.ts';
import { messages } from './messages.en-gb.ts';

const Answer = styled.textarea`
  ${textControlStyle}
  min-height: 8rem;
  resize: vertical;
`;

const reasonRule = { schema: caseReasonField, wrong: messages.reasonWrong };

type Way = 'sent' | 'marked' | 'closed';

const humanize = (outcome: CaseEndingOutcome, way: Way): string => {
  switch (outcome.outcome) {
    case 'done':
      return messages.outcomes[way];
    case 'already':
      return messages.already(outcome.how, outcome.by, formatInstantShort(outcome.at));
    default:
      return messages.outcomes[outcome.outcome];
  }
};

const dialogs = {
  marked: { title: messages.markTitle, text: messages.markText, confirm: messages.markNow },
  closed: { title: messages.closeTitle, text: messages.closeText, confirm: messages.closeNow },
  erased: { title: messages.eraseTitle, text: messages.eraseText, confirm: messages.eraseNow },
} as const;

/** Answers a case, marks it as answered by e-mail, or closes it without an answer; then shows the result. */
export function CaseAnswerForm({ open }: { open: StaffCase }) {
  const { reference } = open;
  const [done, setDone] = useState<{ outcome: CaseEndingOutcome; way: Way } | null>(null);
  const [asking, setAsking] = useState<keyof typeof dialogs | null>(null);
  const { submission, busy, onSubmit, field } = useTypedForm({
    id: useId(),
    names: ['answer'],
    read: ({ answer }) => {
      const parsed = caseAnswerSchema.safeParse({ answer });
      if (parsed.success) return { body: parsed.data };
      return { errors: { answer: answer.trim() === '' ? messages.empty : messages.tooLong } };
    },
    send: async (answer) => setDone({ outcome: await sendCaseAnswer(reference, answer), way: 'sent' }),
  });
  if (done !== null) {
    const changed = done.outcome.outcome === 'done' || done.outcome.outcome === 'erased';
    return (
      <FocusedResult>
        <Banner tone={changed ? 'info' : 'warn'} role="status" title={humanize(done.outcome, done.way)} />
      </FocusedResult>
    );
  }
  const isErased = open.kind === 'complaint' && open.eraseWhenAnswered;
  const confirm = async (reason: string) => {
    const erase = isErased;
    if (asking === 'closed') setDone({ outcome: await sendCaseClosing(reference, { reason, erase }), way: 'closed' });
    else setDone({ outcome: await sendCaseAnswer(reference, { answer: null, reason, erase }), way: 'marked' });
  };
  const ask = (what: keyof typeof dialogs, label: string) => (
    <Button type="button" variant="secondary" busy={busy} busyLabel={messages.sending} onClick={() => setAsking(what)}>
      {label}
    </Button>
  );
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
          {isErased ? (
            <Row>{ask('erased', messages.erase)}</Row>
          ) : (
            <Row>
              <Button type="submit" busy={busy} busyLabel={messages.sending}>
                {messages.send}
              </Button>
              {ask('marked', messages.mark)}
              {ask('closed', messages.close)}
            </Row>
          )}
        </Stack>
      </form>
      {asking === null ? null : (
        <ReasonDialog
          title={dialogs[asking].title}
          confirm={dialogs[asking].confirm}
          ends={asking === 'erased'}
          failed={messages.markFailed}
          notNow={messages.back}
          rule={reasonRule}
          send={confirm}
          onClose={() => setAsking(null)}
        >
          <Text>{dialogs[asking].text}</Text>
        </ReasonDialog>
      )}
    </>
  );
}
