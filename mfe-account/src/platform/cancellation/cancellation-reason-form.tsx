import { answerCancellation, maxAnswerLength } from '@ve/contracts/http/membership/cancellation';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { controlStyle, Field } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Heading, Muted } from '@ve/ui/text/text';
import { colour, space } from '@ve/ui/theme/theme';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { styled } from 'styled-components';
import { messages as words } from './question-messages.en-gb.ts';

const Form = styled.form`
  padding-top: ${space[16]};
  border-top: 1px solid ${colour('line')};
`;

const Answer = styled.textarea`
  ${controlStyle}
  min-height: 6rem;
  resize: vertical;
`;

/** The text as one line without control characters, as it is stored. */
const oneLine = (typed: string): string => typed.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();

function errorOf(answer: string): string | undefined {
  if (answer === '') return words.empty;
  return answer.length > maxAnswerLength ? words.long : undefined;
}

interface QuestionProps {
  /** Allows one answer. */
  token: string;
}

/** The question why a member left, after the cancellation; it may be skipped. */
export function CancellationReasonForm({ token }: QuestionProps): ReactNode {
  const id = useId();
  const fieldId = useId();
  const [error, setError] = useState<string | undefined>();
  const [skipped, setSkipped] = useState(false);
  const { submission, submit: send } = useSubmission((answer: string) =>
    callApi(answerCancellation, { body: { token, answer } }),
  );
  const isSent = submission.state === 'done';
  if (skipped || isSent) {
    return (
      <FocusedResult>
        <Banner tone={isSent ? 'pass' : 'info'} role="status" title={isSent ? words.thanks : words.skipped} />
      </FocusedResult>
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('answer');
    const answer = oneLine(typeof typed === 'string' ? typed : '');
    const wrong = errorOf(answer);
    setError(wrong);
    if (wrong === undefined) void send(answer);
    else document.getElementById(fieldId)?.focus();
  };
  return (
    <Form noValidate aria-labelledby={id} onSubmit={submit}>
      <Stack $gap={16}>
        <Stack $gap={4}>
          <Heading level={3} size="s" id={id}>
            {words.title}
          </Heading>
          <Muted>{words.lead}</Muted>
        </Stack>
        {submission.state === 'failed' ? <FormFailure title={words.failed} error={submission.error} /> : null}
        <Field id={fieldId} label={words.label} hint={words.hint} error={error}>
          {(control) => <Answer {...control} name="answer" rows={3} />}
        </Field>
        <Row>
          <Button type="submit" variant="secondary" busy={submission.state === 'busy'} busyLabel={words.busy}>
            {words.send}
          </Button>
          <Button variant="quiet" onClick={() => setSkipped(true)}>
            {words.skip}
          </Button>
        </Row>
      </Stack>
    </Form>
  );
}
