import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type {
  Appearance,
  PaymentMethodCreateParams,
  Stripe,
  StripeElements,
  StripeElementsOptionsMode,
  StripeError,
  StripePaymentElement,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { FieldHintAndError } from '@ve/ui/field/field-parts';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { type ColourToken, colour, palette, radius, space } from '@ve/ui/theme/theme';
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { styled } from 'styled-components';
import { configuredPublishableKey, configuredExternalUrl, useEnsureDocumentForRoute } from './page-config.tsx';
import { reportError } from './report-errors.tsx';

/*
 * Card payments with Stripe.js, for a page whose `remote.json` grants its origins. Import it lazily: it is large, and
 * only the payment step needs it.
 */

/** How long the script, and then the card field, may take to load, in milliseconds. */
const loadTimeoutMs = 20_000;

const messages = {
  label: 'Card details',
  hint: 'Stripe takes the payment. Your card number goes to Stripe. We never see it.',
  loading: 'Loading the card field',
  failed: 'We couldn’t load the card field',
  advice: 'Nothing was charged. Check your connection and any script blocker, then try again.',
  retry: 'Try again',
  noElement: 'Card element not found',
};

/** Stripe.js on this page. */
export type StripeJsState =
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
    const timer = setTimeout(fail, loadTimeoutMs);
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
  const url = configuredExternalUrl('STRIPE_JS');
  const key = configuredPublishableKey('STRIPE');
  if (url === null || key === null) throw new Error('Stripe is not configured for this page');
  await runScript(url);
  const stripe = await loadStripe(key);
  if (stripe === null) throw new Error('Stripe.js not available');
  return stripe;
}

/**
 * Loads Stripe.js for the page at the route; first reloads a document that was sent for another page, whose policy does
 * not allow the script. Reports failures to the error log.
 */
