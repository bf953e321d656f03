import type { PaymentConfirmation } from '@ve/contracts/http/membership/checkout';
import { parseRegistration } from '@ve/domain/kernel/registration/parse-registration';
import { usePageChrome } from '@ve/mfe-kit/page-chrome';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link, Navigate, useNavigate, useSearchParams } from '@ve/mfe-kit/router';
import { useSession } from '@ve/mfe-kit/session';
import { useSubscription } from '@ve/mfe-kit/subscription';
import { useIsHydrated } from '@ve/mfe-kit/use-is-hydrated';
import { Banner } from '@ve/ui/banner/banner';
import { Icon } from '@ve/ui/icon/icon';
import { Page, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { ProgressSteps } from '@ve/ui/progress-steps/progress-steps';
import { space, target } from '@ve/ui/theme/theme';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { urlWithCampaign } from '../campaign.ts';
import { ConfirmVehicleStep } from './confirm-step.tsx';
import type { SignUpDraft } from './draft.ts';
import { LazySignUpStep, SignUpStepLoading } from './lazy-sign-up-step.tsx';
import { PresentMembershipNotice, presentMembershipKindOf } from './present-membership-notice.tsx';
import { messages } from './messages.en-gb.ts';
import type { StartedPayment } from './payment/poll-confirmation.ts';
import { ResumeSignUpNotice } from './resume-notice.tsx';
import { SignUpSearchStep } from './search-step.tsx';
import { parametersOfSignUpPosition, type SignUpPosition, readSignUpPosition, signUpPositionToResume } from './step.ts';
import { useSignUpDraft } from './use-sign-up-draft.ts';

const Completion = lazy(async () => ({
  default: (await import('./payment/payment-completion.tsx')).PaymentCompletion,
}));

const Back = styled(TextLink)`
  display: inline-flex;
  align-items: center;
  align-self: flex-start;
  gap: ${space[8]};
  min-height: ${target};
`;

/** Focuses the heading after a change of step, as on a new page. */
function useStepFocus(step: number) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    place.current?.querySelector<HTMLElement>('h1')?.focus();
  }, [step]);
  return place;
}

/** A payment whose result only the service knows, with the details that it was started with. */
interface Begun {
  payment: StartedPayment;
  draft: SignUpDraft;
  /** The service's last response; null before the first request. */
  answer: PaymentConfirmation | null;
}

/** The payment that was started before this page was loaded: its tab was closed or reloaded. */
function begunBefore(draft: SignUpDraft): Begun | null {
  const { paymentIntentId, stripeCustomerId } = draft;
  if (paymentIntentId === null || stripeCustomerId === null) return null;
  return { payment: { paymentIntentId, stripeCustomerId }, draft, answer: null };
}

/** Whether the URL names another step than the open one. */
const isOtherStep = (search: URLSearchParams, { step }: SignUpPosition): boolean =>
  (search.get('step') ?? '1') !== String(step);

/**
 * `/signup`: the wizard. Step and registration are in the URL, so that Back and reload keep the visitor's place; the
 * input is stored in the browser. Present and former members cannot sign up again.
 */
