import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { AppControllerRoute } from '@bull-board/api/typings/app';
import { FastifyAdapter } from '@bull-board/fastify';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@ve/server-kit/log/logger';
import { pingQueues, type ReadOnlyQueue } from '@ve/server-kit/queue/read-only-queue';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toProblemError } from '../../http/to-problem-error.ts';
import { sendProblemResponse } from '../../http/problem.filter.ts';
import { LOGGER_TOKEN } from '../../platform/injection-tokens.ts';
import { redactJobForStaff } from './redact-job.ts';
import { StaffQueues } from './staff-queues.ts';

const prefix = '/admin/queues';

/** The type is declared for Redis; the board supports both backends. */
type BoardQueue = ConstructorParameters<typeof BullMQAdapter>[0];

/** The maximum number of jobs on a page, and of pages. */
const maxShown = 100;
const maxPdfPages = 100_000;

/** A valid job id: BullMQ's tables accept no control characters. */
const jobId = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** Registers only the board's routes that read; those that change a queue do not exist here. */
class ReadingAdapter extends FastifyAdapter {
  override setApiRoutes(routes: AppControllerRoute[]): FastifyAdapter {
    return super.setApiRoutes(routes.filter(({ method }) => [method].flat().every((each) => each === 'get')));
  }
}

/** The guard of every route. Throws a problem when the caller does not belong to the audience of the matched route. */
type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * bull-board at `/admin/queues`, to inspect the queues: only for staff, on every request for page, file and data, and
 * read-only. Jobs are shown with ids only, and errors without anything that may identify a person.
 */
@Injectable()
export class QueueBoard {
  constructor(
    @Inject(StaffQueues) private readonly queues: StaffQueues,
    @Inject(LOGGER_TOKEN) private readonly logger: Logger,
  ) {}

  /** Adds its routes to the server. */
  async serve(instance: FastifyInstance, admit: Admit): Promise<void> {
    const adapter = new ReadingAdapter();
    adapter.setBasePath(prefix);
    const board = createBullBoard({
      queues: [],
      serverAdapter: adapter,
      options: {
        uiConfig: {
          boardTitle: 'Queues',
          hideDocsLink: true,
          hideRedisDetails: true,
          showMetrics: false,
          locale: { lng: 'en-GB' },
          miscLinks: [{ text: 'Back to Operations', url: '/admin/operations' }],
        },
      },
    });
    // Before the board's own handler, which sends the message of any error.
    adapter.setErrorHandler((error) => {
      this.logger.warn({ event: 'staff_queues_unavailable', err: error }, 'The queues did not answer the staff area.');
      return { status: 500, body: { error: 'The queues do not answer. Try again in a minute.' } };
    });
    let shown: ReadOnlyQueue[] = [];
    await instance.register(
      named(async (routes: FastifyInstance) => {
        routes.addHook('onRoute', (route) => {
          route.config = { ...route.config, audience: { staff: 'admin' } };
        });
        routes.addHook('onRequest', async (request, reply) => {
          try {
            await admit(request, reply);
          } catch (error) {
            sendProblemResponse(toProblemError(error), request, reply);
            return reply;
          }
          return undefined;
        });
        routes.addHook('preHandler', async (request) => {
          // Uses the matched route: the raw URL may be spelled in other ways.
          if (request.routeOptions.url?.startsWith(`${prefix}/api/`) !== true) return;
          const query = request.query as Record<string, unknown>;
          if (Number(query['jobsPerPage']) > maxShown) query['jobsPerPage'] = String(maxShown);
          if (Number(query['page']) > maxPdfPages) query['page'] = String(maxPdfPages);
          const queues = await this.queues.open();
          await pingQueues(queues);
          if (queues === shown) return;
          shown = queues;
          board.replaceQueues(
            queues.map((queue) => new WatchingAdapter(queue as unknown as BoardQueue, { readOnlyMode: true })),
          );
        });
        routes.addHook('onSend', async (_request, reply, payload) => {
          if (!String(reply.getHeader('content-type')).startsWith('text/html')) return payload;
          void reply.header('content-security-policy', boardSecurityPolicy);
          return boardDocument(String(payload));
        });
        await routes.register(named(adapter.registerPlugin()));
      }),
      { prefix },
    );
  }
}

/** Sets a plugin's name, so that Fastify does not search every loaded module for one. */
const named = <T extends object>(plugin: T): T =>
  Object.assign(plugin, { [Symbol.for('fastify.display-name')]: 'queue-board' });

/** A queue as the board sees it: its jobs with ids only, and errors scrubbed. */
class WatchingAdapter extends BullMQAdapter {
  override async getJob(id: string): ReturnType<BullMQAdapter['getJob']> {
    if (!jobId.test(id)) return undefined;
    const job = await super.getJob(id);
    return job && redactJobForStaff(job);
  }

  override async getJobs(...parameters: Parameters<BullMQAdapter['getJobs']>): ReturnType<BullMQAdapter['getJobs']> {
    return (await super.getJobs(...parameters)).map(redactJobForStaff);
  }

  override getJobLogs(): Promise<string[]> {
    return Promise.resolve([]);
  }
}

/**
 * The Content-Security-Policy of the board's page: everything from our origin. Its own script writes style elements
 * without a nonce, which are allowed on this page only.
 */
const boardSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The board's page without its external fonts; the browser's fonts replace them. */
const boardDocument = (html: string): string => html.replace(/\s*<link\b[^>]*\bhref="(?:https?:)?\/\/[^>]*>/g, '');
