import { membershipOffer } from '@ve/domain/membership/offer';
import { signUpConsents as consents } from '@ve/domain/membership/sign-up-consents';
import {
  CardField,
  StripeElementsProvider,
  type CardFieldState,
  type StripeJsState,
  type CardPurpose,
  useCardPayment,
  useStripeJs,
} from '@ve/mfe-kit/card-payment';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Checkbox } from '@ve/ui/checkbox/checkbox';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Heading } from '@ve/ui/text/text';
import { space, target } from '@ve/ui/theme/theme';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { CompleteSignUpDraft } from '../draft.ts';
import type { SignUpDraftStore } from '../use-sign-up-draft.ts';
import { ContractHeadlines, ContractKeyFacts, useTrialEnd } from './contract-key-facts.tsx';
import { messages } from './messages.en-gb.ts';
import { SignUpStepList } from './sign-up-step-list.tsx';
import { type SignUpPaymentCallbacks, useSignUpPayment } from './use-sign-up-payment.ts';

/** In the order of the page, which the error summary keeps. */
const ids = {
  name: 'signup-card-name',
  terms: 'signup-terms',
  start: 'signup-start',
  card: 'signup-card',
} as const;

type Errors = Partial<Record<keyof typeof ids, string>>;

const trial: CardPurpose = {
  for: 'payment',
  amountPence: membershipOffer.trial.pence,
  currency: membershipOffer.currency,
};

const Consents = styled.div`
  display: grid;
  gap: ${space[8]};
`;

const TermsLink = styled(TextLink)`
  display: inline-flex;
  align-items: center;
  justify-self: start;
  min-height: ${target};
`;

const reload = (): void => {
  location.reload();
};

/** A failure at the top of the form. Takes the focus, because on a phone the button is screens below. */
function InView({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1}>
      {children}
    </div>
  );
}

export interface SignUpPaymentStepProps extends SignUpPaymentCallbacks {
  store: SignUpDraftStore;
  draft: CompleteSignUpDraft;
  /** Why the payment started before was refused. */
  refused: string | null;
  /** The URL of the previous step. */
  back: string;
}

/** Step 4: card, consents and the key facts of the contract, then the button that concludes it. */
export function SignUpPaymentStep(props: SignUpPaymentStepProps) {
  const service = useStripeJs('/signup');
  return (
    <StripeElementsProvider service={service} use={trial}>
      <PageTitle title={messages.pageTitle} />
      <PaymentForm {...props} service={service} />
    </StripeElementsProvider>
  );
}

function PaymentForm({
  store,
  draft,
  refused,
  back,
  service,
  onPaid,
  onAlreadyMember,
}: SignUpPaymentStepProps & { service: StripeJsState }) {
  const [name, setName] = useState(draft.fullName);
  const [terms, setTerms] = useState(false);
  const [start, setStart] = useState(false);
  const [input, setInput] = useState<CardFieldState>({ complete: false });
  const [errors, setErrors] = useState<Errors>({});
  const [attempt, setAttempt] = useState(0);
  const trialEnd = useTrialEnd();
  const card = useCardPayment();
  const { busy, problem, pay } = useSignUpPayment(card, store, { onPaid, onAlreadyMember });

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    // The field marks what is missing. A wallet is complete, and must not open before the boxes are ticked.
    const checked = input.complete ? null : await card.check();
    const found: Errors = {
      ...(name.trim() === '' ? { name: messages.nameMissing } : {}),
      ...(checked === null ? {} : { card: checked.outcome === 'invalid' ? checked.message : messages.cardMissing }),
      ...(terms ? {} : { terms: messages.termsMissing }),
      ...(start ? {} : { start: messages.startMissing }),
    };
    setErrors(found);
    setAttempt(attempt + 1);
    if (Object.keys(found).length > 0) return;
    await pay(draft, name.trim());
  };

  const shown: Errors = problem?.kind === 'card' ? { card: problem.message } : errors;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack $gap={24}>
        <Heading level={1} tabIndex={-1}>
          {messages.heading}
        </Heading>
        <ErrorSummary
          key={`${String(attempt)} ${problem?.kind ?? ''}`}
          {...(problem?.kind === 'card' ? { title: messages.failedTitle } : {})}
          errors={(Object.keys(ids) as (keyof typeof ids)[]).flatMap((field) => {
            const message = shown[field];
            return message === undefined ? [] : [{ fieldId: ids[field], message }];
          })}
        />
        {problem?.kind === 'checkout' || problem?.kind === 'confirmation' ? (
          <InView>
            <FormFailure
              title={problem.kind === 'checkout' ? messages.checkoutFailed : messages.confirmationFailed}
              error={problem.error}
            />
          </InView>
        ) : null}
        {problem?.kind === 'cookies' ? (
          <InView>
            <Banner tone="fail" role="alert" title={messages.cookies.title}>
              {messages.cookies.body}
            </Banner>
          </InView>
        ) : null}
        {problem?.kind === 'outdated' ? (
          <InView>
            <Banner
              tone="warn"
              role="alert"
              title={messages.outdated.title}
              actions={
                <Button variant="secondary" onClick={reload}>
                  {messages.outdated.reload}
                </Button>
              }
            >
              {messages.outdated.body}
            </Banner>
          </InView>
        ) : null}
        {refused !== null && attempt === 0 ? (
          <Banner tone="warn" title={messages.notPaidBefore}>
            {refused}
          </Banner>
        ) : null}
        <TextField
          id={ids.name}
          name="fullName"
          autoComplete="cc-name"
          maxLength={200}
          label={messages.name}
          hint={messages.nameHint}
          error={shown.name}
          readOnly={busy}
          value={name}
          onChange={({ target: field }) => setName(field.value)}
        />
        <Consents>
          <Checkbox
            id={ids.terms}
            label={consents.terms.text}
            checked={terms}
            onChange={setTerms}
            error={shown.terms}
          />
          <TermsLink href="/terms" target="_blank" rel="noopener">
            {messages.readTerms}
            {messages.newTab}
          </TermsLink>
          <Checkbox
            id={ids.start}
            label={consents['start-now'].text}
            checked={start}
            onChange={setStart}
            error={shown.start}
          />
        </Consents>
        <ContractHeadlines trialEnd={trialEnd} />
        <CardField
          service={service}
          id={ids.card}
          error={problem?.kind === 'card' && !problem.marked ? problem.message : null}
          collectsBillingDetails
          busy={busy}
          onChange={setInput}
        />
        <ContractKeyFacts registration={draft.regNumber} trialEnd={trialEnd} />
        <Button type="submit" wide busy={busy} busyLabel={messages.paying}>
          {messages.pay}
        </Button>
        {busy ? (
          <SignUpStepList current={0} />
        ) : (
          <ButtonLink as={Link} to={back} $variant="quiet" $wide>
            {messages.back}
          </ButtonLink>
        )}
      </Stack>
    </form>
  );
}
