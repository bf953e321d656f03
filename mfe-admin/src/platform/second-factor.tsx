import type { SecondFactorEnrolment } from '@ve/contracts/http/identity/admin-sign-in';
import { Button } from '@ve/ui/button/button';
import { TextField, type TextFieldProps } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Heading, LeadText, MutedText, Text } from '@ve/ui/text/text';
import { colour, fontSize, radius, space } from '@ve/ui/theme/theme';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';
import { QrCode } from './qr-code.tsx';

const labels = messages.factor;

const Secret = styled.code`
  display: block;
  padding: ${space[8]} ${space[12]};
  border-radius: ${radius.control};
  background: ${colour('sunken')};
  font-size: ${fontSize[16]};
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
`;

const Codes = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr));
  gap: ${space[4]} ${space[16]};
  margin: 0;
  padding: ${space[12]} ${space[16]};
  border-radius: ${radius.card};
  background: ${colour('sunken')};
  list-style: none;
`;

const Code = styled.code`
  font-size: ${fontSize[14]};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

export function SecondFactorSecret({ uri, secret }: SecondFactorEnrolment) {
  return (
    <Stack $gap={12}>
      <Text>{labels.scan}</Text>
      <QrCode text={uri} label={labels.picture} />
      <MutedText>{labels.type}</MutedText>
      <Secret>{grouped(secret)}</Secret>
    </Stack>
  );
}

/** The field for a code, with the phone's numeric keyboard unless recovery codes are accepted too. */
export function SignInCodeField(props: Pick<TextFieldProps, 'label' | 'hint' | 'error' | 'id'>) {
  return (
    <TextField
      {...props}
      name="code"
      type="text"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={60}
    />
  );
}

/** Recovery codes, shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.focus();
  }, []);
  const copy = () => {
    void navigator.clipboard.writeText(codes.join('\n')).then(() => {
      setCopied(true);
    });
  };
  return (
    <Stack $gap={16}>
      <div ref={top} tabIndex={-1}>
        <Heading level={1}>{labels.codesTitle}</Heading>
      </div>
      <LeadText>{labels.codesLead}</LeadText>
      <Codes aria-label={labels.codes}>
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </Codes>
      <Row>
        <Button onClick={onDone}>{labels.kept}</Button>
        <Button variant="secondary" onClick={copy}>
          {copied ? labels.copied : labels.copy}
        </Button>
      </Row>
    </Stack>
  );
}
