import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { VendorFault } from '../vendors/fault-store.ts';
import { addVendorHooks, sendCannedAnswer, type SandboxContext } from '../vendors/vendor-hooks.ts';
import type { CannedAnswer } from '../vendors/vendor.types.ts';
import { stripeApiVersion } from './account.ts';
import { expandObjectIds } from './expand-object-ids.ts';
import { parseBracketForm, type BracketFormParameters } from './form.ts';
import { TypedStripeRequestParameters } from './typed-request-parameters.ts';
import { newStripeId } from './ids.ts';
import { isJsonObject } from './json.types.ts';
import { allStripeOperations } from './operations/all.operations.ts';
import type { StripeOperation } from './operations/operation.ts';
import { validateStripeParameters, type StripeParameters } from './stripe-parameters.ts';
import {
  authenticateStripeRequest,
  stripeApiVersionError,
  stripeSecretKeyRequiredError,
  type StripeKeyKind,
} from './stripe.auth.ts';
import { stripeErrorBody, stripeInvalidRequestError, StripeError } from './stripe-error.ts';
import { stripeErrorToCannedAnswer, stripeFaultAnswers } from './stripe.faults.ts';
import type { SimulatedStripeService } from './stripe.service.ts';
import { toIntentForStripeJs } from './views/intents.view.ts';

/** The data of a request that are read before it runs. */
interface OpenRequest {
  id: string;
  key: StripeKeyKind;
  idempotencyKey: string | null;
}

const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
  'access-control-max-age': '300',
};

/** The parameters of a request: those of the body, else of the query. */
function formOf(request: FastifyRequest): BracketFormParameters {
  const { body, raw } = request;
  if (body !== undefined && body !== null && !(body instanceof URLSearchParams)) {
    throw stripeInvalidRequestError(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
    );
  }
  if (body instanceof URLSearchParams) return parseBracketForm(body);
  const query = (raw.url ?? '').split('?', 2)[1] ?? '';
  return parseBracketForm(new URLSearchParams(query));
}

const idempotencyKeyOf = (request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key'];
  return request.method === 'POST' && typeof key === 'string' && key !== '' ? key : null;
};

/** The operation of a request, such as `POST /v1/payment_intents/:id/confirm`. */
const operationOf = (request: FastifyRequest): string => `${request.method} ${request.routeOptions.url ?? ''}`;

/** A fingerprint of the request, regardless of the order of its parameters. */
const fingerprintOf = (request: FastifyRequest): string => {
  const fields = request.body instanceof URLSearchParams ? [...request.body] : [];
  return JSON.stringify([request.method, request.url, fields.map((field) => field.join('=')).sort()]);
};

/**
 * The parameters of a call of Stripe.js. It may send two that the types of the SDK do not have: the client secret of
 * its intent, and a new card by its number.
 */
function readOfBrowser(name: string, form: BracketFormParameters): StripeParameters {
  const { payment_method_data: data } = form;
  const own = ['client_secret', 'payment_method_data'];
  const others = Object.entries(form).filter(([field]) => !own.includes(field));
  const parameters = validateStripeParameters(name, Object.fromEntries(others));
  if (typeof data !== 'object' || Array.isArray(data)) return parameters;
  return { ...parameters, payment_method_data: validateStripeParameters('POST /v1/payment_methods', data) };
}

/** An error for Stripe.js: intents in it are reduced to their public fields. */
function withoutPrivate(error: StripeError): StripeError {
  const cut = Object.entries(error.fields).map(([name, value]) => [
    name,
    isJsonObject(value) && name.endsWith('_intent') ? toIntentForStripeJs({ object: name, ...value }) : value,
  ]);
  return new StripeError(error.status, { ...error.fields, ...Object.fromEntries(cut) });
}

