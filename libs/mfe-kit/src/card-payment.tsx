import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import type {
  PaymentMethodCreateParams,
  Stripe,
  StripeCardElement,
  StripeElementStyle,
  StripeError,
} from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { FieldHeader } from '@ve/ui/field/field-parts';
import { Loading, Skeleton } from '@ve/ui/skeleton/skeleton';
import { colour, type ColourToken, palette, radius, space, target } from '@ve/ui/theme/theme';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { styled } from 'styled-components';
import { configuredKey, configuredUrl, useOwnDocument } from './page-config.tsx';
import { reportError } from './report-errors.tsx';

/*
 * Card payments with Stripe.js, for a page whose `remote.json` grants its origins. Import it lazily: it is large, and
 * only the step that pays needs it.
 */

/** How long the script, and then the card field, may take to load, in milliseconds. */
const patience = 20_000;

const words = {
  label: 'Card details',
  hint: 'Stripe takes the payment. Your card number goes to Stripe and is never seen by us.',
  loading: 'Loading the card field',
  failed: 'The card field could not be loaded',
  advice: 'Nothing was charged. Check your connection and any blocker of scripts, then try again.',
  retry: 'Try again',
  noElement: 'Card element not found',
};

/** Stripe.js on this page. */
export type CardService =
  | { state: 'loading'; stripe: null }
  | { state: 'failed'; stripe: null; retry: () => void }
  | { state: 'ready'; stripe: Stripe };

/** Resolves once the script has run. A failed one is removed, so that the next call tries again. */
function runScript(src: string): Promise<void> {
  if ('Stripe' in window) return Promise.resolve();
  const known = [...document.scripts].find((script) => script.src === src);
  const script = known ?? Object.assign(document.createElement('script'), { src });
  return new Promise((resolve, reject) => {
    const fail = () => {
      script.remove();
      reject(new Error('Failed to load Stripe.js'));
    };
    const timer = setTimeout(fail, patience);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    script.addEventListener('error', () => {
      clearTimeout(timer);
      fail();
    });
    if (!known) document.head.append(script);
  });
}

async function openStripe(): Promise<Stripe> {
  const url = configuredUrl('STRIPE_JS');
  const key = configuredKey('STRIPE');
  if (url === null || key === null) throw new Error('Stripe is not configured for this page');
  await runScript(url);
  const stripe = await loadStripe(key);
  if (stripe === null) throw new Error('Stripe.js not available');
  return stripe;
}

/**
 * Loads Stripe.js for the page at the route; reloads the document first where it is another page's, whose policy does
 * not allow the script. Failures are reported.
 */
export function useCardService(route: string, reload?: () => void): CardService {
  const own = useOwnDocument(route, reload);
  const [opened, setOpened] = useState<Stripe | 'failed' | null>(null);
  const [attempts, setAttempts] = useState(0);

  useEffect(() => {
    if (!own) return;
    let current = true;
    openStripe().then(
      (stripe) => {
        if (current) setOpened(() => stripe);
      },
      (error: unknown) => {
        if (!current) return;
        setOpened('failed');
        reportError(error, { type: 'Payment Error', componentName: 'useCardService' });
      },
    );
    return () => {
      current = false;
    };
  }, [own, attempts]);

  if (opened === null) return { state: 'loading', stripe: null };
  if (opened !== 'failed') return { state: 'ready', stripe: opened };
  const retry = () => {
    setOpened(null);
    setAttempts((times) => times + 1);
  };
  return { state: 'failed', stripe: null, retry };
}

/** Provides Stripe's elements to a form with a `CardField`. */
export function CardForm({ service, children }: { service: CardService; children: ReactNode }) {
  return (
    <Elements stripe={service.stripe} options={{ locale: 'en-GB' }}>
      {children}
    </Elements>
  );
}

const darkMode = '(prefers-color-scheme: dark)';

const onModeChange = (changed: () => void): (() => void) => {
  const query = matchMedia(darkMode);
  query.addEventListener('change', changed);
  return () => {
    query.removeEventListener('change', changed);
  };
};

const useDarkMode = (): boolean => useSyncExternalStore(onModeChange, () => matchMedia(darkMode).matches);

