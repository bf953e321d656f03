import { type NewReportShare, newReportShareSchema, type ReportShare } from '@ve/contracts/http/report/report-shares';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { maxLiveSharesPerReport, reportShareLifetimeDays } from '@ve/domain/report/share-limits';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { useIdempotentSend } from '@ve/mfe-kit/use-idempotent-send';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { Field, Select, TextField } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { colour, space } from '@ve/ui/theme/theme';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useReportShares } from './report-shares.query.ts';
import { shareMessages as messages } from './share-messages.en-gb.ts';

const Links = styled.ul`
  display: grid;
  gap: ${space[12]};
`;

const Entry = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]} ${space[16]};
  & + & {
    padding-top: ${space[12]};
    border-top: 1px solid ${colour('line')};
  }
  & > div {
    flex: 1 1 12rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

type Made = Extract<Awaited<ReturnType<ReturnType<typeof useReportShares>['add']>>, { outcome: 'made' }>;

/** Whether no other link can be created until one of these ends. */
const isFull = (shares: readonly ReportShare[]): boolean => shares.length >= maxLiveSharesPerReport;

const nameOf = ({ name }: ReportShare): string => name ?? messages.unnamed;

/** The URL of a link that was just created, which is shown only now. */
function Address({ made: { url, share }, plate }: { made: Made; plate: string }) {
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState<boolean | null>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(url);
      setIsCopied(true);
    } catch {
      setIsCopied(false);
    }
  };
  const send = async () => {
    try {
      await navigator.share({ title: messages.sendTitle(plate), url });
    } catch {
      // The visitor cancelled, or there is no app to share with: the URL is shown here.
    }
  };
  return (
    <Stack $gap={12}>
      <div ref={box} tabIndex={-1} role="status">
        <Banner tone="pass" title={messages.made(formatInstant(share.expiresAt))}>
          {messages.once}
        </Banner>
      </div>
      <TextField ref={field} readOnly value={url} label={messages.address} translate="no" />
      <Row>
        <Button onClick={() => void copy()}>{messages.copy}</Button>
        {typeof navigator.share === 'function' ? (
          <Button variant="secondary" onClick={() => void send()}>
            {messages.send}
          </Button>
        ) : null}
        <MutedText role="status">
          {isCopied === null ? null : isCopied ? messages.copied : messages.notCopied}
        </MutedText>
      </Row>
    </Stack>
  );
}

interface NewLinkProps {
  add: ReturnType<typeof useReportShares>['add'];
  onMade: (made: Made) => void;
  shares: readonly ReportShare[];
}

