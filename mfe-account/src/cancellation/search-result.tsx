import { useQueryClient } from '@tanstack/react-query';
import {
  cancelSubscriptionByEmailEndpoint,
  type SubscriptionSearchResult,
} from '@ve/contracts/http/membership/cancellation';
import type { CancellationSummary } from '@ve/contracts/http/membership/cancellation-summary';
import { formatMoney } from '@ve/domain/kernel/money/format-money';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatDateShort } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { callApi } from '@ve/mfe-kit/api';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { Link } from '@ve/mfe-kit/router';
import { useSession } from '@ve/mfe-kit/session';
import { refetchSubscription } from '@ve/mfe-kit/subscription';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Button } from '@ve/ui/button/button';
import { Card } from '@ve/ui/card/card';
import { type ListedFact, FactList } from '@ve/ui/fact-list/fact-list';
import { Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Plate } from '@ve/ui/plate/plate';
import { StatusBadge } from '@ve/ui/status/status';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { type ReactNode, useState } from 'react';
import {
  WithdrawInAccountLink,
  LazyWithdrawCancellationButton,
  WithdrawCancellationResult,
} from '../platform/cancellation/withdraw-cancellation.tsx';
import type { WithdrawCancellationAnswer } from '../platform/cancellation/withdraw-cancellation-button.tsx';
import {
  cancellationSummaryText,
  cancelledMessage,
  cancellationPreviewText,
  messages as preview,
} from '../platform/cancellation/messages.en-gb.ts';
import { LazyCancellationReasonForm } from '../platform/cancellation/cancellation-reason-question.tsx';
import { formatDayOfInstant, formatPence } from '../platform/messages.en-gb.ts';
import { messages } from './messages.en-gb.ts';
import { SubscriptionNotFound, SearchDifferentEmailButton } from './subscription-not-found.tsx';

/** As `03/03/2027` (specification section 9). */
const shortDay = (at: string | number): string =>
  formatDateShort(londonDate(new Date(typeof at === 'number' ? at * 1000 : at)));

const plateFact = (registration: string | null): ListedFact[] =>
  registration === null || registration === 'N/A'
    ? []
    : [{ label: messages.found.registration, value: formatRegistration(registration) }];

interface ViewProps {
  title: string;
  badge?: ReactNode;
  children: ReactNode;
}

/** One result; takes the focus of the content that it replaces. */
const View = ({ title, badge, children }: ViewProps) => (
  <FocusedResult>
    <Card>
      <Stack $gap={16}>
        <Row $justify="between">
          <Heading level={2} size="m">
            {title}
          </Heading>
          {badge}
        </Row>
        {children}
      </Stack>
    </Card>
  </FocusedResult>
);

/** Whether the cancellation can be undone here: only by the member, signed in. */
const useIsOwn = (email: string): boolean => useSession().user?.email === email;

interface OfEmail {
  /** The parsed address. */
  email: string;
}

function Keeping({
  email,
  summary,
  onKept,
}: OfEmail & { summary: CancellationSummary; onKept: (kept: WithdrawCancellationAnswer) => void }) {
  const own = useIsOwn(email);
  if (!summary.canWithdraw) return null;
  return own ? <LazyWithdrawCancellationButton {...summary} onKept={onKept} /> : <WithdrawInAccountLink {...summary} />;
}

function RequestFound({ email, summary }: OfEmail & { summary: CancellationSummary }) {
  const labels = messages.request;
  const [keepAnswer, setKeepAnswer] = useState<WithdrawCancellationAnswer | null>(null);
  if (keepAnswer !== null) return <WithdrawCancellationResult answer={keepAnswer} />;
  return (
    <View title={labels.title}>
      <Text>
        {labels.text} {cancellationSummaryText(summary)}
      </Text>
      <FactList
        facts={[
          { label: labels.date, value: shortDay(summary.requestedAt) },
          ...plateFact(summary.registration_number),
        ]}
      />
      <Keeping email={email} summary={summary} onKept={setKeepAnswer} />
    </View>
  );
}

type Refunded = NonNullable<SubscriptionSearchResult['refunded_payment_info']>;

function AlreadyRefunded({ info }: { info: Refunded | null }) {
  const labels = messages.refunded;
  const facts: ListedFact[] =
    info === null ? [] : [{ label: labels.amount, value: formatMoney(info.amount, info.currency) }];
  const date = info?.refunded_at ?? null;
  return (
    <View title={labels.title}>
      <Text>{labels.text}</Text>
      {info === null ? null : (
        <FactList
          facts={[
            ...(date === null ? [] : [{ label: labels.date, value: shortDay(date) }]),
            ...plateFact(info.registration_number),
            ...facts,
          ]}
        />
      )}
      <MutedText>{labels.time}</MutedText>
    </View>
  );
}

type Canceled = NonNullable<SubscriptionSearchResult['canceled_subscription_info']>;

const Id = ({ children }: { children: string }) => <span style={{ overflowWrap: 'anywhere' }}>{children}</span>;

