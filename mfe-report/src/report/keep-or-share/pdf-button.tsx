import Download from 'lucide-react/icons/download';
import { useSession } from '@ve/mfe-kit/session';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { MutedText } from '@ve/ui/text/text';
import { useEffect, useRef } from 'react';
import { reportPdfMessages as messages } from './report-pdf-messages.en-gb.ts';
import { useReportPdf } from './report-pdf.query.ts';
import { KeepOrShareOption } from './share-option.tsx';
import { SignInButton } from './sign-in-button.tsx';

/** Makes the saved report's PDF and downloads it, at one press. A visitor signs in first. */
export function PdfButton({ registration }: { registration: string }) {
  const { status, user } = useSession();
  return (
    <KeepOrShareOption title={messages.title}>
      {status === 'loading' ? (
        <LoadingSkeleton label={messages.loading}>
          <Skeleton $height="2.75rem" />
        </LoadingSkeleton>
      ) : null}
      {status === 'error' ? <MutedText>{messages.unknownUser}</MutedText> : null}
      {status === 'ready' && user === null ? (
        <SignInButton registration={registration} glyph={Download} label={messages.action} />
      ) : null}
      {user === null ? null : <OwnPdf registration={registration} />}
    </KeepOrShareOption>
  );
}

function OwnPdf({ registration }: { registration: string }) {
  const { state, file, error, make } = useReportPdf(registration);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (state !== 'ready') return;
    // The pressed button was removed: the link that replaced it takes the focus, and what was asked for.
    link.current?.focus();
    link.current?.click();
  }, [state, file]);
  if (state === 'failed') {
    return (
      <Banner
        tone="warn"
        role="alert"
        title={messages.failedTitle}
        actions={
          <Button variant="secondary" onClick={make}>
            {messages.tryAgain}
          </Button>
        }
      >
        {error === null ? null : `${error.title.replace(/\.?$/, '.')} `}
        {messages.failedText}
      </Banner>
    );
  }
  return (
    <>
      {state === 'ready' && file !== null ? (
        <ButtonLink ref={link} href={file} download $variant="secondary">
          <Icon glyph={Download} />
          {messages.action}
        </ButtonLink>
      ) : (
        <Button variant="secondary" busy={state === 'making'} busyLabel={messages.making} onClick={make}>
          <Icon glyph={Download} />
          {messages.action}
        </Button>
      )}
      <MutedText role="status">
        {state === 'ready' ? messages.ready : state === 'no-record' ? messages.noRecord : null}
      </MutedText>
    </>
  );
}
