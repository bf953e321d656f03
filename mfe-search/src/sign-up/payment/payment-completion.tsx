import type { PaymentConfirmation } from '@ve/contracts/http/membership/checkout';
import {
  membershipBenefitsText,
  paymentReturnedMessage,
  paymentReturnReasonMessages,
  signUpAgainMessages,
} from '@ve/domain/membership/returned-payment-messages';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { reportError } from '@ve/mfe-kit/report-errors';
import { Link, useNavigate } from '@ve/mfe-kit/router';
import { useSessionEvents } from '@ve/mfe-kit/session';
import { refetchSubscription } from '@ve/mfe-kit/subscription';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Plate } from '@ve/ui/plate/plate';
import { Heading, LeadText, MutedText, Text } from '@ve/ui/text/text';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SignUpDraft } from '../draft.ts';
import { messages } from './completion-messages.en-gb.ts';
import { pollPaymentConfirmation, type StartedPayment, isPaymentNotMade } from './poll-confirmation.ts';
import { SignUpStepList } from './sign-up-step-list.tsx';

const labels = messages.completing;

/** How long "ready" is shown before the report opens, in milliseconds (specification section 9). */
const redirectMs = 1_000;

export interface PaymentCompletionProps {
  payment: StartedPayment;
  draft: Pick<SignUpDraft, 'fullName' | 'email' | 'regNumber'>;
  /** The service's last response; null to request it. */
  answer: PaymentConfirmation | null;
  /** The URL of a page with the visitor's campaign. */
  urlOf: (path: string, parameters: Record<string, string>) => string;
  /** Called when the result is known: nothing needs to be resumed. */
  onKnown: () => void;
  onNotPaid: (message: string) => void;
  /** Starts again with an empty form. */
  onRestart: () => void;
  /** Pays again with the same details. */
  onAgain: () => void;
}

type Known = Extract<PaymentConfirmation, { outcome: 'signed-in' | 'check-email' | 'unknown' }>;
type State = { at: 'asking' } | { at: 'slow' } | { at: 'failed' } | { at: 'known'; answer: Known };

const titleOf = (state: State): string => {
  if (state.at !== 'known' || state.answer.outcome === 'signed-in') return labels.pageTitle;
  return returnedOf(state.answer) === undefined ? messages.checkEmail.heading : messages.returned.heading;
};

const returnedOf = (answer: Known) => (answer.outcome === 'check-email' ? answer.returned : undefined);

