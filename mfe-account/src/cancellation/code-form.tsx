import { codeGuesses } from '@ve/contracts/http/membership/cancellation';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { TextField } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Heading, Text } from '@ve/ui/text/text';
import { type FormEvent, type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const words = messages.code;
const fieldId = 'cancellation-code';

const Digits = styled.div`
  input {
    max-width: 14rem;
    font-size: 1.375rem;
    font-variant-numeric: tabular-nums;
    letter-spacing: 0.25em;
  }
`;

const refusal = (refused: number): string => (refused < codeGuesses ? words.refused : words.used);

export interface CodeFormProps {
  email: string;
  /** How many codes were requested; each is sent only if the address has a subscription. */
  sent: number;
  refused: number;
  /** The half hour for which an accepted code is valid has passed. */
  lapsed: boolean;
  busy: 'code' | 'another' | null;
  failure: ReactNode;
  onCode: (code: string) => void;
  onAnother: () => void;
}

/** The form for the six-digit code. It is the same for every address, so that it does not disclose which are known. */
export function CodeForm({ email, sent, refused, lapsed, busy, failure, onCode, onAnother }: CodeFormProps) {
  const [typed, setTyped] = useState('');
  const [incomplete, setIncomplete] = useState(0);
  const error = incomplete > 0 ? words.incomplete : refused > 0 && failure === null ? refusal(refused) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy !== null) return;
    const code = typed.replace(/\s/g, '');
    const whole = /^[0-9]{6}$/.test(code);
    setIncomplete(whole ? 0 : incomplete + 1);
    if (whole) onCode(code);
  };
  const another = () => {
    setTyped('');
    setIncomplete(0);
    onAnother();
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack $gap={16}>
        <Heading level={2} size="m">
          {words.title}
        </Heading>
        {lapsed ? <Text>{words.lapsed}</Text> : null}
        <Banner tone="info" role="status" title={sent > 1 ? words.sentAgain : words.sent}>
          {words.to(email)}
        </Banner>
        {busy === null ? (
          <ErrorSummary
            key={`${incomplete} ${refused}`}
            errors={error === undefined ? [] : [{ fieldId, message: error }]}
          />
        ) : null}
        {failure}
        <Digits>
          <TextField
            id={fieldId}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            label={words.label}
            error={error}
          />
        </Digits>
        <Row>
          <Button type="submit" busy={busy === 'code'} busyLabel={words.busy}>
            {words.action}
          </Button>
          <Button variant="quiet" busy={busy === 'another'} busyLabel={words.againBusy} onClick={another}>
            {words.again}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