export function SignUpPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const store = useSignUpDraft();
  const { draft } = store;
  const session = useSession();
  const { status, subscription } = useSubscription();
  // Prerendered without what this browser has stored.
  const isHydrated = useIsHydrated();
  const [begun, setBegun] = useState(() => begunBefore(draft));
  const [refused, setRefused] = useState<string | null>(null);
  const [refusedAsMember, setRefusedAsMember] = useState(false);
  const position = readSignUpPosition(search, draft);
  const { step, typed } = position;
  const place = useStepFocus(step);
  usePageChrome({ title: messages.headerTitles[begun === null ? step : 4] });

  const within = (path: string, parameters: Record<string, string>) => urlWithCampaign(path, parameters, search);
  const urlOf = (wanted: SignUpPosition) => within('/signup', parametersOfSignUpPosition(wanted));
  const stepAt = (wanted: 1 | 2, registration: string) => urlOf({ step: wanted, typed: registration });
  const open = (address: string) => void navigate(address);

  const shown = (current: number, content: ReactNode) => (
    <Page width="step">
      <Stack ref={place} $gap={24}>
        <Back as={Link} to={within('/', {})}>
          <Icon glyph={ArrowLeft} />
          {messages.back}
        </Back>
        <ProgressSteps label={messages.progress} steps={messages.steps} current={current} />
        {search.get('utm_source') === 'partner' ? (
          <Banner tone="warn" title={messages.partner.title}>
            {messages.partner.body}
          </Banner>
        ) : null}
        {content}
      </Stack>
    </Page>
  );

  if (begun !== null && isHydrated) {
    const clearPayment = () => {
      setBegun(null);
      store.storePayment({ paymentIntentId: null });
    };
    return shown(
      4,
      <Suspense fallback={<SignUpStepLoading />}>
        <Completion
          payment={begun.payment}
          draft={begun.draft}
          answer={begun.answer}
          urlOf={within}
          onKnown={store.clear}
          onNotPaid={(message) => {
            clearPayment();
            setRefused(message);
            const resumed = signUpPositionToResume(draft);
            if (resumed !== null) open(urlOf(resumed));
          }}
          onRestart={() => {
            setBegun(null);
            store.clear();
          }}
          onAgain={() => {
            const { fullName, email, address, regNumber } = begun.draft;
            store.change({ fullName, email, address, regNumber });
            setBegun(null);
            const resumed = signUpPositionToResume(begun.draft);
            if (resumed !== null) open(urlOf(resumed));
          }}
        />
      </Suspense>,
    );
  }

  if (isOtherStep(search, position)) {
    return <Navigate to={typed ? urlOf(position) : within('/signup', {})} replace />;
  }

  const kind = presentMembershipKindOf(subscription) ?? (refusedAsMember ? 'running' : null);
  const notice =
    kind === null ? null : (
      <PresentMembershipNotice kind={kind} registration={subscription.registration} alone={step > 2} />
    );
  const parsed = parseRegistration(typed);
  if (step > 2 && parsed.ok) {
    if (notice !== null) return shown(step, notice);
    if (session.status === 'loading' || status === 'loading') return shown(step, <SignUpStepLoading />);
    return shown(
      step,
      <LazySignUpStep
        position={position}
        registration={parsed.registration}
        store={store}
        refused={refused}
        urlOf={(wanted) => urlOf({ step: wanted, typed: parsed.registration })}
        onNext={() => open(urlOf({ step: 4, typed: parsed.registration }))}
        onPaid={(payment, answer) => setBegun({ payment, draft, answer })}
        onAlreadyMember={() => setRefusedAsMember(true)}
      />,
    );
  }

  if (step === 1) {
    const resumed = typed === '' && isHydrated ? signUpPositionToResume(draft) : null;
    return shown(
      1,
      <>
        <PageTitle title={messages.search.pageTitle} />
        {notice}
        {resumed === null || notice !== null ? null : (
          <ResumeSignUpNotice registration={resumed.typed} to={urlOf(resumed)} onForget={store.clear} />
        )}
        <SignUpSearchStep typed={typed} onSearch={(registration) => open(stepAt(2, registration))} />
      </>,
    );
  }
  const reportFor = (reg: string) => within('/report', { reg });
  return shown(
    2,
    <>
      <PageTitle title={messages.confirm.pageTitle} />
      {notice}
      <ConfirmVehicleStep
        typed={typed}
        searchAgain={stepAt(1, typed)}
        stepUrlFor={(registration) => stepAt(2, registration)}
        signsUp={notice === null}
        reportFor={reportFor}
        onContinue={(registration) =>
          open(notice === null ? urlOf({ step: 3, typed: registration }) : reportFor(registration))
        }
      />
    </>,
  );
}
