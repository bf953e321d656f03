import type { CustomerFile } from '@ve/contracts/http/admin-customers';
import { formatMoney } from '@ve/domain/money/format-money';
import { formatPrice } from '@ve/domain/money/format-price';
import { formatRegistration } from '@ve/domain/registration/format-registration';
import { formatDateShort } from '@ve/domain/time/format-date';
import { londonDate } from '@ve/domain/time/london-date';
import { TextLink } from '@ve/ui/link/link-style';
import { Moment } from '@ve/ui/moment/moment';
import { StatusBadge, type Tone } from '@ve/ui/status/status';
import type { Column } from '@ve/ui/table/table';
import { Muted, Text } from '@ve/ui/text/text';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Id } from './id.tsx';
import { messages, wordsOf } from './messages.en-gb.ts';
import { SectionRows } from './section.tsx';

type Part<Name extends keyof CustomerFile> = NonNullable<CustomerFile[Name]>;
type Charge = Part<'charges'>[number];
type Check = Part<'vehicles'>['checks'][number];
type Report = Part<'vehicles'>['reports'][number];
type Cancellation = Part<'requests'>['cancellations'][number];
type Request = Part<'requests'>['others'][number];
type Mail = Part<'mails'>['mails'][number];
type Job = Part<'jobs'>[number];
export type CustomerSession = Part<'sessions'>[number];
type Consent = Part<'consents'>[number];

const byId = ({ id }: { id: string }): string => id;
const plateOf = (registration: string | null): string =>
  registration === null ? messages.none : formatRegistration(registration);
const dayOf = (instant: string): string => formatDateShort(londonDate(new Date(instant)));
const momentOr = (at: string | null): ReactNode => (at === null ? messages.none : <Moment at={at} />);

/** Of somebody's words the line breaks stay. */
const Written = styled.p`
  white-space: pre-line;
`;

const disputeTones: Record<NonNullable<Charge['dispute']>, Tone> = { open: 'warn', won: 'pass', lost: 'fail' };

function chargeColumns(): Column<Charge>[] {
  const { columns, kinds, until, refundFailed, disputes, receipt, newTab } = messages.charges;
  return [
    { id: 'paid', label: columns.paid, cell: ({ paidAt }) => <Moment at={paidAt} /> },
    {
      id: 'kind',
      label: columns.kind,
      cell: ({ kind, periodEnd, receiptUrl }) => (
        <>
          {kinds[kind]}
          {periodEnd === null ? null : <Muted>{until(dayOf(periodEnd))}</Muted>}
          {receiptUrl === null ? null : (
            <div>
              <TextLink href={receiptUrl} target="_blank" rel="noopener noreferrer">
                {receipt} <VisuallyHidden>{newTab}</VisuallyHidden>
              </TextLink>
            </div>
          )}
        </>
      ),
    },
    { id: 'amount', label: columns.amount, numeric: true, cell: ({ pence, currency }) => formatMoney(pence, currency) },
    {
      id: 'back',
      label: columns.back,
      numeric: true,
      cell: ({ refundedPence, refundedAt, refundFailedAt, currency }) => (
        <>
          {refundedPence === 0 ? messages.none : formatMoney(refundedPence, currency)}
          {refundedAt === null ? null : (
            <div>
              <Moment at={refundedAt} />
            </div>
          )}
          {refundFailedAt === null ? null : <StatusBadge tone="fail">{refundFailed}</StatusBadge>}
        </>
      ),
    },
    {
      id: 'dispute',
      label: columns.dispute,
      cell: ({ dispute, disputedAt }) =>
        dispute === null ? (
          messages.none
        ) : (
          <>
            <StatusBadge tone={disputeTones[dispute]}>{disputes[dispute]}</StatusBadge>
            <div>{momentOr(disputedAt)}</div>
          </>
        ),
    },
    {
      id: 'ids',
      label: columns.ids,
      cell: ({ paymentIntentId, invoiceId }) =>
        [paymentIntentId, invoiceId].map((id) =>
          id === null ? null : (
            <div key={id}>
              <Id>{id}</Id>
            </div>
          ),
        ),
    },
  ];
}

/** What was charged, given back and disputed, and how a refund is made. */
export const Charges = ({ charges }: { charges: Part<'charges'> }) => (
  <>
    <SectionRows
      label={messages.charges.title}
      empty={messages.charges.empty}
      columns={chargeColumns()}
      rows={charges}
      keyOf={byId}
    />
    {charges.length === 0 ? null : <Muted>{messages.charges.rule}</Muted>}
  </>
);

