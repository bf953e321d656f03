import type { EndpointAnswerBody, Endpoint } from '@ve/contracts/endpoint';
import type { Problem } from '@ve/contracts/errors';
import {
  type ReleaseChannelStateAnswer,
  findMissingReleaseFilesEndpoint,
  listReleaseFilesEndpoint,
  listReleasesEndpoint,
  moveReleaseEndpoint,
  type ReleaseList,
  type ReleaseMoveInput,
} from '@ve/contracts/http/releases/releases';
import { listPreviewsEndpoint, type Preview, setPreviewEndpoint } from '@ve/contracts/http/releases/previews';
import type { ExpectedReleaseChannels } from '@ve/contracts/release-move';
import type * as z from 'zod/mini';
import type { ReleaseTarget } from './release-command.ts';

export type LiveRelease = ReleaseList['channels'][number];
export type ReleaseFile = EndpointAnswerBody<typeof listReleaseFilesEndpoint>['files'][number];
export type ChannelState = Pick<ReleaseChannelStateAnswer, 'channel' | 'version' | 'share'>;

/** Further arguments of a move. */
export interface ReleaseMoveOptions {
  why: string | null;
  /** The site rejects the move when its channels differ from these. Null: not checked. */
  seen: ExpectedReleaseChannels | null;
}

/** The server rejected the request or did not respond; the message says why, with a remedy. */
export class ReleaseRejectedError extends Error {
  /** Null where no response arrived. */
  readonly status: number | null;
  readonly code: string | null;

  constructor(message: string, status: number | null = null, code: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface Request {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  json?: unknown;
  tar?: Buffer;
  /** Retried when no response arrived or the server responded "later", because the request is idempotent. */
  repeatable: boolean;
}

export interface ReleaseServerClientOptions {
  /** Longest time to wait for a response, in milliseconds. */
  limitMs?: number;
  pause?: (ms: number) => Promise<void>;
}

const pauses = [500, 1_500, 4_000];
const maxPauseMs = 30_000;
const retryableStatuses = [429, 502, 503, 504];

interface Answer {
  status: number;
  retryAfter: string | null;
  body: Buffer;
}

const isGood = ({ status }: Answer): boolean => status >= 200 && status < 300;

const afterMs = ({ retryAfter }: Answer): number | null => {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(seconds * 1_000, maxPauseMs) : null;
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class ReleaseServerClient {
  readonly url: string;
  readonly #token: string;
  readonly #limitMs: number;
  readonly #pause: (ms: number) => Promise<void>;

  constructor({ url, token }: ReleaseTarget, { limitMs = 120_000, pause = sleep }: ReleaseServerClientOptions = {}) {
    this.url = url;
    this.#token = token;
    this.#limitMs = limitMs;
    this.#pause = pause;
  }

  list(): Promise<ReleaseList> {
    return this.#json(listReleasesEndpoint, { method: 'GET', path: listReleasesEndpoint.path, repeatable: true });
  }

  /** Returns those of the hashes whose contents the site lacks. */
  async missing(name: string, hashes: readonly string[]): Promise<string[]> {
    const path = `/api/releases/${name}/missing`;
    const request = { method: 'POST', path, json: { hashes }, repeatable: true } as const;
    const { missing } = await this.#json(findMissingReleaseFilesEndpoint, request);
    return missing;
  }

  /** Publishes a release. Returns false when it was published before with the same content. */
  async publish(name: string, tar: Buffer): Promise<boolean> {
    const path = `/api/releases/${name}/versions`;
    return (await this.#ask({ method: 'POST', path, tar, repeatable: true })).status === 201;
  }

  /** Adds the pages that a shell prerendered with a release. */
  async addPages(name: string, tar: Buffer): Promise<void> {
    await this.#ask({ method: 'POST', path: `/api/releases/${name}/pages`, tar, repeatable: true });
  }

  async filesOf(name: string, version: string): Promise<ReleaseFile[]> {
    const path = `/api/releases/${name}/versions/${version}/files`;
    return (await this.#json(listReleaseFilesEndpoint, { method: 'GET', path, repeatable: true })).files;
  }

  async content(name: string, version: string, hash: string): Promise<Buffer> {
    const path = `/api/releases/${name}/versions/${version}/files/${hash}`;
    return (await this.#ask({ method: 'GET', path, repeatable: true })).body;
  }

  /** Changes what visitors get. Never retried: a second rollback would go back further. */
  async move(name: string, move: ReleaseMoveInput, { why, seen }: ReleaseMoveOptions): Promise<ChannelState[]> {
    const path = `/api/releases/${name}/moves`;
    const json = { ...move, ...(why === null ? {} : { why }), ...(seen === null ? {} : { seen }) };
    return (await this.#json(moveReleaseEndpoint, { method: 'POST', path, json, repeatable: false })).channels;
  }

  /** Shows a published version in a preview, with its link. Again it does the same, and lasts from then on. */
  setPreview(name: string, json: { preview: string; version: string; days: number }): Promise<Preview> {
    const path = `/api/releases/${name}/previews`;
    return this.#json(setPreviewEndpoint, { method: 'POST', path, json, repeatable: true });
  }

  async previews(name: string): Promise<Preview[]> {
    const path = `/api/releases/${name}/previews`;
    return (await this.#json(listPreviewsEndpoint, { method: 'GET', path, repeatable: true })).previews;
  }

  /** Ends a preview. @throws ReleaseRejectedError with status 404 where there is none */
  async endPreview(name: string, preview: string): Promise<void> {
    await this.#ask({ method: 'DELETE', path: `/api/releases/${name}/previews/${preview}`, repeatable: true });
  }

  /** The answer of an endpoint that has one, checked. */
  async #json<E extends Endpoint & { answers: { 200: z.ZodMiniType } }>(
    { answers }: E,
    request: Request,
  ): Promise<z.infer<E['answers'][200]>> {
    const { body } = await this.#ask(request);
    const answer = answers[200].safeParse(jsonIn(body.toString()));
    if (answer.success) return answer.data as z.infer<E['answers'][200]>;
    const [issue] = answer.error.issues;
    throw new ReleaseRejectedError(
      `${this.url} gave an answer that does not match the contract (${issue?.path.map(String).join('.') || 'the whole'}): ` +
        'is RELEASE_URL the address of the site?',
    );
  }

  // Not p-retry: the pause that the server asks for wins over ours.
  async #ask(request: Request): Promise<Answer> {
    for (let round = 0; ; round += 1) {
      const pause = request.repeatable ? pauses[round] : undefined;
      const answer = await this.#once(request).catch((error: unknown) => {
        if (pause === undefined) throw new ReleaseRejectedError(unanswered(this.url, error, request.repeatable));
        return null;
      });
      if (answer !== null) {
        if (isGood(answer)) return answer;
        if (pause === undefined || !retryableStatuses.includes(answer.status)) throw refusal(this.url, answer);
      }
      await this.#pause((answer && afterMs(answer)) ?? pause ?? 0);
    }
  }

  async #once({ method, path, json, tar }: Request): Promise<Answer> {
    const type = tar ? 'application/x-tar' : json === undefined ? null : 'application/json';
    const response = await fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        accept: 'application/json, application/octet-stream',
        ...(type === null ? {} : { 'content-type': type }),
      },
      body: tar ? new Uint8Array(tar) : json === undefined ? null : JSON.stringify(json),
      // The token must not follow a redirect to another address.
      redirect: 'manual',
      signal: AbortSignal.timeout(this.#limitMs),
    });
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
  }
}

/** An error of `fetch`, which has the reason as its cause. */
interface Thrown {
  name?: string;
  message?: string;
  code?: string;
  cause?: Thrown;
}

function unanswered(url: string, error: unknown, repeated: boolean): string {
  const { name, message, cause } = error as Thrown;
  const known: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'nothing listens there',
    ENOTFOUND: 'there is no such host',
    UND_ERR_SOCKET: 'the connection was cut',
    ECONNRESET: 'the connection was cut',
  };
  const code = cause?.code ?? '';
  const why = name === 'TimeoutError' ? 'it took too long' : (known[code] ?? (code || (cause?.message ?? message)));
  return `${url} did not answer${repeated ? `, ${String(pauses.length + 1)} times` : ''}: ${why ?? 'no reason'}.`;
}

