import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import type { ReactNode } from 'react';
import { messages } from './messages.en-gb.ts';

interface ReadFailureProps {
  title: string;
  children?: ReactNode;
  busy: boolean;
  /** A toast already announces it. */
  quiet?: boolean;
  again: () => void;
}

/** A banner about data that could not be read, with Retry. */
export const ReadFailureBanner = ({ title, children, busy, quiet = false, again }: ReadFailureProps) => (
  <Banner
    tone="fail"
    {...(quiet ? {} : { role: 'alert' as const })}
    title={title}
    actions={
      <Button variant="secondary" busy={busy} busyLabel={messages.retrying} onClick={again}>
        {messages.retry}
      </Button>
    }
  >
    {children}
  </Banner>
);
