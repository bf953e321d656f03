export type StripeFormValue =
  string | number | boolean | null | undefined | { readonly [name: string]: StripeFormValue };

/** Form fields in Stripe's format, `payment_method_data[card][number]`. Null and undefined are left out. */
export function stripeFormFields(value: { readonly [name: string]: StripeFormValue }, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([name, item]): [string, string][] => {
    const at = path === '' ? name : `${path}[${name}]`;
    if (item === null || item === undefined) return [];
    return typeof item === 'object' ? stripeFormFields(item, at) : [[at, String(item)]];
  });
}

/** An error as Stripe.js returns it: one of the API, or of the connection to it. */
export interface StripeJsError {
  type: string;
  message: string;
  code?: string;
  [more: string]: unknown;
}

export type StripeReply = { result: Record<string, unknown> } | { error: StripeJsError };

const noConnection: StripeJsError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
};
const noAnswer: StripeJsError = { type: 'api_error', message: 'An unexpected error has occurred.' };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Parses the body of a response of the API. */
export function parseStripeReply(ok: boolean, body: unknown): StripeReply {
  if (!isObject(body)) return { error: noAnswer };
  if (ok) return { result: body };
  const { error } = body;
  return { error: isObject(error) ? { ...noAnswer, ...error } : noAnswer };
}

/** Calls the sandbox's Stripe, at this frame's own origin, with a publishable key. Never throws. */
export async function callStripe(
  key: string,
  {
    method,
    path,
    params,
  }: { method: 'GET' | 'POST'; path: string; params: { readonly [name: string]: StripeFormValue } },
): Promise<StripeReply> {
  const form = new URLSearchParams(stripeFormFields(params));
  const url = `/v1/${path}${method === 'GET' ? `?${form}` : ''}`;
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(method === 'POST' ? { body: form } : {}),
    });
    return parseStripeReply(response.ok, await response.json().catch(() => null));
  } catch {
    return { error: noConnection };
  }
}