function AlreadyCanceled({ info }: { info: Canceled | null }) {
  const labels = messages.canceled;
  return (
    <View title={labels.title}>
      <Text>{labels.text}</Text>
      {info === null ? null : (
        <FactList
          facts={[
            { label: labels.date, value: shortDay(info.canceled_at) },
            { label: labels.id, value: <Id>{info.id}</Id> },
            ...plateFact(info.registration_number),
            { label: labels.amount, value: formatMoney(info.amount, info.currency) },
          ]}
        />
      )}
    </View>
  );
}

const PaymentsOnly = () => (
  <View title={messages.paymentsOnly.title}>
    <Text>{messages.paymentsOnly.text}</Text>
    <Text>
      {messages.paymentsOnly.stuck}{' '}
      <TextLink as={Link} to="/contact?type=general">
        {messages.notFound.contact}
      </TextLink>
    </Text>
  </View>
);

interface Done {
  summary: CancellationSummary;
  answerToken: string | null;
}

function Processed({ email, done: { summary, answerToken } }: OfEmail & { done: Done }) {
  const labels = messages.processed;
  const [kept, setKept] = useState<WithdrawCancellationAnswer | null>(null);
  if (kept !== null) return <WithdrawCancellationResult answer={kept} />;
  const { registration_number: registration } = summary;
  return (
    <View title={labels.title} badge={registration === null ? null : <Plate registration={registration} size="s" />}>
      <Text>
        {cancelledMessage(summary)} {preview.confirmation}
      </Text>
      <MutedText>{preview.reports}</MutedText>
      <Keeping email={email} summary={summary} onKept={setKept} />
      <LazyCancellationReasonForm token={answerToken} />
    </View>
  );
}

type Subscription = SubscriptionSearchResult['subscriptions'][number];

interface FoundProps extends OfEmail {
  subscription: Subscription;
  onDone: (done: Done) => void;
  /** This browser may no longer cancel, or something was cancelled in the meantime: searches again. */
  onStale: (why: 'code-needed' | 'none') => Promise<void>;
}

function SubscriptionFound({ email, subscription, onDone, onStale }: FoundProps) {
  const labels = messages.found;
  const client = useQueryClient();
  const { submission, submit } = useFormSubmission(async () => {
    const answer = await callApi(cancelSubscriptionByEmailEndpoint, { body: { email } }).catch((error: unknown) => {
      // Logged by the specification (section 8); the page shows it, too.
      console.error(messages.log.request);
      throw error;
    });
    if (answer.outcome === 'cancelled') {
      refetchSubscription(client, 'sign-up');
      onDone(answer);
    } else await onStale(answer.outcome);
    return answer;
  });
  const { registration_number: registration, refund, endsAt, endsImmediately } = subscription;
  const isRefund = refund.kind !== 'none';
  return (
    <View title={labels.title} badge={isRefund ? <StatusBadge tone="pass">{labels.refund}</StatusBadge> : null}>
      {registration === null ? null : (
        <div>
          <Plate registration={registration} />
        </div>
      )}
      <FactList
        facts={[
          { label: labels.amount, value: isRefund ? formatPence(refund.pence) : labels.nothing },
          { label: labels.ends, value: endsImmediately ? labels.now : formatDayOfInstant(endsAt) },
        ]}
      />
      <Text>
        {cancellationPreviewText(subscription)} {preview.reports}
      </Text>
      <SubmissionFailure title={labels.failed} submission={submission} />
      <Row>
        <Button
          variant="danger"
          busy={submission.state === 'busy'}
          busyLabel={labels.busy}
          onClick={() => void submit(undefined)}
        >
          {labels.action}
        </Button>
      </Row>
    </View>
  );
}

interface ResultProps extends OfEmail {
  search: SubscriptionSearchResult;
  /** Returns to the form, with the same address. */
  onSearchAgain: () => void;
  /** Returns to the empty form. */
  onReset: () => void;
  onStale: FoundProps['onStale'];
}

/** The results of the search, in the order of the specification (section 4). */
export function CancellableSubscriptionSearchResult({ email, search, onSearchAgain, onReset, onStale }: ResultProps) {
  const [done, setDone] = useState<Done | null>(null);
  const [subscription] = search.subscriptions;
  if (done !== null) {
    return (
      <Stack $gap={16}>
        <Processed email={email} done={done} />
        <Row>
          <Button variant="secondary" onClick={onReset}>
            {messages.processed.again}
          </Button>
        </Row>
      </Stack>
    );
  }
  const view = () => {
    if (search.cancellation_request !== null)
      return <RequestFound email={email} summary={search.cancellation_request} />;
    if (search.refunded_payment_found) return <AlreadyRefunded info={search.refunded_payment_info} />;
    if (search.canceled_subscription_found) return <AlreadyCanceled info={search.canceled_subscription_info} />;
    if (subscription === undefined) return search.payment_intents_found ? <PaymentsOnly /> : null;
    return <SubscriptionFound email={email} subscription={subscription} onDone={setDone} onStale={onStale} />;
  };
  const shown = view();
  if (shown === null) {
    return (
      <FocusedResult>
        <SubscriptionNotFound onSearchAgain={onSearchAgain} />
      </FocusedResult>
    );
  }
  return (
    <Stack $gap={16}>
      {shown}
      <SearchDifferentEmailButton onSearchAgain={onSearchAgain} />
    </Stack>
  );
}
