import { confirmPhone, type PhoneCode, type PhoneConfirmation, type PhoneState } from '@ve/contracts/http/phone';
import { formatMobile } from '@ve/domain/phone/format-mobile';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Submission, useSubmission } from '../use-submission.tsx';
import { messages as words } from './messages.en-gb.ts';

type Sending = Submission<undefined, PhoneCode>;

/** No code comes after these. */
const shut = new Set<PhoneCode['outcome']>(['stopped', 'unreachable', 'no-phone', 'not-member']);

function refusalOf(answer: PhoneConfirmation): string | undefined {
  if (answer.outcome === 'wrong') return words.wrong(answer.triesLeft);
  return answer.outcome === 'expired' ? words.expired : undefined;
}

/** What became of the code that was asked for. */
function Sent({ sending }: { sending: Sending }) {
  if (sending.state === 'failed') return <FormFailure title={words.sendFailed} error={sending.error} />;
  if (sending.state !== 'done') return null;
  const { outcome } = sending.answer;
  return (
    <Banner tone={outcome === 'sent' || outcome === 'confirmed' ? 'info' : 'warn'} role="status">
      {words.outcomes[outcome]}
    </Banner>
  );
}

interface CodeFormProps {
  phone: NonNullable<PhoneState>;
  sending: Sending;
  /** Asks for a code. */
  onAsk: () => void;
  onConfirmed: (phone: PhoneState) => void;
  onOther: () => void;
}

/** Asks for the code that was texted to the number. */
export function CodeForm({ phone, sending, onAsk, onConfirmed, onOther }: CodeFormProps) {
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  const { submission, submit, reset } = useSubmission(async (code: string) => {
    const answer = await callApi(confirmPhone, { body: { code } });
    setError(refusalOf(answer));
    if (answer.outcome === 'confirmed') onConfirmed(answer.phone);
    else field.current?.select();
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = field.current?.value.replace(/\s/g, '') ?? '';
    const isCode = /^[0-9]{6}$/.test(code);
    setError(isCode ? undefined : words.codeRequired);
    if (isCode) void submit(code);
    else {
      reset();
      field.current?.focus();
    }
  };
  const outcome = sending.state === 'done' ? sending.answer.outcome : null;
  const isShut = outcome !== null && shut.has(outcome);
  return (
    <form noValidate onSubmit={send}>
      <Stack $gap={16}>
        {isShut ? null : <Text>{words.confirm(formatMobile(phone.number))}</Text>}
        <Sent sending={sending} />
        {isShut ? null : (
          <TextField
            ref={field}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            label={words.code}
            error={error}
          />
        )}
        {submission.state === 'failed' ? <FormFailure title={words.giveFailed} error={submission.error} /> : null}
        <Row>
          {isShut ? null : (
            <>
              <Button type="submit" busy={submission.state === 'busy'} busyLabel={words.giving}>
                {words.give}
              </Button>
              <Button
                variant="secondary"
                busy={sending.state === 'busy'}
                busyLabel={words.sending}
                onClick={() => {
                  setError(undefined);
                  onAsk();
                }}
              >
                {sending.state === 'idle' ? words.ask : words.again}
              </Button>
            </>
          )}
          <Button variant="quiet" onClick={onOther}>
            {words.other}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
