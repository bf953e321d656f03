import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { londonDayOf } from '../dates.ts';
import type { CannedAnswer, FaultAnswersByMode } from '../vendors/vendor.types.ts';
import { addVendorHooks, sendCannedAnswer, type SandboxContext } from '../vendors/vendor-hooks.ts';
import { malformedRecallRows, sandboxRecallCampaigns, type RecallRow } from './campaigns.data.ts';

const header = [
  'Launch Date',
  'Recalls Number',
  'Make',
  'Recalls Model Information',
  'Concern',
  'Defect',
  'Remedy',
  'Vehicle Numbers',
  'Manufacturer Ref',
  'Model',
  'VIN Start',
  'VIN End',
  'Build Start',
  'Build End',
];

const british = (day: string | undefined): string => (day ?? '').split('-').reverse().join('/');
const field = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const lineOf = (row: RecallRow): string =>
  [
    british(row.launched),
    row.number,
    row.make,
    row.model,
    row.concern,
    row.defect,
    row.remedy,
    String(row.vehicles),
    'SANDBOX',
    row.model,
    row.vinStart ?? '',
    row.vinEnd ?? '',
    british(row.buildStart),
    british(row.buildEnd),
  ]
    .map(field)
    .join(',');

/** Encodes as CP1252. The curly apostrophe is the file's only character outside Latin 1. */
const encoded = (text: string): Buffer => Buffer.from(text.replaceAll('’', '\u0092'), 'latin1');

/** The file on a day: it contains campaigns from the day after their launch. */
function recallsFile(today: string): Buffer {
  const rows = [...sandboxRecallCampaigns, ...malformedRecallRows].filter(({ launched }) => launched < today);
  return encoded([header.join(','), ...rows.map(lineOf), ''].join('\r\n'));
}

const page = (status: number, title: string): CannedAnswer => ({
  status,
  body: `<!doctype html><title>${title}</title><h1>${title}</h1>`,
  headers: { 'content-type': 'text/html; charset=utf-8' },
});

const faults: FaultAnswersByMode = {
  'error-500': () => page(500, 'Internal Server Error'),
  'error-503': () => page(503, 'Service Unavailable'),
  'rate-limit': () => page(429, 'Too Many Requests'),
  forbidden: () => page(403, '403 Forbidden'),
  'bad-request': () => page(400, 'Bad Request'),
  'not-found': () => page(404, 'Page not found'),
  'wrong-shape': () => ({
    status: 200,
    body: 'Date,Number,Manufacturer\r\n01/01/2019,R/2019/001,FORD\r\n',
    headers: { 'content-type': 'text/csv' },
  }),
};

/**
 * The routes of DVSA's recalls file, by the day of the sandbox's clock. A client without a browser's User-Agent is
 * rejected.
 */
export function recallsRoutes(context: SandboxContext) {
  return async (app: FastifyInstance): Promise<void> => {
    addVendorHooks(app, context, {
      vendor: 'recalls',
      asked: () => 'RecallsFile.csv',
      registration: () => null,
      refuse: ({ headers }) => (headers['user-agent']?.startsWith('Mozilla/') === true ? null : faults.forbidden(none)),
      faults,
    });
    app.get('/documents/RecallsFile.csv', async (request, reply) => {
      const today = londonDayOf(context.now());
      const file = recallsFile(today);
      const etag = `"${createHash('sha256').update(file).digest('hex').slice(0, 32)}"`;
      if (request.headers['if-none-match'] === etag) return reply.code(304).header('etag', etag).send();
      return sendCannedAnswer(reply, { status: 200, body: file, headers: { 'content-type': 'text/csv', etag } });
    });
  };
}

const none = { registration: null, asked: 'RecallsFile.csv' };
