import type { SignInForm } from '@ve/contracts/http/identity/auth';
import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Card } from '@ve/ui/card/card';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Plate } from '@ve/ui/plate/plate';
import { Heading, LeadText, Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import MailOpen from 'lucide-react/icons/mail-open';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';
import { SignInStatusIllustration } from './sign-in-status-illustration.tsx';

const labels = messages.sent;

/** Another link may be requested this long after the last, in milliseconds. */
const resendAfter = 60_000;

const Address = styled.strong`
  overflow-wrap: anywhere;
`;

const Hints = styled.ul`
  display: grid;
  gap: ${space[8]};
  && {
    padding-left: 1.25em;
    list-style: disc;
  }
`;

export interface SignInLinkSentProps {
  asked: SignInForm;
  /** How many links were sent since this page was opened. */
  times: number;
  failure: string | null;
  busy: boolean;
  onAgain: () => void;
  onChange: () => void;
}

/**
 * The message after a link was sent: its address, and what to do when no mail arrives. Takes the focus when it appears.
 */
export function SignInLinkSent({ asked, times, failure, busy, onAgain, onChange }: SignInLinkSentProps) {
  const heading = useRef<HTMLDivElement>(null);
  const [waiting, setWaiting] = useState(true);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  useEffect(() => {
    setWaiting(true);
    const timer = setTimeout(() => setWaiting(false), resendAfter);
    return () => {
      clearTimeout(timer);
    };
  }, [times]);

  return (
    <Stack $gap={24}>
      <SignInStatusIllustration glyph={MailOpen} tone="pass" />
      <div ref={heading} tabIndex={-1}>
        <Stack $gap={12}>
          <Heading level={1}>{labels.heading}</Heading>
          <LeadText>
            {labels.to} <Address>{asked.email}</Address>.
          </LeadText>
        </Stack>
      </div>
      <div>
        <Plate registration={asked.registration} size="m" />
      </div>
      <Text>{labels.lead}</Text>
      {failure !== null ? (
        <Banner tone="fail" title={messages.failed.title}>
          {failure}
        </Banner>
      ) : times > 1 ? (
        <Banner tone="pass" role="status" title={labels.resent(asked.email)}>
          {labels.resentNote}
        </Banner>
      ) : null}
      <Card>
        <Stack $gap={16}>
          <Heading level={2} size="s">
            {labels.nothing}
          </Heading>
          <Hints>
            {labels.hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </Hints>
          <div>
            <Button
              variant="secondary"
              busy={busy}
              busyLabel={labels.againBusy}
              unavailable={waiting && !busy ? labels.wait : undefined}
              onClick={onAgain}
            >
              {labels.again}
            </Button>
          </div>
          <div>
            <Button variant="secondary" onClick={onChange}>
              {labels.change}
            </Button>
          </div>
          <Text>
            {labels.still}{' '}
            <TextLink as={Link} to="/contact?type=general">
              {labels.contact}
            </TextLink>
          </Text>
        </Stack>
      </Card>
    </Stack>
  );
}
