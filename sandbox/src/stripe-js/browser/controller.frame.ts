import { answerEmbeddingPage } from './frame-port.ts';
import { callStripe, type StripeFormValue } from './stripe-call.ts';

interface Call {
  method: 'GET' | 'POST';
  path: string;
  params: { readonly [name: string]: StripeFormValue };
}

/** The hidden frame for calls that need no card, made from the sandbox's own origin. */
answerEmbeddingPage((hello) => {
  const { key } = hello as { key: string };
  return { call: ({ method, path, params }: Call) => callStripe(key, { method, path, params }) };
});