/** The page after the payment: waits for the account, then opens the report or explains the mail. */
export function PaymentCompletion(props: PaymentCompletionProps) {
  const { payment, draft, answer: known, urlOf, onKnown, onNotPaid, onRestart, onAgain } = props;
  const [state, setState] = useState<State>({ at: 'asking' });
  const [attempts, setAttempts] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const { opened } = useSessionEvents();
  const queries = useQueryClient();
  const navigate = useNavigate();

  const end = useEffectEvent((answer: PaymentConfirmation) => {
    if (answer.outcome === 'pending') return setState({ at: 'slow' });
    if (isPaymentNotMade(answer)) return onNotPaid(answer.message);
    if (answer.outcome === 'signed-in') {
      void opened();
      refetchSubscription(queries, 'sign-up');
    }
    if (answer.outcome !== 'unknown') onKnown();
    setState({ at: 'known', answer });
  });
  const paid = known?.outcome === 'signed-in' || known?.outcome === 'check-email';
  const ask = useEffectEvent((signal: AbortSignal) =>
    paid ? Promise.resolve(known) : pollPaymentConfirmation(payment, draft, signal),
  );

  useEffect(() => {
    const controller = new AbortController();
    ask(controller.signal).then(end, (error: unknown) => {
      if (controller.signal.aborted) return;
      setState({ at: 'failed' });
      reportError(error, { type: 'Payment Error', componentName: 'Completion' });
    });
    return () => {
      controller.abort();
    };
  }, [attempts]);

  const registration = state.at === 'known' && state.answer.outcome === 'signed-in' ? state.answer.registration : null;
  const openReport = useEffectEvent((reg: string) => void navigate(urlOf('/report', { reg }), { replace: true }));
  useEffect(() => {
    if (registration === null) return;
    const timer = setTimeout(() => openReport(registration), redirectMs);
    return () => {
      clearTimeout(timer);
    };
  }, [registration]);

  useEffect(() => {
    place.current?.querySelector<HTMLElement>('h1')?.focus();
  }, [state.at]);

  const retry = () => {
    setState({ at: 'asking' });
    setAttempts(attempts + 1);
  };

  return (
    <Stack ref={place} $gap={24}>
      <PageTitle title={titleOf(state)} />
      <div>
        <Plate registration={draft.regNumber} size="m" />
      </div>
      {state.at === 'known' && state.answer.outcome !== 'signed-in' ? (
        <CheckEmail
          answer={state.answer}
          email={draft.email}
          registration={draft.regNumber}
          urlOf={urlOf}
          onRestart={onRestart}
          onAgain={onAgain}
        />
      ) : (
        <>
          <Heading level={1} tabIndex={-1}>
            {registration !== null ? labels.done : paid ? labels.heading : labels.resumed}
          </Heading>
          {state.at === 'slow' || state.at === 'failed' ? (
            <Banner
              tone={state.at === 'slow' ? 'info' : 'fail'}
              role="alert"
              title={state.at === 'slow' ? labels.slowTitle : labels.failedTitle}
              actions={
                <Button variant="secondary" onClick={retry}>
                  {labels.again}
                </Button>
              }
            >
              {state.at === 'slow' ? labels.slow : labels.failed}
            </Banner>
          ) : (
            <>
              {paid || registration !== null ? (
                <SignUpStepList current={registration === null ? 1 : 3} />
              ) : (
                <Text role="status">{labels.asking}</Text>
              )}
              <MutedText>{registration === null ? labels.lead : labels.opens}</MutedText>
            </>
          )}
        </>
      )}
    </Stack>
  );
}

interface CheckEmailProps {
  answer: Exclude<Known, { outcome: 'signed-in' }>;
  email: string;
  registration: string;
  urlOf: PaymentCompletionProps['urlOf'];
  onRestart: () => void;
  onAgain: () => void;
}

/** Explains the result to the visitor who paid. */
function Explanation({ answer, email }: Pick<CheckEmailProps, 'answer' | 'email'>) {
  const returned = returnedOf(answer);
  if (answer.outcome === 'unknown') return <LeadText>{messages.checkEmail.unknown(email)}</LeadText>;
  if (returned === undefined) {
    return (
      <>
        <LeadText>{messages.checkEmail.body(answer.userEmail)}</LeadText>
        <Text>{messages.checkEmail.why}</Text>
      </>
    );
  }
  return (
    <>
      <LeadText>
        {paymentReturnReasonMessages[returned]} {paymentReturnedMessage}
      </LeadText>
      <Text>
        {membershipBenefitsText} {signUpAgainMessages[returned]}{' '}
        {returned === 'trial-limit' ? messages.returned.member : null}
      </Text>
      <MutedText>{messages.returned.written(answer.userEmail)}</MutedText>
    </>
  );
}

function CheckEmail({ answer, email, registration, urlOf, onRestart, onAgain }: CheckEmailProps) {
  const wording = messages.checkEmail;
  const returned = returnedOf(answer);
  return (
    <>
      <Heading level={1} tabIndex={-1}>
        {returned === undefined ? wording.heading : messages.returned.heading}
      </Heading>
      <Explanation answer={answer} email={email} />
      <Row>
        <ButtonLink as={Link} to={urlOf('/report', { reg: registration })}>
          {wording.report}
        </ButtonLink>
        {answer.outcome === 'unknown' ? (
          <Button variant="secondary" onClick={onRestart}>
            {wording.restart}
          </Button>
        ) : null}
        {returned === undefined ? null : (
          <Button variant="secondary" onClick={onAgain}>
            {messages.returned.again[returned]}
          </Button>
        )}
        {answer.outcome === 'unknown' || returned === 'not-started' ? null : (
          <ButtonLink as={Link} to="/signin" $variant="secondary">
            {wording.signIn}
          </ButtonLink>
        )}
      </Row>
    </>
  );
}
