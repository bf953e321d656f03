import {
  submitCancellationReasonEndpoint,
  maxCancellationReasonLength,
} from '@ve/contracts/http/membership/cancellation';
import { callApi } from '@ve/mfe-kit/api';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { textControlStyle, Field } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Heading, MutedText } from '@ve/ui/text/text';
import { colour, space } from '@ve/ui/theme/theme';
import { type ReactNode, useId, useState } from 'react';
import { styled } from 'styled-components';
import { messages } from './question-messages.en-gb.ts';

const Form = styled.form`
  padding-top: ${space[16]};
  border-top: 1px solid ${colour('line')};
`;

const Answer = styled.textarea`
  ${textControlStyle}
  min-height: 6rem;
  resize: vertical;
`;

/** The text as one line without control characters, as it is stored. */
const oneLine = (typed: string): string => typed.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();

function errorOf(answer: string): string | undefined {
  if (answer === '') return messages.empty;
  return answer.length > maxCancellationReasonLength ? messages.long : undefined;
}

interface QuestionProps {
  /** Allows one answer. */
  token: string;
}

/** The question why a member left, after the cancellation; it may be skipped. */
export function CancellationReasonForm({ token }: QuestionProps): ReactNode {
  const id = useId();
  const [skipped, setSkipped] = useState(false);
  const { submission, busy, onSubmit, field } = useTypedForm({
    id,
    names: ['answer'],
    read: (typed) => {
      const answer = oneLine(typed.answer);
      const error = errorOf(answer);
      return error === undefined ? { body: answer } : { errors: { answer: error } };
    },
    send: (answer) => callApi(submitCancellationReasonEndpoint, { body: { token, answer } }),
  });
  const isSent = submission.state === 'done';
  if (skipped || isSent) {
    return (
      <FocusedResult>
        <Banner tone={isSent ? 'pass' : 'info'} role="status" title={isSent ? messages.thanks : messages.skipped} />
      </FocusedResult>
    );
  }
  return (
    <Form noValidate aria-labelledby={id} onSubmit={onSubmit}>
      <Stack $gap={16}>
        <Stack $gap={4}>
          <Heading level={3} size="s" id={id}>
            {messages.title}
          </Heading>
          <MutedText>{messages.lead}</MutedText>
        </Stack>
        <SubmissionFailure title={messages.failed} submission={submission} />
        <Field {...field('answer')} label={messages.label} hint={messages.hint}>
          {(control) => <Answer {...control} name="answer" rows={3} />}
        </Field>
        <Row>
          <Button type="submit" variant="secondary" busy={busy} busyLabel={messages.busy}>
            {messages.send}
          </Button>
          <Button variant="quiet" onClick={() => setSkipped(true)}>
            {messages.skip}
          </Button>
        </Row>
      </Stack>
    </Form>
  );
}
