import { maxCancellationCodeGuesses } from '@ve/contracts/http/membership/cancellation';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { TextField } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Heading, Text } from '@ve/ui/text/text';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const labels = messages.code;

const Digits = styled.div`
  input {
    max-width: 14rem;
    font-size: 1.375rem;
    font-variant-numeric: tabular-nums;
    letter-spacing: 0.25em;
  }
`;

const refusal = (refused: number): string => (refused < maxCancellationCodeGuesses ? labels.refused : labels.used);

export interface CancellationCodeFormProps {
  email: string;
  /** How many codes were requested; each is sent only if the address has a subscription. */
  sent: number;
  refused: number;
  /** The half hour for which an accepted code is valid has passed. */
  lapsed: boolean;
  busy: 'code' | 'another' | null;
  failure: ReactNode;
  onCode: (code: string) => Promise<void>;
  onAnother: () => void;
}

/** The form for the six-digit code. It is the same for every address, so that it does not disclose which are known. */
export function CancellationCodeForm({
  email,
  sent,
  refused,
  lapsed,
  busy,
  failure,
  onCode,
  onAnother,
}: CancellationCodeFormProps) {
  const [typed, setTyped] = useState('');
  const { show, onSubmit, field, summary } = useTypedForm({
    id: 'cancellation',
    names: ['code'],
    read: (given) => {
      if (busy !== null) return null;
      const code = given.code.replace(/\s/g, '');
      return /^[0-9]{6}$/.test(code) ? { body: code } : { errors: { code: labels.incomplete } };
    },
    send: onCode,
  });
  const control = field('code');
  const error = control.error ?? (refused > 0 && failure === null ? refusal(refused) : undefined);
  const another = () => {
    setTyped('');
    show();
    onAnother();
  };
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack $gap={16}>
        <Heading level={2} size="m">
          {labels.title}
        </Heading>
        {lapsed ? <Text>{labels.lapsed}</Text> : null}
        <Banner tone="info" role="status" title={sent > 1 ? labels.sentAgain : labels.sent}>
          {labels.to(email)}
        </Banner>
        {busy === null ? (
          <ErrorSummary
            attempt={summary.attempt}
            errors={error === undefined ? [] : [{ fieldId: control.id, message: error }]}
          />
        ) : null}
        {failure}
        <Digits>
          <TextField
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            label={labels.label}
            error={error}
          />
        </Digits>
        <Row>
          <Button type="submit" busy={busy === 'code'} busyLabel={labels.busy}>
            {labels.action}
          </Button>
          <Button variant="quiet" busy={busy === 'another'} busyLabel={labels.againBusy} onClick={another}>
            {labels.again}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