/** The field is in a frame of Stripe's, which our style sheet and fonts do not reach. */
function look(dark: boolean): StripeElementStyle {
  const shade = (name: ColourToken): string => palette[name][dark ? 1 : 0];
  return {
    base: {
      color: shade('text'),
      iconColor: shade('muted'),
      fontFamily: 'Roboto, Arial, sans-serif',
      fontSize: '16px',
      lineHeight: '24px',
      '::placeholder': { color: shade('muted') },
      ':disabled': { color: shade('muted') },
    },
    invalid: { color: shade('fail'), iconColor: shade('fail') },
  };
}

const Box = styled.div<{ $error: boolean }>`
  display: grid;
  gap: ${space[4]};
  ${({ $error }) => ($error ? `padding-left: ${space[12]}; border-left: 3px solid ${colour('fail')};` : '')}
`;

const Place = styled.div`
  display: grid;
  & > * {
    grid-area: 1 / 1;
  }
`;

/* The frame's height is that of one line; with its padding the control is as high as any other. */
const Control = styled.div<{ $focused: boolean; $error: boolean; $busy: boolean; $shown: boolean }>`
  display: grid;
  align-items: center;
  min-height: ${target};
  padding: ${space[8]} ${space[12]};
  border: ${({ $error }) => ($error ? `2px solid ${colour('fail')}` : `1px solid ${colour('line-strong')}`)};
  border-radius: ${radius.control};
  background: ${({ $busy }) => colour($busy ? 'sunken' : 'surface')};
  visibility: ${({ $shown }) => ($shown ? 'visible' : 'hidden')};
  ${({ $focused }) =>
    $focused
      ? `outline: 3px solid ${colour('plate')}; outline-offset: 2px; box-shadow: 0 0 0 2px ${colour('focus-ink')};`
      : ''}
`;

/** What is in the card field. The digits themselves are only Stripe's to see. */
export interface CardInput {
  complete: boolean;
  /** What is wrong with the digits so far, in Stripe's words. */
  error: string | null;
}

export interface CardFieldProps {
  service: CardService;
  /** The id that an error summary links to. */
  id: string;
  error?: string | null;
  /** Blocks input, while a payment is in progress. */
  busy?: boolean;
  onChange: (input: CardInput) => void;
}

/** One field for number, expiry date and security code, inside a `CardForm`. It says when it cannot be loaded. */
export function CardField({ service, id, error = null, busy = false, onChange }: CardFieldProps) {
  const [element, setElement] = useState<StripeCardElement | null>(null);
  const [failed, setFailed] = useState(false);
  const [focused, setFocused] = useState(false);
  const dark = useDarkMode();
  const waiting = service.state === 'ready' && element === null && !failed;

  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setFailed(true), patience);
    return () => {
      clearTimeout(timer);
    };
  }, [waiting]);

  if (service.state === 'failed' || failed) {
    const retry = () => {
      setFailed(false);
      setElement(null);
      if (service.state === 'failed') service.retry();
    };
    return (
      <Banner
        tone="fail"
        role="alert"
        title={words.failed}
        actions={
          <Button variant="secondary" onClick={retry}>
            {words.retry}
          </Button>
        }
      >
        {words.advice}
      </Banner>
    );
  }
  const inner = `${id}-element`;
  return (
    <Box $error={error !== null}>
      <FieldHeader controlId={inner} label={words.label} hint={words.hint} error={error} />
      <Place>
        {element === null ? (
          <Loading label={words.loading}>
            <Skeleton $height={target} />
          </Loading>
        ) : null}
        <Control
          id={id}
          role="group"
          aria-label={words.label}
          aria-describedby={error === null ? `${inner}-hint` : `${inner}-hint ${inner}-error`}
          tabIndex={-1}
          onFocus={({ target: focusedPart, currentTarget }) => {
            if (focusedPart === currentTarget) element?.focus();
          }}
          $focused={focused}
          $error={error !== null}
          $busy={busy}
          $shown={element !== null}
        >
          <CardElement
            id={inner}
            options={{ hidePostalCode: true, disableLink: true, disabled: busy, style: look(dark) }}
            onReady={setElement}
            onLoadError={({ error: reason }) => {
              setFailed(true);
              reportError(new Error(reason.message ?? words.failed), {
                type: 'Payment Error',
                componentName: 'CardField',
              });
            }}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onChange={({ complete, error: reason }) => onChange({ complete, error: reason?.message ?? null })}
          />
        </Control>
      </Place>
    </Box>
  );
}

/**
 * `succeeded`: the bank agreed. `invalid`: the digits are wrong or incomplete. `refused`: the bank or the card holder
 * said no; `codes` are Stripe's decline code and its error code, as far as given. `failed`: nothing was sent to the
 * bank. `unknown`: there was no clear answer, so money may have moved: ask the service, and never pay again before it
 * has answered.
 */