const checkTones: Record<Check['status'], Tone> = { queued: 'info', running: 'info', done: 'pass', failed: 'fail' };

/** Full checks, with what became of their credits. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  const { title, empty, columns, states, creditBack, creditUsed } = messages.checks;
  return (
    <SectionRows
      label={title}
      empty={empty}
      keyOf={byId}
      rows={checks}
      columns={[
        { id: 'vehicle', label: columns.vehicle, cell: ({ registration }) => plateOf(registration) },
        {
          id: 'state',
          label: columns.state,
          cell: ({ status, failure }) => (
            <>
              <StatusBadge tone={checkTones[status]}>{states[status]}</StatusBadge>
              {failure === null ? null : <Muted>{wordsOf(failure)}</Muted>}
            </>
          ),
        },
        { id: 'asked', label: columns.asked, cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
        { id: 'ended', label: columns.ended, cell: ({ finishedAt }) => momentOr(finishedAt) },
        {
          id: 'credit',
          label: columns.credit,
          cell: ({ creditReturnedAt, periodEnd }) => (
            <>
              {creditReturnedAt === null ? creditUsed : creditBack}
              <Muted>{messages.charges.until(dayOf(periodEnd))}</Muted>
            </>
          ),
        },
      ]}
    />
  );
}

/** Saved reports. */
export function Reports({ reports }: { reports: readonly Report[] }) {
  const { title, empty, columns } = messages.reports;
  return (
    <SectionRows
      label={title}
      empty={empty}
      keyOf={byId}
      rows={reports}
      columns={[
        { id: 'vehicle', label: columns.vehicle, cell: ({ registration }) => plateOf(registration) },
        { id: 'saved', label: columns.saved, cell: ({ savedAt }) => <Moment at={savedAt} /> },
      ]}
    />
  );
}

const stateOfCancellation = ({ keptAt, finishedAt }: Cancellation): string => {
  const { kept, done, open } = messages.cancellations;
  if (keptAt !== null) return kept;
  return finishedAt === null ? open : done;
};