export function useStripeJs(route: string, reload?: () => void): StripeJsState {
  const own = useEnsureDocumentForRoute(route, reload);
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
        reportError(error, { type: 'Payment Error', componentName: 'useStripeJs' });
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

const darkMode = '(prefers-color-scheme: dark)';

const onModeChange = (changed: () => void): (() => void) => {
  const query = matchMedia(darkMode);
  query.addEventListener('change', changed);
  return () => {
    query.removeEventListener('change', changed);
  };
};

const useDarkMode = (): boolean => useSyncExternalStore(onModeChange, () => matchMedia(darkMode).matches);

/** The fields are in a frame of Stripe, to which our style sheet and fonts do not apply. */
function appearanceIn(dark: boolean): Appearance {
  const shade = (name: ColourToken): string => palette[name][dark ? 1 : 0];
  const edge = (width: number, name: ColourToken) => `${String(width)}px solid ${shade(name)}`;
  return {
    variables: {
      colorPrimary: shade('brand'),
      colorBackground: shade('surface'),
      colorText: shade('text'),
      colorTextSecondary: shade('muted'),
      colorTextPlaceholder: shade('muted'),
      colorDanger: shade('fail'),
      fontFamily: 'Roboto, Arial, sans-serif',
      fontSizeBase: '16px',
      borderRadius: radius.control,
      gridRowSpacing: '16px',
      gridColumnSpacing: '16px',
    },
    rules: {
      '.Label': { color: shade('text'), fontWeight: '600', fontSize: '16px', marginBottom: '4px' },
      '.Input': { border: edge(1, 'line-strong'), boxShadow: 'none', padding: '12px', lineHeight: '24px' },
      '.Input:focus': {
        border: edge(1, 'line-strong'),
        outline: edge(3, 'plate'),
        outlineOffset: '2px',
        boxShadow: `0 0 0 2px ${shade('focus-ink')}`,
      },
      '.Input:disabled': { backgroundColor: shade('sunken') },
      '.Input--invalid': { border: edge(1, 'fail'), boxShadow: `0 0 0 1px ${shade('fail')}`, color: shade('text') },
      '.Error': { color: shade('fail'), fontWeight: '600', fontSize: '16px', marginTop: '4px' },
    },
  };
}

/** The purpose of the card: a charge now, or only later charges. */
export type CardPurpose =
  { for: 'payment'; amountPence: number; currency: string } | { for: 'later'; currency: string };

/** Provides Stripe's elements to a form with a `CardField`. */
export function StripeElementsProvider({
  service,
  use,
  children,
}: {
  service: StripeJsState;
  use: CardPurpose;
  children: ReactNode;
}) {
  const dark = useDarkMode();
  const { currency } = use;
  const amountPence = use.for === 'payment' ? use.amountPence : null;
  const options = useMemo((): StripeElementsOptionsMode => {
    const all = {
      currency,
      // Must match the intents that our service creates.
      setupFutureUsage: 'off_session',
      allowedPaymentMethodTypes: ['card'],
      locale: 'en-GB',
      appearance: appearanceIn(dark),
    } as const;
    const common = { ...all, allowedPaymentMethodTypes: [...all.allowedPaymentMethodTypes] };
    return amountPence === null ? { ...common, mode: 'setup' } : { ...common, mode: 'payment', amount: amountPence };
  }, [currency, amountPence, dark]);
  return (
    <Elements stripe={service.stripe} options={options}>
      {children}
    </Elements>
  );
}

/**
 * Options of the fields: name, address and e-mail address come from the form. A wallet of the device is one of the
 * choices, and is paid with the form's own button, so that its consents come first.
 */
const fieldOptions: StripePaymentElementOptions = {
  // The form shows these terms next to its checkboxes.
  terms: { card: 'never', applePay: 'never', googlePay: 'never' },
  wallets: { applePay: 'auto', googlePay: 'auto', link: 'never' },
};

const hidden = { name: 'never', email: 'never', address: 'never' } as const;
const shownIfRequired = { address: 'if_required' } as const;

const Box = styled.div<{ $error: boolean }>`
  display: grid;
  gap: ${space[8]};
  ${({ $error }) => ($error ? `padding-left: ${space[12]}; border-left: 3px solid ${colour('fail')};` : '')}
`;

const Label = styled.p`
  font-weight: 600;
`;

const Place = styled.div`
  display: grid;
  & > * {
    grid-area: 1 / 1;
  }
`;

/* The height of the fields: the number above, expiry date and security code side by side. */
const fieldsHeight = '11.25rem';

const Control = styled.div<{ $shown: boolean }>`
  min-height: ${fieldsHeight};
  visibility: ${({ $shown }) => ($shown ? 'visible' : 'hidden')};
`;

/** The state of the card field. Only Stripe sees the digits. */
export interface CardFieldState {
  complete: boolean;
}

export interface CardFieldProps {
  service: StripeJsState;
  /** The id that an error summary links to. */
  id: string;
  /** The error of the bank or the service about the card. The frame shows invalid digits itself. */
  error?: string | null;
  /**
   * Whether the form provides name, e-mail address and address; otherwise none are required. Must not change while it
   * is shown.
   */
  collectsBillingDetails?: boolean;
  /** Blocks input, while a payment is in progress. */
  busy?: boolean;
  onChange: (input: CardFieldState) => void;
}

/**
 * The fields for number, expiry date and security code, inside a `StripeElementsProvider`. Shows an error when they
 * cannot be loaded.
 */
export function CardField({
  service,
  id,
  error = null,
  collectsBillingDetails = false,
  busy = false,
  onChange,
}: CardFieldProps) {
  const [element, setElement] = useState<StripePaymentElement | null>(null);
  const [failed, setFailed] = useState(false);
  const waiting = service.state === 'ready' && element === null && !failed;

  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setFailed(true), loadTimeoutMs);
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
        title={messages.failed}
        actions={
          <Button variant="secondary" onClick={retry}>
            {messages.retry}
          </Button>
        }
      >
        {messages.advice}
      </Banner>
    );
  }
  const described = error === null ? `${id}-hint` : `${id}-hint ${id}-error`;
  return (
    <Box $error={error !== null}>
      <Label>{messages.label}</Label>
      <FieldHintAndError controlId={id} hint={messages.hint} error={error} />
      <Place>
        {element === null ? (
          <LoadingSkeleton label={messages.loading}>
            <Skeleton $height={fieldsHeight} />
          </LoadingSkeleton>
        ) : null}
        <Control
          id={id}
          role="group"
          aria-label={messages.label}
          aria-describedby={described}
          tabIndex={-1}
          onFocus={({ target: focusedPart, currentTarget }) => {
            if (focusedPart === currentTarget) element?.focus();
          }}
          $shown={element !== null}
        >
          <PaymentElement
            options={{
              ...fieldOptions,
              fields: { billingDetails: collectsBillingDetails ? hidden : shownIfRequired },
              readOnly: busy,
            }}
            onReady={setElement}
            onLoadError={({ error: reason }) => {
              setFailed(true);
              reportError(new Error(reason.message ?? messages.failed), {
                type: 'Payment Error',
                componentName: 'CardField',
              });
            }}
            onChange={({ complete }) => onChange({ complete })}
          />
        </Control>
      </Place>
    </Box>
  );
}

/** Removes the client secret, which Stripe.js quotes when it is malformed, and which must not reach the error log. */
const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/_secret_\w+/g, '_secret_…') : 'Stripe.js failed';

/** The card holder. The country is always GB. */
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
    line2: address.line2,
    city: address.city,
    postal_code: address.postalCode,
    country: 'GB',
    // Stripe treats an omitted field as missing, if its input is hidden.
    state: '',
  },
});

