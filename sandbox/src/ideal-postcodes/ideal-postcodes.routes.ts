import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sandboxCredentials } from '../sandbox-credentials.ts';
import { addVendorHooks, sendCannedAnswer, type SandboxContext } from '../vendors/vendor-hooks.ts';
import type { CannedAnswer } from '../vendors/vendor.types.ts';
import { addressesOfPostcode, type PafAddress, parsePostcode, suggestPostcodes } from './addresses.ts';
import {
  idealPostcodesBalanceDepletedAnswer,
  idealPostcodesFaultAnswers,
  idealPostcodesInvalidKeyAnswer,
  idealPostcodesLimitReachedAnswer,
  idealPostcodesNoSuchKeyAnswer,
  idealPostcodesNoSuchPageAnswer,
  idealPostcodesNotFoundAnswer,
  idealPostcodesTooManyRequestsAnswer,
} from './ideal-postcodes.errors.ts';
import { createRateLimiter } from './rate-limiter.ts';

type Query = Partial<Record<'api_key' | 'page' | 'filter', unknown>>;

const pageSize = 100;

/** The vendor's test postcodes that return an error: otherwise they are invalid postcodes. */
const testErrors: Readonly<Record<string, CannedAnswer>> = {
  ID1KFA: idealPostcodesNotFoundAnswer(['ID1 1QD']),
  ID1CLIP: idealPostcodesBalanceDepletedAnswer,
  ID1CHOP: idealPostcodesLimitReachedAnswer,
};

const queryOf = (request: FastifyRequest): Query => request.query as Query;
const postcodeOf = ({ params }: FastifyRequest): string | null => {
  const typed: unknown = Reflect.get(Object(params), 'postcode');
  return typeof typed === 'string' ? typed : null;
};
const keyOf = (request: FastifyRequest): unknown =>
  queryOf(request).api_key ?? /\bapi_key="([^"]*)"/.exec(request.headers.authorization ?? '')?.[1];

/** Reduces each address to the named fields, as in `filter=line_1,postcode`. */
function filtered(addresses: PafAddress[], filter: unknown): object[] {
  if (typeof filter !== 'string' || filter === '') return addresses;
  const wanted = new Set(filter.split(','));
  return addresses.map((each) => Object.fromEntries(Object.entries(each).filter(([name]) => wanted.has(name))));
}

/** The routes of Ideal Postcodes v1, postcode lookup. */
export function idealPostcodesRoutes(context: SandboxContext) {
  return async (app: FastifyInstance): Promise<void> => {
    const tooMany = createRateLimiter(30);
    addVendorHooks(app, context, {
      vendor: 'ideal-postcodes',
      asked: ({ url }) => (url.includes('/v1/keys/') ? 'key availability' : 'postcode lookup'),
      registration: postcodeOf,
      refuse: (request) => {
        if (tooMany(request.ip)) return idealPostcodesTooManyRequestsAnswer;
        // Whether a key is available may be asked by anyone who has it.
        if (request.url.startsWith(`${app.prefix}/v1/keys/`)) return null;
        return keyOf(request) === sandboxCredentials.idealPostcodesApiKey ? null : idealPostcodesInvalidKeyAnswer;
      },
      faults: idealPostcodesFaultAnswers,
    });
    app.setNotFoundHandler((_request, reply) => sendCannedAnswer(reply, idealPostcodesNoSuchPageAnswer));

    app.get<{ Params: { key: string } }>('/v1/keys/:key', async (request, reply) => {
      if (request.params.key !== sandboxCredentials.idealPostcodesApiKey)
        return sendCannedAnswer(reply, idealPostcodesNoSuchKeyAnswer);
      const result = { available: true, context: 'GBR', contexts: [] };
      return sendCannedAnswer(reply, { status: 200, body: { result, code: 2000, message: 'Success' } });
    });

    app.get('/v1/postcodes/:postcode', async (request, reply) => {
      const typed = postcodeOf(request) ?? '';
      const documented = testErrors[typed.replace(/\s/g, '').toUpperCase()];
      if (documented) return sendCannedAnswer(reply, documented);
      const postcode = parsePostcode(typed);
      const addresses = postcode === null ? null : addressesOfPostcode(postcode);
      if (addresses === null) return sendCannedAnswer(reply, idealPostcodesNotFoundAnswer(suggestPostcodes(typed)));
      const { page: pageNumber, filter } = queryOf(request);
      const page = typeof pageNumber === 'string' && /^\d{1,4}$/.test(pageNumber) ? Number(pageNumber) : 0;
      const result = filtered(addresses.slice(page * pageSize, (page + 1) * pageSize), filter);
      const body = { result, code: 2000, message: 'Success', limit: pageSize, page, total: addresses.length };
      return sendCannedAnswer(reply, { status: 200, body });
    });
  };
}
