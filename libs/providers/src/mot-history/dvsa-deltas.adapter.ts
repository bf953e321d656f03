import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sourceRateLimits } from '@ve/domain/vehicle/record/source-rate-limits';
import { Agent, request } from 'undici';
import * as z from 'zod/mini';
import type { Closable } from '../http/adapter-options.ts';
import { createHttpAgent, sendHttpRequest } from '../http/http-exchange.ts';
import { createGuardedVendorCall } from '../http/guarded-vendor-call.ts';
import { slowProviderLimits, type ProviderLimits } from '../http/provider-limits.ts';
import {
  answeredAttemptVerdict,
  unreadableAttemptVerdict,
  type AttemptVerdict,
  attemptVerdictOfFailure,
  attemptVerdictOfStatus,
} from '../http/attempt-verdict.ts';
import type { DvsaConfig } from './dvsa.adapter.ts';
import { readDvsaMotHistoryAnswer } from './dvsa.answer.ts';
import { createDvsaTokenSource } from './dvsa-token.ts';
import {
  type ChangedMotHistory,
  type ListedMotFile,
  MotFileContentError,
  type MotDeltasPort,
  MotFileError,
} from './mot-deltas.port.ts';
import { readZippedLines } from './zipped-lines.ts';

const listed = z.object({
  delta: z
    .array(
      z.object({
        filename: z.string().check(z.minLength(1), z.maxLength(200)),
        downloadUrl: z.url().check(z.maxLength(4_000)),
        fileCreatedOn: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
      }),
    )
    .check(z.maxLength(1_000)),
});

type Listed = { state: 'listed'; files: ListedMotFile[] };

const maxBytes = 2_000_000_000;
const downloadMs = 30 * 60_000;

/** Matches the first registration in a record before it is parsed: almost no record is of a monitored car. */
const namedFirst = /"registration"\s*:\s*"([^"\\]{1,20})"/;

/**
 * The adapter of the bulk download of DVSA's MOT History API: daily files of changed histories, zipped gzip of JSON
 * lines.
 */
export function createDvsaMotDeltasAdapter(config: DvsaConfig): MotDeltasPort & Closable {
  const limits: ProviderLimits = { ...slowProviderLimits, ...sourceRateLimits.DVSA, ...config.limits };
  const agent = createHttpAgent(limits);
  const files = new Agent({ headersTimeout: limits.headersTimeoutMs, bodyTimeout: 60_000, connections: 1 });
  const call = createGuardedVendorCall<Listed>({ provider: 'DVSA', limits, options: config });
  const tokens = createDvsaTokenSource(
    agent,
    { config, timeoutMs: limits.totalTimeoutMs },
    config.now ?? (() => performance.now()),
  );
  const url = new URL(`${config.url.replace(/\/+$/, '')}/v1/trade/vehicles/bulk-download`);

  const ask = async (signal: AbortSignal): Promise<AttemptVerdict<Listed>> => {
    const grant = await tokens.get(signal);
    if (!grant.granted) return grant.verdict;
    const headers = { authorization: `Bearer ${grant.token}`, 'x-api-key': config.apiKey, accept: 'application/json' };
    const answered = await sendHttpRequest(agent, { method: 'GET', url, headers }, signal);
    if (!answered.answered) return attemptVerdictOfFailure(answered.failure);
    const { status, json } = answered.answer;
    if (status === 401 || status === 403) tokens.drop(grant.token);
    if (status !== 200) return attemptVerdictOfStatus(answered.answer);
    const read = listed.safeParse(json);
    if (!read.success) return unreadableAttemptVerdict();
    return answeredAttemptVerdict({
      state: 'listed',
      files: read.data.delta.map(({ filename, downloadUrl, fileCreatedOn }) => ({
        filename,
        downloadUrl,
        madeAt: new Date(fileCreatedOn),
      })),
    });
  };

  /** Downloads to `path`: the files are too large for memory, and a zip's directory is at its end. */
  const download = async ({ downloadUrl }: ListedMotFile, path: string, signal: AbortSignal): Promise<void> => {
    // Never downloads over plain HTTP unless the service itself does, as in tests.
    if (url.protocol === 'https:' && new URL(downloadUrl).protocol !== 'https:') throw new MotFileError('not https');
    const { statusCode, body } = await request(downloadUrl, { dispatcher: files, signal });
    if (statusCode !== 200) {
      await body.dump();
      throw new MotFileError(`answered ${statusCode}`);
    }
    let bytes = 0;
    body.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > maxBytes) body.destroy(new MotFileError('too large'));
    });
    await pipeline(body, createWriteStream(path));
  };

  async function* read(file: ListedMotFile, caller?: AbortSignal): AsyncGenerator<ChangedMotHistory> {
    const limit = AbortSignal.timeout(downloadMs);
    const signal = caller === undefined ? limit : AbortSignal.any([caller, limit]);
    const folder = await mkdtemp(join(tmpdir(), 've-mot-file-'));
    let isDownloaded = false;
    try {
      const path = join(folder, 'file.zip');
      await download(file, path, signal);
      isDownloaded = true;
      for await (const line of readZippedLines(path)) {
        caller?.throwIfAborted();
        const record = recordOf(line);
        if (record !== null) yield record;
      }
    } catch (error) {
      caller?.throwIfAborted();
      if (error instanceof MotFileError) throw error;
      // The error's text may contain the signed address.
      const name = error instanceof Error ? error.name : 'unreadable';
      // A failed system call (a full disk) proves nothing about the content.
      const isContent = isDownloaded && !(error instanceof Error && 'syscall' in error);
      throw isContent ? new MotFileContentError(name) : new MotFileError(name);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return {
    list: (signal) => call(ask, signal),
    read,
    close: async () => {
      await Promise.all([agent.close(), files.close()]);
    },
  };
}

const recordOf = (line: string): ChangedMotHistory | null => {
  const registration = namedFirst
    .exec(line)?.[1]
    ?.toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  if (registration === undefined || registration === '') return null;
  return {
    registration,
    read: () => {
      const { result } = readDvsaMotHistoryAnswer(registration, {
        status: 200,
        json: parsed(line),
        retryAfterMs: null,
      });
      return result.state === 'found' ? result.data : null;
    },
  };
};

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
};