/**
 * Why a card was refused before any bank was involved. `invalid`: its field shows the error. `failed`: the cause is not
 * the card.
 */
export interface CardInputError {
  outcome: 'invalid' | 'refused' | 'failed';
  message: string;
}

const failed = (message: string) => ({ outcome: 'failed', message }) as const;

const outcomesByType: Readonly<Record<string, CardInputError['outcome']>> = {
  validation_error: 'invalid',
  card_error: 'refused',
};

const inputErrorOf = ({ type, message = type }: StripeError): CardInputError => ({
  outcome: outcomesByType[type] ?? 'failed',
  message,
});

interface Opened {
  stripe: Stripe;
  elements: StripeElements;
}

type WithField = <Result>(
  use: (opened: Opened) => Promise<Result>,
  broken?: (message: string) => Result,
) => Promise<Result | ReturnType<typeof failed>>;

/** Runs calls of Stripe.js with the `CardField` of the surrounding `StripeElementsProvider`. They never throw. */
function useField(): WithField {
  const stripe = useStripe();
  const elements = useElements();
  return async (use, broken) => {
    if (stripe === null || elements === null || elements.getElement(PaymentElement) === null) {
      return failed(messages.noElement);
    }
    return use({ stripe, elements }).catch((error: unknown) => (broken ?? failed)(messageOf(error)));
  };
}

const check = async ({ elements }: Opened): Promise<{ outcome: 'complete' } | CardInputError> => {
  const { error } = await elements.submit();
  return error === undefined ? { outcome: 'complete' } : inputErrorOf(error);
};

export interface CardPaymentActions {
  /**
   * Marks errors in the field, and opens the wallet if one is chosen: must be the first step after a click, because
   * browsers allow it only then.
   */
  check: () => Promise<{ outcome: 'complete' } | CardInputError>;
  /**
   * The token of the entered card, for one use by our service. Call it after `check`. `holder`: if the form provides
   * name, e-mail address and address.
   */
  collect: (holder?: CardHolder) => Promise<{ outcome: 'collected'; confirmationToken: string } | CardInputError>;
  /** Runs the bank's authentication. The service finds out the result. */
  authenticate: (clientSecret: string) => Promise<unknown>;
}

/** Pays with the `CardField` of the surrounding `StripeElementsProvider`. None of its functions throws. */
export function useCardPayment(): CardPaymentActions {
  const withField = useField();
  return {
    check: () => withField(check),
    collect: (holder) =>
      withField(async ({ stripe, elements }) => {
        const params = holder && { payment_method_data: { billing_details: billingOf(holder) } };
        const given = params === undefined ? { elements } : { elements, params };
        const { confirmationToken, error } = await stripe.createConfirmationToken(given);
        return error === undefined
          ? { outcome: 'collected', confirmationToken: confirmationToken.id }
          : inputErrorOf(error);
      }),
    authenticate: (clientSecret) =>
      withField(
        ({ stripe }): Promise<unknown> => stripe.handleNextAction({ clientSecret }),
        (message) => reportError(new Error(message), { type: 'Payment Error', componentName: 'useCard' }),
      ),
  };
}

/**
 * The end of an authentication. `answered`: completed, as far as known; our service finds out the result. `refused`:
 * the card holder did not confirm it; `codes` are Stripe's decline code and its error code, as far as given. `failed`:
 * it did not take place.
 */
export type CardAuthenticationResult =
  | { outcome: 'answered' }
  | { outcome: 'failed'; message: string }
  | { outcome: 'refused'; message: string; codes: readonly string[] };

const unclear: readonly string[] = ['api_connection_error', 'api_error', 'rate_limit_error'];

function answerOf(error: StripeError | undefined): CardAuthenticationResult {
  if (error === undefined || unclear.includes(error.type)) return { outcome: 'answered' };
  const message = error.message ?? error.code ?? error.type;
  if (error.type === 'card_error' || /_authentication_failure$/.test(error.code ?? '')) {
    const codes = [error.decline_code, error.code].filter((code) => code !== undefined);
    return { outcome: 'refused', message, codes };
  }
  return { outcome: 'failed', message };
}

/** Runs the bank's authentication of a payment with the stored card, without a field. Never throws. */
export async function authenticatePayment(
  { stripe }: StripeJsState,
  clientSecret: string,
): Promise<CardAuthenticationResult> {
  if (stripe === null) return { outcome: 'failed', message: 'Stripe.js not available' };
  try {
    return answerOf((await stripe.handleNextAction({ clientSecret })).error);
  } catch (error) {
    reportError(new Error(messageOf(error)), { type: 'Payment Error', componentName: 'authenticatePayment' });
    return { outcome: 'answered' };
  }
}