export type CardConfirmation =
  | { outcome: 'succeeded' }
  | { outcome: 'invalid' | 'failed'; message: string }
  | { outcome: 'refused'; message: string; codes: readonly string[] }
  | { outcome: 'unknown'; message: string };

interface Intent {
  status: string;
}

const done: readonly string[] = ['succeeded', 'requires_capture'];
const unclear: readonly string[] = ['api_connection_error', 'api_error', 'rate_limit_error'];

function confirmationOf(intent: Intent | undefined, error: StripeError | undefined): CardConfirmation {
  if (intent !== undefined && done.includes(intent.status)) return { outcome: 'succeeded' };
  if (error === undefined) return { outcome: 'unknown', message: `The payment is ${intent?.status ?? 'unknown'}` };
  const known: Intent | undefined = error.payment_intent ?? error.setup_intent;
  // Another tab, or an answer that was lost, confirmed it before.
  if (known !== undefined && done.includes(known.status)) return { outcome: 'succeeded' };
  const message = error.message ?? error.code ?? error.type;
  if (error.type === 'validation_error') return { outcome: 'invalid', message };
  if (error.type === 'card_error' || /_authentication_failure$/.test(error.code ?? '')) {
    return {
      outcome: 'refused',
      message,
      codes: [error.decline_code, error.code].filter((code) => code !== undefined),
    };
  }
  if (unclear.includes(error.type) || known?.status === 'processing') return { outcome: 'unknown', message };
  return { outcome: 'failed', message };
}

/** Without the client secret, which Stripe.js quotes when it is malformed, and which is not for the error log. */
const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/_secret_\w+/g, '_secret_…') : 'Stripe.js failed';

/** The person whose card it is. The country is always GB. */
export interface CardHolder {
  name: string;
  email: string;
  address: { line1: string; line2: string; city: string; postalCode: string };
}

const billingOf = ({ name, email, address }: CardHolder): PaymentMethodCreateParams.BillingDetails => ({
  name,
  email,
  address: {
    line1: address.line1,
    ...(address.line2 === '' ? {} : { line2: address.line2 }),
    city: address.city,
    postal_code: address.postalCode,
    country: 'GB',
  },
});

export interface Card {
  /** Pays with the card in the field, after the bank's authentication where it asks for one. Never throws. */
  pay: (clientSecret: string, holder: CardHolder) => Promise<CardConfirmation>;
  /** Stores the card in the field for later charges, likewise. `holder`: as far as it is known. */
  store: (clientSecret: string, holder?: CardHolder) => Promise<CardConfirmation>;
}

/** Confirms with the `CardField` of the surrounding `CardForm`. */
export function useCard(): Card {
  const stripe = useStripe();
  const elements = useElements();
  const withCard = async (
    confirm: (stripe: Stripe, card: StripeCardElement) => Promise<CardConfirmation>,
  ): Promise<CardConfirmation> => {
    const card = elements?.getElement(CardElement) ?? null;
    if (stripe === null || card === null) return { outcome: 'failed', message: words.noElement };
    try {
      return await confirm(stripe, card);
    } catch (error) {
      return { outcome: 'unknown', message: messageOf(error) };
    }
  };
  return {
    pay: (clientSecret, holder) =>
      withCard(async (open, card) => {
        const payment_method = { card, billing_details: billingOf(holder) };
        const { paymentIntent, error } = await open.confirmCardPayment(clientSecret, { payment_method });
        return confirmationOf(paymentIntent, error);
      }),
    store: (clientSecret, holder) =>
      withCard(async (open, card) => {
        const payment_method = { card, ...(holder === undefined ? {} : { billing_details: billingOf(holder) }) };
        const { setupIntent, error } = await open.confirmCardSetup(clientSecret, { payment_method });
        return confirmationOf(setupIntent, error);
      }),
  };
}

/** Has the bank authenticate a payment with the card that is stored already, without a field. Never throws. */
export async function authenticatePayment({ stripe }: CardService, clientSecret: string): Promise<CardConfirmation> {
  if (stripe === null) return { outcome: 'failed', message: 'Stripe.js not available' };
  try {
    const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret);
    return confirmationOf(paymentIntent, error);
  } catch (error) {
    return { outcome: 'unknown', message: messageOf(error) };
  }
}