/** Cancellations, with what was promised. */
export function Cancellations({ cancellations }: { cancellations: readonly Cancellation[] }) {
  const { title, empty, columns, origins } = messages.cancellations;
  return (
    <SectionRows
      label={title}
      empty={empty}
      keyOf={byId}
      rows={cancellations}
      columns={[
        { id: 'at', label: columns.at, cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
        { id: 'by', label: columns.by, cell: ({ origin }) => origins[origin] },
        { id: 'vehicle', label: columns.vehicle, cell: ({ registration }) => plateOf(registration) },
        { id: 'ends', label: columns.ends, cell: ({ endsAt }) => (endsAt === null ? messages.none : dayOf(endsAt)) },
        {
          id: 'refund',
          label: columns.refund,
          cell: ({ refundPence, noRefund, refundId }) => (
            <>
              {refundPence === 0 ? messages.none : formatPrice(refundPence)}
              {noRefund === null ? null : <Muted>{wordsOf(noRefund)}</Muted>}
              {refundId === null ? null : (
                <div>
                  <Id>{refundId}</Id>
                </div>
              )}
            </>
          ),
        },
        { id: 'state', label: columns.state, cell: stateOfCancellation },
      ]}
    />
  );
}

const requestTones: Record<Request['state'], Tone> = { open: 'info', escalated: 'warn', done: 'pass', failed: 'fail' };

/** Everything else that was asked of us. */
export function Requests({ requests }: { requests: readonly Request[] }) {
  const { title, empty, columns, kinds, states } = messages.requests;
  return (
    <SectionRows
      label={title}
      empty={empty}
      keyOf={byId}
      rows={requests}
      columns={[
        { id: 'at', label: columns.at, cell: ({ at }) => <Moment at={at} /> },
        {
          id: 'kind',
          label: columns.kind,
          cell: ({ kind, reference }) => (
            <>
              {kinds[kind]}
              {reference === null ? null : <Muted>{reference}</Muted>}
            </>
          ),
        },
        {
          id: 'state',
          label: columns.state,
          cell: ({ state }) => <StatusBadge tone={requestTones[state]}>{states[state]}</StatusBadge>,
        },
        {
          id: 'text',
          label: columns.text,
          cell: ({ text }) => (text === null ? messages.none : <Written>{text}</Written>),
        },
      ]}
    />
  );
}

const mailTones: Record<Mail['state'], Tone> = { queued: 'info', sent: 'pass', failed: 'fail', skipped: 'unknown' };

const listFormat = new Intl.ListFormat('en-GB');

/** Mails of the last weeks, with what became of them. */
export function Mails({ mails: { mails, stopped } }: { mails: Part<'mails'> }) {
  const words = messages.mails;
  return (
    <>
      <Text>
        {stopped.length === 0
          ? words.notStopped
          : words.stopped(listFormat.format(stopped.map((stream) => words.streams[stream])))}
      </Text>
      <SectionRows
        label={words.title}
        empty={words.empty}
        keyOf={byId}
        rows={mails}
        columns={[
          { id: 'written', label: words.columns.written, cell: ({ writtenAt }: Mail) => <Moment at={writtenAt} /> },
          { id: 'what', label: words.columns.what, cell: ({ template }) => wordsOf(template) },
          { id: 'to', label: words.columns.to, cell: ({ recipient }) => recipient },
          {
            id: 'state',
            label: words.columns.state,
            cell: ({ state, endedAt }) => (
              <>
                <StatusBadge tone={mailTones[state]}>{words.states[state]}</StatusBadge>
                {endedAt === null ? null : (
                  <div>
                    <Moment at={endedAt} />
                  </div>
                )}
              </>
            ),
          },
          { id: 'why', label: words.columns.why, cell: ({ why }) => (why === null ? messages.none : wordsOf(why)) },
        ]}
      />
    </>
  );
}

/** Jobs that have not ended, or were given up. */
export function Jobs({ jobs }: { jobs: readonly Job[] }) {
  const { title, empty, columns, waiting, relayed, givenUp } = messages.jobs;
  return (
    <SectionRows
      label={title}
      empty={empty}
      keyOf={byId}
      rows={jobs}
      columns={[
        { id: 'name', label: columns.name, cell: ({ name }) => <Id>{name}</Id> },
        { id: 'added', label: columns.added, cell: ({ addedAt }) => <Moment at={addedAt} /> },
        {
          id: 'state',
          label: columns.state,
          cell: ({ relayedAt, givenUpAt, why }) =>
            givenUpAt === null ? (
              <StatusBadge tone="info">{relayedAt === null ? waiting : relayed}</StatusBadge>
            ) : (
              <>
                <StatusBadge tone="fail">{givenUp}</StatusBadge>
                <Muted>{why}</Muted>
              </>
            ),
        },
      ]}
    />
  );
}

interface SessionsProps {
  sessions: readonly CustomerSession[];
  /** How one is ended; null: not now. */
  action: (session: CustomerSession) => ReactNode;
}

/** Browsers that are signed in. */
export function Sessions({ sessions, action }: SessionsProps) {
  const { title, empty, columns, unknown, by } = messages.sessions;
  return (
    <SectionRows
      label={title}
      empty={empty}
      keyOf={byId}
      rows={sessions}
      columns={[
        { id: 'device', label: columns.device, cell: ({ device }: CustomerSession) => device ?? unknown },
        { id: 'by', label: columns.by, cell: ({ openedBy }) => by[openedBy] },
        { id: 'opened', label: columns.opened, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        { id: 'seen', label: columns.seen, cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
        { id: 'end', label: columns.end, cell: action },
      ]}
    />
  );
}

const isConsentKind = (kind: string): kind is keyof typeof messages.consents.kinds => kind in messages.consents.kinds;

/** Boxes that were ticked. */
export function Consents({ consents }: { consents: readonly Consent[] }) {
  const { title, empty, columns, kinds } = messages.consents;
  return (
    <SectionRows
      label={title}
      empty={empty}
      keyOf={({ kind, givenAt }) => kind + givenAt}
      rows={consents}
      columns={[
        { id: 'kind', label: columns.kind, cell: ({ kind }: Consent) => (isConsentKind(kind) ? kinds[kind] : kind) },
        { id: 'version', label: columns.version, cell: ({ version }) => version },
        { id: 'at', label: columns.at, cell: ({ givenAt }) => <Moment at={givenAt} /> },
      ]}
    />
  );
}