function NewLink({ add, onMade, shares }: NewLinkProps) {
  // Kept while the fields are replaced because there are too many links.
  const [days, setDays] = useState<number>(3);
  const [name, setName] = useState('');
  const { submission, busy, onSubmit, field } = useTypedForm({
    id: 'share',
    names: ['name'],
    read: () => {
      const read = newReportShareSchema.safeParse({ days, name: name.trim() === '' ? null : name });
      return read.success ? { body: read.data } : { errors: { name: messages.nameError } };
    },
    send: useIdempotentSend(async (share: NewReportShare) => {
      const answer = await add(share);
      if (answer.outcome === 'made') onMade(answer);
      return answer;
    }),
  });
  const answer = submission.state === 'done' ? submission.answer : null;
  if (isFull(shares)) {
    const [next] = shares.map(({ expiresAt }) => expiresAt).toSorted();
    return (
      <Text>
        {messages.refused.live} {next === undefined ? null : messages.nextEnds(formatInstant(next))}
      </Text>
    );
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack $gap={16}>
        <Field label={messages.days}>
          {(control) => (
            <Select {...control} value={days} onChange={({ target }) => setDays(Number(target.value))}>
              {reportShareLifetimeDays.map((each) => (
                <option key={each} value={each}>
                  {messages.dayOptions(each)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TextField
          {...field('name')}
          label={messages.name}
          hint={messages.nameHint}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <SubmissionFailure title={messages.makeFailed} submission={submission} />
        {answer === null || answer.outcome === 'made' ? null : (
          <Banner tone="warn" role="alert" title={messages.makeFailed}>
            {answer.outcome === 'refused' ? messages.refused[answer.reason] : messages.none}
          </Banner>
        )}
        <div>
          <Button type="submit" busy={busy} busyLabel={messages.making}>
            {messages.make}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

interface WorkingLinksProps {
  shares: readonly ReportShare[];
  end: (share: ReportShare) => Promise<void>;
}

function WorkingLinks({ shares, end }: WorkingLinksProps) {
  const box = useRef<HTMLDivElement>(null);
  const { submission, submit } = useFormSubmission(async (share: ReportShare) => {
    await end(share);
    // The pressed button was removed.
    box.current?.focus();
  });
  const [pressed, setPressed] = useState<string | null>(null);
  return (
    <Stack $gap={12}>
      <div ref={box} tabIndex={-1}>
        <Heading level={3} size="s">
          {messages.links}
        </Heading>
        {shares.length === 0 ? null : <MutedText>{messages.working(shares.length)}</MutedText>}
        <MutedText role="status">
          {submission.state === 'done' ? messages.ended(nameOf(submission.sent)) : null}
        </MutedText>
      </div>
      <SubmissionFailure title={messages.endFailed} submission={submission} />
      {shares.length === 0 ? (
        <MutedText>{messages.noLinks}</MutedText>
      ) : (
        <Links>
          {shares.map((share) => (
            <Entry key={share.id}>
              <div>
                <strong>{nameOf(share)}</strong>
                <MutedText>
                  {messages.until(formatInstant(share.expiresAt))}{' '}
                  {messages.opened(share.opens, share.lastOpenedAt === null ? null : formatInstant(share.lastOpenedAt))}
                </MutedText>
              </div>
              <Button
                variant="secondary"
                aria-label={messages.endOf(nameOf(share))}
                busy={submission.state === 'busy' && pressed === share.id}
                busyLabel={messages.ending}
                onClick={() => {
                  setPressed(share.id);
                  void submit(share);
                }}
              >
                {messages.end}
              </Button>
            </Entry>
          ))}
        </Links>
      )}
    </Stack>
  );
}

export interface ShareDialogProps {
  userId: string;
  registration: string;
  onClose: () => void;
}

/** Creates links to the saved report, and revokes them. */
export function ShareDialog({ userId, registration, onClose }: ShareDialogProps) {
  const { query, add, end } = useReportShares(userId, registration);
  const [made, setMade] = useState<Made | null>(null);
  const { data, error, refetch, isFetching } = query;
  const endLink = async (share: ReportShare) => {
    await end(share.id);
    setMade((now) => (now?.share.id === share.id ? null : now));
  };
  return (
    <Dialog open title={messages.dialog} onClose={onClose}>
      {data === undefined && error === null ? (
        <LoadingSkeleton label={messages.reading}>
          <Skeleton $height="10rem" />
        </LoadingSkeleton>
      ) : null}
      {data === undefined && error !== null ? (
        <Stack $gap={16} $align="start">
          <FormFailure title={messages.failed} error={error} />
          <Button variant="secondary" busy={isFetching} busyLabel={messages.reading} onClick={() => void refetch()}>
            {messages.again}
          </Button>
        </Stack>
      ) : null}
      {data?.outcome === 'none' ? <Text>{messages.none}</Text> : null}
      {data?.outcome === 'found' ? (
        <Stack $gap={24}>
          {made === null ? (
            <NewLink add={add} onMade={setMade} shares={data.shares} />
          ) : (
            <>
              <Address key={made.share.id} made={made} plate={formatRegistration(registration)} />
              {isFull(data.shares) ? null : (
                <div>
                  <Button variant="quiet" onClick={() => setMade(null)}>
                    {messages.another}
                  </Button>
                </div>
              )}
            </>
          )}
          <WorkingLinks shares={data.shares} end={endLink} />
        </Stack>
      ) : null}
    </Dialog>
  );
}