/** Stripe's API, at the root: its SDK accepts a host and a port, and no base path. */
export function stripeRoutes(context: SandboxContext, stripe: SimulatedStripeService) {
  const { account, keys } = stripe;
  const open = new WeakMap<FastifyRequest, OpenRequest>();

  /** Claims the idempotency key before a fault delays the request, so that a second one finds it in use. */
  const claim = (request: FastifyRequest, reply: FastifyReply, fault: VendorFault | null): CannedAnswer | null => {
    const opened = open.get(request);
    // A request beyond the rate limit is rejected before its key is read.
    if (!opened || opened.idempotencyKey === null || fault?.mode === 'rate-limit') return null;
    const claimed = keys.claim(opened.idempotencyKey, fingerprintOf(request), account.now());
    switch (claimed.kind) {
      case 'new': {
        const key = opened.idempotencyKey;
        // A request that a fault ended, or that was badly formed, releases its key.
        reply.raw.once('close', () => keys.release(key));
        return null;
      }
      case 'refuse':
        opened.idempotencyKey = null;
        return stripeErrorToCannedAnswer(claimed.error);
      case 'replay': {
        opened.idempotencyKey = null;
        reply.header('content-type', 'application/json').header('idempotent-replayed', 'true');
        const { status, body, requestId } = claimed.answer;
        return { status, body, headers: { 'original-request': requestId } };
      }
    }
  };

  const run = (
    name: string,
    { operation, request, opened }: { operation: StripeOperation; request: FastifyRequest; opened: OpenRequest },
  ): CannedAnswer => {
    stripe.catchUp();
    const form = formOf(request);
    const secret = opened.key === 'secret';
    const { client_secret: clientSecret } = form;
    const parameters =
      secret || request.method === 'GET' ? validateStripeParameters(name, form) : readOfBrowser(name, form);
    const given = new TypedStripeRequestParameters(parameters).only([...operation.takes, 'expand']);
    const { id = '' } = request.params as { id?: string };
    const keep = (answer: CannedAnswer): CannedAnswer => {
      if (opened.idempotencyKey === null) return answer;
      keys.keep(opened.idempotencyKey, {
        status: answer.status,
        body: JSON.stringify(answer.body),
        requestId: opened.id,
      });
      return answer;
    };
    if (request.method !== 'GET') account.changed();
    try {
      const body = account.asRequest({ id: opened.id, idempotencyKey: opened.idempotencyKey }, () =>
        operation.run({
          account,
          id,
          given,
          secret,
          clientSecret: typeof clientSecret === 'string' ? clientSecret : null,
        }),
      );
      return keep({ status: 200, body: expandObjectIds(account, body, given.texts('expand')) });
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      return keep(stripeErrorToCannedAnswer(secret ? error : withoutPrivate(error)));
    }
  };

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        ...crossOrigin,
        'access-control-expose-headers': 'request-id',
        'stripe-version': stripeApiVersion,
      });
    });
    // A browser sends a preflight request before it sends a key; that is not a call of the API.
    app.options('/v1/*', async (_request, reply) => reply.code(204).send());

    app.register(async (api) => {
      addVendorHooks(api, context, {
        vendor: 'stripe',
        asked: (request) => `${request.method} ${request.url.split('?', 1)[0]}`,
        registration: () => null,
        operation: operationOf,
        refuse: (request) => {
          const key = authenticateStripeRequest(request);
          if (key instanceof StripeError) return stripeErrorToCannedAnswer(key);
          const operation = allStripeOperations[operationOf(request)];
          if (key === 'publishable' && operation && operation.publishable !== true)
            return stripeErrorToCannedAnswer(stripeSecretKeyRequiredError());
          const version = stripeApiVersionError(request);
          if (version) return stripeErrorToCannedAnswer(version);
          open.set(request, { id: newStripeId('req'), key, idempotencyKey: idempotencyKeyOf(request) });
          return null;
        },
        claim,
        faults: stripeFaultAnswers,
      });
      api.addHook('onSend', async (request, reply) => {
        const opened = open.get(request);
        if (opened) reply.header('request-id', opened.id);
        const key = request.headers['idempotency-key'];
        if (typeof key === 'string' && key.length <= 255)
          reply.header('idempotency-key', key.replaceAll(/[^\x20-\x7e]/g, ''));
      });
      api.setErrorHandler((error, _request, reply) => {
        if (error instanceof StripeError) return sendCannedAnswer(reply, stripeErrorToCannedAnswer(error));
        const message = error instanceof Error ? error.message : String(error);
        return reply
          .code(500)
          .send(
            stripeErrorBody(new StripeError(500, { type: 'api_error', message: `The sandbox failed: ${message}` })),
          );
      });
      for (const [name, operation] of Object.entries(allStripeOperations)) {
        const [method = 'GET', url = ''] = name.split(' ', 2);
        api.route({
          method,
          url,
          handler: async (request, reply) => {
            const opened = open.get(request);
            if (!opened) throw stripeInvalidRequestError('This request was not let in.');
            return sendCannedAnswer(reply, run(name, { operation, request, opened }));
          },
        });
      }
      api.route({
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        url: '/v1/*',
        handler: async (request) => {
          const path = request.url.split('?', 1)[0];
          const message = `Unrecognized request URL (${request.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
          throw stripeInvalidRequestError(message, {}, 404);
        },
      });
    });
  };
}
