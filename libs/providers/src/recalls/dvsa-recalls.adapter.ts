import type { AdapterOptions, Closable } from '../http/adapter-options.ts';
import { downloadFile } from '../http/download.ts';
import { createHttpAgent } from '../http/http-exchange.ts';
import { createGuardedVendorCall } from '../http/guarded-vendor-call.ts';
import { defaultProviderLimits, type ProviderLimits } from '../http/provider-limits.ts';
import {
  answeredAttemptVerdict,
  unreadableAttemptVerdict,
  type AttemptVerdict,
  attemptVerdictOfFailure,
  attemptVerdictOfStatus,
} from '../http/attempt-verdict.ts';
import { readRecallsFile } from './dvsa-recalls.file.ts';
import type { LastReadRecallsFile, RecallsPort, AvailableRecallsAnswer } from './recalls.port.ts';

export interface DvsaRecallsConfig extends AdapterOptions {
  /** The URL of the file itself. */
  url: string;
}

const megabyte = 1_048_576;

/** Limits for a public file of some ten megabytes, which is read once a day. */
const fileLimits: ProviderLimits = {
  ...defaultProviderLimits,
  headersTimeoutMs: 30_000,
  bodyTimeoutMs: 30_000,
  totalTimeoutMs: 120_000,
  maxResponseBytes: 64 * megabyte,
  concurrency: 1,
  queue: 1,
  ratePerSecond: 0.2,
  burst: 3,
};

/** The firewall in front of the file responds with 403 unless the User-Agent looks like a browser's. */
export const recallsRequestHeaders = {
  accept: 'text/csv,application/octet-stream;q=0.9,*/*;q=0.8',
  'accept-language': 'en-GB,en;q=0.9',
  'user-agent': 'Mozilla/5.0 (compatible; VehicleEnquiry/1.0)',
};

/** The adapter of DVSA's recalls file (Open Government Licence v3.0). */
export function createDvsaRecallsAdapter(config: DvsaRecallsConfig): RecallsPort & Closable {
  const limits: ProviderLimits = { ...fileLimits, ...config.limits };
  const agent = createHttpAgent(limits);
  const call = createGuardedVendorCall<AvailableRecallsAnswer>({ provider: 'DVSA recalls', limits, options: config });
  const url = new URL(config.url);

  async function attempt(
    known: LastReadRecallsFile,
    today: string,
    signal: AbortSignal,
  ): Promise<AttemptVerdict<AvailableRecallsAnswer>> {
    const request = {
      url,
      headers: { ...recallsRequestHeaders, ...(known.etag === null ? {} : { 'if-none-match': known.etag }) },
    };
    const answered = await downloadFile(agent, { request, read: (body) => readRecallsFile(body, today), signal });
    if (!answered.answered) return attemptVerdictOfFailure(answered.failure);
    const { status, retryAfterMs, etag, content } = answered;
    // Without a known etag the file cannot be unchanged.
    if (status === 304)
      return known.etag === null ? unreadableAttemptVerdict() : answeredAttemptVerdict({ state: 'unchanged' });
    if (content === null) return attemptVerdictOfStatus({ status, retryAfterMs, json: undefined });
    if (content.hash === known.hash) return answeredAttemptVerdict({ state: 'unchanged' });
    const notes = content.skippedRows > 0 ? ['rows: some cannot be read'] : [];
    return answeredAttemptVerdict({ state: 'read', ...content, etag }, notes);
  }

  return {
    read: (known, today, signal) => call((within) => attempt(known, today, within), signal),
    close: () => agent.close(),
  };
}
