import {
  confirmPhoneEndpoint,
  type PhoneCodeRequestOutcome,
  type PhoneConfirmation,
  type PhoneState,
} from '@ve/contracts/http/membership/phone';
import { formatMobile } from '@ve/domain/kernel/phone/format-mobile';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { useEffect, useRef } from 'react';
import { SubmissionFailure } from '../submission-failure.tsx';
import { useTypedForm } from '../typed-form.tsx';
import type { FormSubmissionState } from '../use-form-submission.tsx';
import { messages } from './messages.en-gb.ts';
import { usePhoneCodeState } from './use-phone-code-state.ts';

type CodeSubmission = FormSubmissionState<number, PhoneCodeRequestOutcome>;

/** The outcomes after which no code is sent. */
const shut = new Set<PhoneCodeRequestOutcome['outcome']>([
  'stopped',
  'unreachable',
  'no-phone',
  'not-member',
  'payment-due',
]);

/** The states in which the text may arrive or have arrived. */
const textInFlight = new Set<string>(['waiting', 'unconfirmed', 'sent', 'delivered']);

function refusalOf(answer: PhoneConfirmation): string | undefined {
  if (answer.outcome === 'wrong') return messages.wrong(answer.triesLeft);
  return answer.outcome === 'expired' ? messages.expired : undefined;
}

/** The state of the code, of the number, and of the request for a code. */
function useCode(phone: NonNullable<PhoneState>, sending: CodeSubmission) {
  const requestCount = sending.state === 'done' ? sending.sent : 0;
  const { data, isPending } = usePhoneCodeState(phone.number, requestCount);
  const answer = sending.state === 'done' ? sending.answer : null;
  const state = data?.phone?.number === phone.number ? data.phone.state : null;
  // The network may have reported a state of the number that was unknown at the time of the request.
  const outcome = state === 'stopped' || state === 'unreachable' ? state : (answer?.outcome ?? null);
  const isRequested = sending.state === 'busy' || outcome === 'sent';
  const code = sending.state === 'busy' ? 'waiting' : (data?.code ?? (isPending && !isRequested ? 'none' : 'waiting'));
  return {
    state,
    code,
    outcome,
    until: data?.until ?? null,
    nextCodeAt: answer?.outcome === 'too-many' ? answer.nextCodeAt : (data?.nextCodeAt ?? null),
    isShut: outcome !== null && shut.has(outcome),
  };
}

type Code = ReturnType<typeof useCode>;

const progressMessage = (code: string): string | null => {
  if (code === 'sent' || code === 'delivered') return messages.outcomes.sent;
  return textInFlight.has(code) ? messages.texting : null;
};

/** The delivery state of the code. */
function Sent({ sending, code: { code, outcome, until, nextCodeAt } }: { sending: CodeSubmission; code: Code }) {
  if (sending.state === 'failed') return <FormFailure title={messages.sendFailed} error={sending.error} />;
  if (outcome !== null && outcome !== 'sent' && outcome !== 'too-many') {
    return (
      <Banner tone={outcome === 'confirmed' ? 'info' : 'warn'} role="status">
        {messages.outcomes[outcome]}
      </Banner>
    );
  }
  const isRefused = code === 'failed' || code === 'skipped';
  const statusMessage = isRefused
    ? messages.refused
    : code === 'delivered' && until !== null
      ? messages.delivered(until)
      : progressMessage(code);
  const limitMessage = nextCodeAt === null ? null : messages.tooMany(nextCodeAt);
  if (statusMessage === null && limitMessage === null) return null;
  return (
    <Banner tone={statusMessage === null || isRefused ? 'warn' : 'info'} role="status">
      {[statusMessage, limitMessage].filter((each) => each !== null).join(' ')}
    </Banner>
  );
}

interface CodeFormProps {
  phone: NonNullable<PhoneState>;
  sending: CodeSubmission;
  onRequestCode: () => void;
  /** The number was confirmed. */
  onConfirmed: (phone: PhoneState) => void;
  /** Called when the number turns out to be undeliverable. */
  onUndeliverable: (phone: NonNullable<PhoneState>) => void;
  onOther: () => void;
  onClose: () => void;
}

/** The form for the code that was texted to the number, while there is one. */
export function PhoneCodeForm({
  phone,
  sending,
  onRequestCode,
  onConfirmed,
  onUndeliverable,
  onOther,
  onClose,
}: CodeFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const code = useCode(phone, sending);
  const { isShut, state } = code;
  const hasField = !isShut && textInFlight.has(code.code);
  useEffect(() => {
    if (hasField) input.current?.focus();
  }, [hasField]);
  useEffect(() => {
    if ((state === 'stopped' || state === 'unreachable') && state !== phone.state) onUndeliverable({ ...phone, state });
  });
  const { submission, busy, show, onSubmit, field } = useTypedForm({
    id: 'mobile',
    names: ['code'],
    read: (typed) => {
      if (!hasField) return null;
      const given = typed.code.replace(/\s/g, '');
      return /^[0-9]{6}$/.test(given) ? { body: { code: given } } : { errors: { code: messages.codeRequired } };
    },
    send: async (body) => {
      const answer = await callApi(confirmPhoneEndpoint, { body });
      if (answer.outcome === 'confirmed') onConfirmed(answer.phone);
      else input.current?.select();
      return answer;
    },
    refusalOf: (answer) => ({ code: refusalOf(answer) }),
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack $gap={16}>
        {isShut ? null : <Text>{messages.confirm(formatMobile(phone.number))}</Text>}
        <Sent sending={sending} code={code} />
        {hasField ? (
          <TextField
            ref={input}
            {...field('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            label={messages.code}
          />
        ) : null}
        <SubmissionFailure title={messages.giveFailed} submission={submission} />
        <Row>
          {hasField ? (
            <Button type="submit" busy={busy} busyLabel={messages.giving}>
              {messages.give}
            </Button>
          ) : null}
          {isShut || code.nextCodeAt !== null ? null : (
            <Button
              variant={hasField ? 'secondary' : 'primary'}
              busy={sending.state === 'busy'}
              busyLabel={messages.sending}
              onClick={() => {
                show();
                onRequestCode();
              }}
            >
              {hasField ? messages.again : messages.ask}
            </Button>
          )}
          <Button variant="quiet" onClick={onOther}>
            {messages.other}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {messages.later}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
