import type { Subscription, UpgradeAnswer } from '@ve/contracts/http/membership/subscription';
import { upgradeButtonLabel } from '@ve/domain/membership/upgrade-button';
import { readFullCheckAwaitingPayment } from '@ve/mfe-kit/pending-check';
import { lazyComponent } from '@ve/mfe-kit/lazy-component';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { useEnsureDocumentForRoute } from '@ve/mfe-kit/page-config';
import { Link, useNavigate, useSearchParams } from '@ve/mfe-kit/router';
import { useSession } from '@ve/mfe-kit/session';
import { useSubscription } from '@ve/mfe-kit/subscription';
import { type UpgradeSubmission, UpgradeToast, useUpgrade } from '@ve/mfe-kit/upgrade';
import type { UpgradeDialogProps } from '@ve/mfe-kit/upgrade-dialog';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Card } from '@ve/ui/card/card';
import { Row, Stack } from '@ve/ui/layout/layout';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { MembershipBadge } from '@ve/ui/membership-badge/membership-badge';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { media } from '@ve/ui/theme/theme';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import { useCancellation } from '../../platform/cancellation/use-cancellation.tsx';
import { messages } from '../messages.en-gb.ts';
import type { SavedPaymentCardChange } from '../card/card-change.tsx';
import { EndedUnpaidMembershipBanner, PaymentProblem } from './payment-problem.tsx';
import { MembershipPlanFacts } from './membership-plan-facts.tsx';
import { useCardAuthentication } from './use-card-authentication.tsx';

const labels = messages.plan;

const CardChange = lazy(async () => ({
  default: (await import(/* webpackChunkName: 'card' */ '../card/card-change.tsx')).ChangePaymentCardForm,
}));

const UpgradeDialog = lazyComponent<UpgradeDialogProps>(
  async () => (await import(/* webpackChunkName: 'upgrade' */ '@ve/mfe-kit/upgrade-dialog')).UpgradeDialog,
  '0',
);

const AnnouncedChanges = lazyComponent<Pick<Subscription, 'changes'>>(
  async () => (await import(/* webpackChunkName: 'changes' */ './announced-changes.tsx')).AnnouncedChanges,
  '8rem',
);

/** As high as the plan of a trial, so that what follows does not move. */
const PlanSkeleton = styled(Skeleton)`
  height: 24rem;
  ${media.phone} {
    height: 34rem;
  }
`;

function Reading() {
  return (
    <LoadingSkeleton label={labels.loading}>
      <Stack $gap={12}>
        <Skeleton $width="40%" $height="1.75rem" />
        <Skeleton $height="1.5rem" />
        <PlanSkeleton />
      </Stack>
    </LoadingSkeleton>
  );
}

/**
 * A payment may need Stripe.js, which only this page's own document may load: reloads before the click rather than
 * after.
 */
function PaymentReady() {
  useEnsureDocumentForRoute('/my-account');
  return null;
}

const savedMessage = ({ card, payment }: SavedPaymentCardChange): string => {
  const text = messages.card.saved(card.brand, card.last4);
  return payment?.outcome === 'paid' ? `${text} ${messages.card.paid}` : text;
};

/** The text and the buttons of the membership's state. */
function Actions({
  subscription,
  paying,
  onAsk,
  cancel,
  keep,
}: {
  subscription: Subscription;
  paying: boolean;
  onAsk: () => void;
  cancel: ReactNode;
  keep: ReactNode;
}) {
  const { state, endsAt, paidUntil, nextCharge, payNow, monthlyPence } = subscription;
  const label = upgradeButtonLabel(subscription);
  const pay =
    label === null ? null : (
      <Button busy={paying} busyLabel={labels.upgrading} onClick={onAsk}>
        {label}
      </Button>
    );
  switch (state) {
    case 'trial':
      return (
        <>
          <Text>{labels.upgradeLead(monthlyPence)}</Text>
          {payNow === null ? null : <MutedText>{labels.refunds(payNow)}</MutedText>}
          <Row>
            {pay}
            {cancel}
          </Row>
        </>
      );
    case 'active':
      if (endsAt !== null) {
        return (
          <>
            <Text>{labels.endsOn(endsAt)}</Text>
            {keep}
            {cancel}
          </>
        );
      }
      return (
        <>
          {paidUntil === null ? null : <Text>{labels.active(paidUntil)}</Text>}
          <Row>{cancel}</Row>
        </>
      );
    case 'charge-due':
      return (
        <>
          <Text>{nextCharge?.timing === 'late' ? labels.expired : labels.chargeDue(monthlyPence)}</Text>
          <Row>
            {pay}
            {cancel}
          </Row>
        </>
      );
    case 'past-due':
      return <Row>{cancel}</Row>;
    case 'expired':
      return (
        <>
          <Text>{labels.expired}</Text>
          <Row>
            {pay}
            {cancel}
          </Row>
        </>
      );
    case 'cancelled':
      return (
        <>
          <Heading level={3} size="s">
            {labels.rejoinTitle}
          </Heading>
          <Text>{labels.rejoinLead}</Text>
          <Row>{pay}</Row>
        </>
      );
    case 'none':
      return (
        <>
          <Text>{labels.none}</Text>
          <Text>{labels.join}</Text>
          <Row>
            <ButtonLink as={Link} to="/signup">
              {labels.signUp}
            </ButtonLink>
          </Row>
        </>
      );
  }
}

