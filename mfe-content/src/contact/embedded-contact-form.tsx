import { useEnsureDocumentForRoute } from '@ve/mfe-kit/page-config';
import { Button } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { colour, radius } from '@ve/ui/theme/theme';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { ownMailboxes } from '../platform/service-details.ts';
import { messages } from './messages.en-gb.ts';

const labels = messages.embedded;

const Frame = styled.iframe`
  display: block;
  width: 100%;
  height: 44rem;
  border: 1px solid ${colour('line-strong')};
  border-radius: ${radius.card};
  background: ${colour('surface')};
`;

interface EmbeddedFormProps {
  /** The frame's URL, on another origin. */
  url: string;
  onBack: () => void;
  /** Switches to our own form, which needs no third party. */
  onOwnForm: () => void;
  /** Reloads the document; replaced in tests. */
  reload?: (() => void) | undefined;
}

/**
 * A third-party form for a general enquiry, sandboxed: it may run scripts and submit forms, but not navigate the page
 * or open windows. Only the CSP of the contact page's own document allows the frame, so after a client-side navigation
 * that document is loaded first.
 */
export function EmbeddedContactForm({ url, onBack, onOwnForm, reload }: EmbeddedFormProps) {
  const heading = useRef<HTMLDivElement>(null);
  const framed = useEnsureDocumentForRoute('/contact', reload);

  useEffect(() => {
    if (framed) heading.current?.focus();
  }, [framed]);

  return (
    <Stack $gap={24}>
      <div ref={heading} tabIndex={-1}>
        <Stack $gap={8}>
          <Heading level={2}>{messages.form.title}</Heading>
          <Text>{labels.lead(new URL(url).host)}</Text>
        </Stack>
      </div>
      {framed ? (
        <Frame
          src={url}
          title={labels.frame}
          sandbox="allow-forms allow-scripts allow-same-origin"
          referrerPolicy="strict-origin"
        />
      ) : (
        <Text role="status">{labels.loading}</Text>
      )}
      <Row>
        <Button variant="secondary" onClick={onBack}>
          {messages.form.back}
        </Button>
        <Button variant="quiet" onClick={onOwnForm}>
          {labels.ownForm}
        </Button>
      </Row>
      <MutedText>
        {labels.mail} <TextLink href={`mailto:${ownMailboxes.support}`}>{ownMailboxes.support}</TextLink>
      </MutedText>
    </Stack>
  );
}