const adviceFor: Readonly<Record<number, string>> = {
  401: 'The token is not known here, has expired or was revoked. RELEASE_TOKEN and RELEASE_URL must be of the same site.',
  403: 'This token may release another name only, or may not do this.',
  404: 'The site does not know this address: is it of an older version, or is RELEASE_URL another one?',
  409: 'The site has other content under this version. Build again from clean sources.',
  413: 'The release is larger than the site accepts.',
};

/** Problem documents contain more than the status. */
function refusal(url: string, { status, body }: Answer): ReleaseRejectedError {
  if (status >= 300 && status < 400) {
    return new ReleaseRejectedError(`${url} leads elsewhere: give RELEASE_URL the address that it leads to.`, status);
  }
  const problem = problemIn(body.toString());
  const lines = [
    `${url} refused (${String(status)}${problem?.title === undefined ? '' : `: ${problem.title}`}).`,
    ...(problem?.detail === undefined ? [] : [problem.detail]),
    ...(problem?.fields ?? []).map(({ path, message }) => `  ${path === '' ? '' : `${path}: `}${message}`),
    ...(adviceFor[status] === undefined || problem?.detail !== undefined ? [] : [adviceFor[status]]),
    ...(retryableStatuses.includes(status) ? ['Try again later.'] : []),
  ];
  return new ReleaseRejectedError(lines.join('\n'), status, problem?.code ?? null);
}

/** Of a site of another version, so that any part may be missing. */
function problemIn(text: string): Partial<Problem> | null {
  const value = jsonIn(text);
  return typeof value === 'object' && value !== null ? value : null;
}

/** Undefined for a text that is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
