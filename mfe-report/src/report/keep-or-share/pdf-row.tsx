import Download from 'lucide-react/icons/download';
import { Link } from '@ve/mfe-kit/router';
import { useSession } from '@ve/mfe-kit/session';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { TextLink } from '@ve/ui/link/link-style';
import { Loading, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Muted, Text } from '@ve/ui/text/text';
import { useEffect, useRef } from 'react';
import { pdfMessages as messages } from './pdf-messages.en-gb.ts';
import { useReportPdf } from './report-pdf.query.ts';
import { ShareOptionRow } from './share-option-row.tsx';

/** The saved report as a PDF, created on request. Visitors see what it requires, and what they can do. */
export function PdfRow({ registration }: { registration: string }) {
  const { status, user } = useSession();
  return (
    <ShareOptionRow title={messages.title} text={messages.text}>
      {status === 'loading' ? (
        <Loading label={messages.loading}>
          <Skeleton $width="10rem" $height="2.75rem" />
        </Loading>
      ) : null}
      {status === 'error' ? <Text>{messages.unknownUser}</Text> : null}
      {status === 'ready' && user === null ? (
        <Text>
          {messages.visitor}{' '}
          <TextLink as={Link} to={`/signin?reg=${registration}`}>
            {messages.signIn}
          </TextLink>
        </Text>
      ) : null}
      {user === null ? null : <OwnPdf registration={registration} />}
    </ShareOptionRow>
  );
}

function OwnPdf({ registration }: { registration: string }) {
  const { state, file, error, make } = useReportPdf(registration);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // The pressed button was removed: the focus moves to the link that replaced it.
    if (state === 'ready') link.current?.focus();
  }, [state]);
  return (
    <>
      {state === 'ready' && file !== null ? (
        <ButtonLink ref={link} href={file} download $variant="secondary">
          <Icon glyph={Download} />
          {messages.save}
        </ButtonLink>
      ) : state === 'failed' ? (
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
      ) : (
        <Button variant="secondary" busy={state === 'making'} busyLabel={messages.making} onClick={make}>
          <Icon glyph={Download} />
          {messages.action}
        </Button>
      )}
      <Muted role="status">
        {state === 'making'
          ? messages.making
          : state === 'ready'
            ? messages.ready
            : state === 'no-record'
              ? messages.noRecord
              : null}
      </Muted>
    </>
  );
}
