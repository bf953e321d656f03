import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { sandboxCredentials } from '../sandbox-credentials.ts';
import type { CannedAnswer, FaultAnswersByMode } from '../vendors/vendor.types.ts';
import { addVendorHooks, sendCannedAnswer, type SandboxContext } from '../vendors/vendor-hooks.ts';
import type { AccessTokenIssuer } from './tokens.ts';

type EntraError = (status: number, error: string, detail: { code: number; description: string }) => CannedAnswer;

/** Entra's errors, timestamped by the sandbox's clock. */
const entraErrors =
  (now: () => Date): EntraError =>
  (status, error, { code, description }) => {
    const [traceId, correlationId] = [randomUUID(), randomUUID()];
    const timestamp = now().toISOString().replace('T', ' ').replace(/\.\d+/, '');
    return {
      status,
      body: {
        error,
        error_description: `AADSTS${code}: ${description} Trace ID: ${traceId} Correlation ID: ${correlationId} Timestamp: ${timestamp}`,
        error_codes: [code],
        timestamp,
        trace_id: traceId,
        correlation_id: correlationId,
      },
      headers: { 'cache-control': 'no-store' },
    };
  };

const wrongSecret = (entraError: EntraError): CannedAnswer =>
  entraError(401, 'invalid_client', { code: 7000215, description: 'Invalid client secret provided.' });

function entraFaults(entraError: EntraError): FaultAnswersByMode {
  const unavailable = (status: number): CannedAnswer =>
    entraError(status, 'temporarily_unavailable', {
      code: 90033,
      description: 'A transient error has occurred. Please try again.',
    });
  return {
    'error-500': () => entraError(500, 'server_error', { code: 90000, description: 'An internal error occurred.' }),
    'error-503': () => unavailable(503),
    'rate-limit': () => ({ ...unavailable(429), headers: { 'retry-after': '1' } }),
    forbidden: () => wrongSecret(entraError),
    'bad-request': () =>
      entraError(400, 'invalid_request', { code: 900144, description: 'The request body must contain a grant type.' }),
    'not-found': () => entraError(400, 'invalid_request', { code: 90002, description: 'Tenant not found.' }),
    'wrong-shape': () => ({
      status: 200,
      body: { token_type: 'Bearer', access_token: { value: 1 }, expires_in: 'soon' },
    }),
  };
}

function refusalOf(entraError: EntraError, tenant: string, form: URLSearchParams): CannedAnswer | null {
  if (tenant !== sandboxCredentials.entraTenant) {
    return entraError(400, 'invalid_request', {
      code: 90002,
      description: `Tenant '${tenant.slice(0, 60)}' not found.`,
    });
  }
  if (form.get('grant_type') !== 'client_credentials') {
    return entraError(400, 'unsupported_grant_type', {
      code: 70003,
      description: 'The app requested an unsupported grant type.',
    });
  }
  if (form.get('client_id') !== sandboxCredentials.dvsaClientId) {
    return entraError(400, 'unauthorized_client', {
      code: 700016,
      description: 'Application was not found in the directory.',
    });
  }
  if (form.get('client_secret') !== sandboxCredentials.dvsaClientSecret) return wrongSecret(entraError);
  return form.get('scope') === sandboxCredentials.dvsaScope
    ? null
    : entraError(400, 'invalid_scope', { code: 70011, description: 'The provided value for scope is not valid.' });
}

/** The token endpoint of Microsoft Entra, client credentials only. */
export function entraRoutes(context: SandboxContext, tokens: AccessTokenIssuer) {
  const entraError = entraErrors(context.now);
  const faults = entraFaults(entraError);
  return async (app: FastifyInstance): Promise<void> => {
    addVendorHooks(app, context, {
      vendor: 'entra',
      asked: () => 'token',
      registration: () => null,
      refuse: () => null,
      faults,
    });
    app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) =>
      sendCannedAnswer(
        reply,
        faults[(error.statusCode ?? 500) < 500 ? 'bad-request' : 'error-500']({
          registration: null,
          asked: 'token',
        }),
      ),
    );

    app.post<{ Params: { tenant: string } }>(
      '/:tenant/oauth2/v2.0/token',
      { bodyLimit: 8_192 },
      async (request, reply) => {
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        const refusal = refusalOf(entraError, request.params.tenant, form);
        if (refusal) return sendCannedAnswer(reply, refusal);
        const { token, expiresIn } = tokens.issue(context.now());
        return sendCannedAnswer(reply, {
          status: 200,
          body: { token_type: 'Bearer', expires_in: expiresIn, ext_expires_in: expiresIn, access_token: token },
          headers: { 'cache-control': 'no-store' },
        });
      },
    );
  };
}