/** How long "upgraded" is shown before the report opens, in milliseconds (specification section 9). */
const openReportMs = 1_000;

/**
 * Opens the report of the car to unlock when its full check is paid; the report starts the check. Returns its
 * registration, or null if there is none.
 */
function useAwaitedReport({ credits }: Subscription): string | null {
  const navigate = useNavigate();
  const awaited = readFullCheckAwaitingPayment(useSession().user?.id ?? null);
  const ready = credits > 0 ? awaited : null;
  const open = useEffectEvent((reg: string) => void navigate(`/report?reg=${reg}`));
  useEffect(() => {
    if (ready === null) return;
    const timer = setTimeout(() => open(ready), openReportMs);
    return () => {
      clearTimeout(timer);
    };
  }, [ready]);
  return awaited;
}

/** Why an attempt to pay failed; null if it succeeded or is pending. */
const refusalOf = (paid: UpgradeAnswer): string | null => {
  if (paid.outcome === 'authenticate') return labels.unanswered;
  return paid.outcome === 'card-needed' ? paid.message : null;
};

function Plan({ subscription }: { subscription: Subscription }) {
  const [search, setSearch] = useSearchParams();
  const changing = search.get('card') === 'change' || search.get('fix') === 'card';
  const { news, cancel, keep, question, clear } = useCancellation(subscription);
  const [closed, setClosed] = useState(false);
  const [saved, setSaved] = useState<SavedPaymentCardChange | null>(null);
  const { authenticate, bank } = useCardAuthentication();
  const { submission, upgrade, reset } = useUpgrade(authenticate);
  const [lastOutcome, setLastOutcome] = useState<UpgradeSubmission | null>(null);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const awaited = useAwaitedReport(subscription);
  const paying = submission.state === 'busy';
  const { state, paymentProblem } = subscription;
  const paid = submission.state === 'done' ? submission.answer : null;
  const refusal = paid === null ? null : refusalOf(paid);
  const settled = saved?.payment?.outcome === 'paid';
  const unpaid = state === 'past-due' && !changing && !settled;
  // One message covers both the saved card and the outstanding amount.
  const owing = unpaid && saved?.payment ? saved : null;
  const outdated = paid?.outcome === 'consent-needed' && submission.state === 'done' && submission.sent !== null;

  const change = (open: boolean) => {
    const next = new URLSearchParams(search);
    next.delete('fix');
    if (open) next.set('card', 'change');
    else next.delete('card');
    setSearch(next, { replace: true });
  };
  const startChange = () => {
    setClosed(false);
    setSaved(null);
    reset();
    change(true);
  };
  const pay = (rejoin?: string) => {
    setSaved(null);
    clear();
    void upgrade(rejoin);
  };
  const problem = (
    <PaymentProblem
      subscription={subscription}
      refusal={refusal}
      saved={owing}
      paying={paying}
      onPay={() => pay()}
      onChangeCard={startChange}
      closed={closed}
    />
  );
  return (
    <Stack $gap={16}>
      {news}
      {state === 'active' || state === 'none' ? null : <PaymentReady />}
      {saved === null || owing !== null ? null : (
        <FocusedResult>
          <Banner tone="pass" role="status" title={messages.card.savedTitle}>
            {savedMessage(saved)}
          </Banner>
        </FocusedResult>
      )}
      {unpaid && refusal === null ? owing === null ? problem : <FocusedResult>{problem}</FocusedResult> : null}
      {refusal === null ? null : (
        <FocusedResult key={unpaid ? 'unpaid' : state}>
          {unpaid ? (
            problem
          ) : (
            <Banner tone="fail" role="alert" title={labels.failedReason}>
              {refusal}
            </Banner>
          )}
        </FocusedResult>
      )}
      {state === 'cancelled' && paymentProblem !== null ? (
        <EndedUnpaidMembershipBanner problem={paymentProblem} endsAt={subscription.endsAt} />
      ) : null}
      {bank}
      <SubmissionFailure title={labels.noAnswer} submission={submission} />
      {paid?.outcome === 'pending' ? (
        <Banner tone="info" role="status" title={labels.pendingTitle}>
          {labels.pendingText}
        </Banner>
      ) : null}
      {outdated ? (
        <FocusedResult>
          <Banner
            tone="warn"
            role="alert"
            title={labels.outdatedTitle}
            actions={
              <Button variant="secondary" onClick={() => location.reload()}>
                {labels.reload}
              </Button>
            }
          >
            {labels.outdated}
          </Banner>
        </FocusedResult>
      ) : null}
      {state === 'none' ? null : (
        <MembershipPlanFacts
          subscription={subscription}
          onChangeCard={changing || state === 'past-due' ? null : startChange}
          closed={closed}
        />
      )}
      {subscription.changes.length > 0 && subscription.endsAt === null ? (
        <AnnouncedChanges changes={subscription.changes} />
      ) : null}
      {changing && state !== 'none' ? (
        <FocusedResult>
          <Stack $gap={12}>
            <Heading level={3} size="s">
              {messages.card.title}
            </Heading>
            <Suspense
              fallback={
                <LoadingSkeleton label={messages.card.loading}>
                  <Skeleton $height="2.75rem" />
                </LoadingSkeleton>
              }
            >
              <CardChange
                owed={state === 'past-due' ? (paymentProblem?.pence ?? null) : null}
                onSaved={(answer) => {
                  setSaved(answer);
                  change(false);
                }}
                onClose={() => {
                  setClosed(true);
                  change(false);
                }}
              />
            </Suspense>
          </Stack>
        </FocusedResult>
      ) : null}
      <Actions
        subscription={subscription}
        paying={paying}
        onAsk={() => setDialogOpen(true)}
        cancel={cancel}
        keep={keep}
      />
      {awaited === null || subscription.payNow === null ? null : <MutedText>{labels.awaited(awaited)}</MutedText>}
      {isDialogOpen ? (
        <UpgradeDialog
          subscription={subscription}
          unlocks={awaited}
          onPay={(rejoin) => {
            setDialogOpen(false);
            pay(rejoin);
          }}
          onClose={() => setDialogOpen(false)}
        />
      ) : null}
      {question}
      {submission === lastOutcome || outdated ? null : (
        <UpgradeToast submission={submission} unlocks={awaited} onClose={() => setLastOutcome(submission)} />
      )}
    </Stack>
  );
}

/** The membership: its next charge, how to pay, how to cancel. */
export function PlanPanel() {
  const { status, subscription, refresh, refreshing } = useSubscription();
  const id = useId();
  // A failed refresh keeps the last known state.
  const known = status === 'ready' || (status === 'error' && subscription.state !== 'none');
  return (
    <Card as="section" aria-labelledby={id}>
      <Stack $gap={16}>
        <Row $justify="between">
          <Heading level={2} size="m" id={id}>
            {labels.title}
          </Heading>
          {known ? <MembershipBadge {...subscription} /> : null}
        </Row>
        {status === 'loading' ? <Reading /> : null}
        {status === 'error' ? (
          <Banner
            tone="warn"
            role="alert"
            title={labels.failed}
            actions={
              <Button variant="secondary" busy={refreshing} busyLabel={labels.loading} onClick={() => void refresh()}>
                {labels.again}
              </Button>
            }
          >
            {labels.failedText}
          </Banner>
        ) : null}
        {known ? <Plan subscription={subscription} /> : null}
      </Stack>
    </Card>
  );
}
