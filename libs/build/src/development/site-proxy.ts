import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';

/** A text answer of the site, which may be changed. */
export interface SiteAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Changes the answer to a request for a path; null for requests whose answers are passed on as they are. */
export type AnswerEditor = (request: IncomingMessage) => ((answer: SiteAnswer) => SiteAnswer) | null;

const without = (headers: IncomingHttpHeaders, names: ReadonlySet<string>): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)));

const notPassedOn = new Set(['connection', 'keep-alive', 'transfer-encoding', 'strict-transport-security']);

/**
 * Headers for the site. It refuses changes requested by another origin, so that ours becomes its own. That of any other
 * page stays, whose requests must be refused.
 */
const headersForSite = (given: IncomingHttpHeaders, site: URL, own: string): IncomingHttpHeaders => ({
  ...given,
  host: site.host,
  ...(given.origin === own ? { origin: site.origin } : {}),
  ...(given.referer?.startsWith(`${own}/`) ? { referer: site.origin + given.referer.slice(own.length) } : {}),
});

/**
 * Headers for the page: redirects stay here, and no promise is made for the whole host. With our origin, because a
 * redirect to a path like `//elsewhere.example` alone would lead to another host.
 */
function headersForPage(given: IncomingHttpHeaders, site: URL, own: string): IncomingHttpHeaders {
  const headers = without(given, notPassedOn);
  const location = URL.parse(given.location ?? '');
  return location?.origin === site.origin
    ? { ...headers, location: own + location.pathname + location.search + location.hash }
    : headers;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** More than the largest page or registry. */
const maxEditedBytes = 5 * 1_048_576;

/** The text of an answer. @throws Error when it is larger than `maxEditedBytes` */
async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxEditedBytes) throw new Error(`The answer has more than ${String(maxEditedBytes)} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Answers a request that the site did not answer, or whose answer could not be changed. */
function answerFailure(response: ServerResponse, reason: string): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end(reason);
}

/** Headers that ask for all of an answer, as plain text. */
const asPlainText = (headers: IncomingHttpHeaders): IncomingHttpHeaders => ({
  ...without(headers, new Set(['if-none-match', 'if-modified-since'])),
  'accept-encoding': 'identity',
});

/**
 * Passes requests on to the site, as if its own pages made them. `own`: the origin at which pages are served here.
 */
export const siteProxy =
  (site: URL, own: string, edit: AnswerEditor = () => null) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const edited = edit(request);
    const { method, url: path } = request;
    const given = headersForSite(request.headers, site, own);
    // The path as it is: resolved as an address, `//elsewhere.example` would lead to another host.
    const asked = (site.protocol === 'https:' ? requestHttps : requestHttp)(site, {
      ...{ method, path },
      headers: edited ? asPlainText(given) : given,
    });
    asked.once('response', (answer) => {
      const status = answer.statusCode ?? 502;
      const passedOn = headersForPage(answer.headers, site, own);
      if (edited === null) {
        answer.pipe(response.writeHead(status, passedOn));
        return;
      }
      readText(answer)
        .then((body) => {
          const changed = edited({ status, headers: without(passedOn, new Set(['content-length'])), body });
          response.writeHead(changed.status, changed.headers).end(changed.body);
        })
        .catch((error: unknown) => {
          answerFailure(response, messageOf(error));
        });
    });
    asked.once('error', (error) => {
      answerFailure(response, `${site.origin} did not answer: ${error.message}`);
    });
    response.once('close', () => asked.destroy());
    request.pipe(asked);
  };

/**
 * Passes requests on only where pages are served, and sends others there. Browsers send the cookies of a host to all of
 * its ports: those of the site must not become cookies of `localhost`, which every program there would be sent.
 */
export const onlyAt =
  (own: string, proxy: ReturnType<typeof siteProxy>): ReturnType<typeof siteProxy> =>
  (request, response) => {
    if (request.headers.host === new URL(own).host) proxy(request, response);
    else response.writeHead(307, { location: own + (request.url ?? '/') }).end();
  };
