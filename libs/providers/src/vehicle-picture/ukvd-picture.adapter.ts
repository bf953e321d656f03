import { detectImageKind, maxImageBytes } from '@ve/domain/vehicle/picture/image-kind';
import { readImageSize, isStorableImageSize } from '@ve/domain/vehicle/picture/image-size';
import type { Readable } from 'node:stream';
import type { Closable } from '../http/adapter-options.ts';
import { downloadFile, UnreadableBodyError } from '../http/download.ts';
import { createHttpAgent } from '../http/http-exchange.ts';
import { createGuardedVendorCall } from '../http/guarded-vendor-call.ts';
import { defaultProviderLimits, type ProviderLimits } from '../http/provider-limits.ts';
import { publicAddressLookup } from '../http/public-address-lookup.ts';
import {
  answeredAttemptVerdict,
  type AttemptVerdict,
  attemptVerdictOfFailure,
  attemptVerdictOfStatus,
} from '../http/attempt-verdict.ts';
import { createUkvdClient, type UkvdConfig } from '../ukvd-client.ts';
import { readUkvdPictureUrl } from './ukvd-picture.answer.ts';
import type { VehiclePicture, VehiclePicturePort } from './vehicle-picture.port.ts';

export interface UkvdPictureConfig extends UkvdConfig {
  /** Origins from which pictures are downloaded (`https://cdn.example.com`); an address elsewhere is refused. */
  origins: readonly string[];
}

const pictureLimits: ProviderLimits = {
  ...defaultProviderLimits,
  totalTimeoutMs: 20_000,
  maxResponseBytes: maxImageBytes,
  concurrency: 4,
  ratePerSecond: 5,
  burst: 5,
};

type PictureReply = { state: 'found'; data: VehiclePicture } | { state: 'not-held' };

/**
 * The adapter of package VehicleImageData of UK Vehicle Data v2. It downloads the named picture only from the
 * configured origins and from public addresses, follows no redirect, and accepts only the bytes of a picture of a
 * usable size.
 */
export function createUkvdPictureAdapter(config: UkvdPictureConfig): VehiclePicturePort & Closable {
  const { origins, limits: own, ...rest } = config;
  const client = createUkvdClient(config, { name: 'VehicleImageData', dear: true, read: readUkvdPictureUrl });
  const limits: ProviderLimits = { ...pictureLimits, ...own, maxResponseBytes: maxImageBytes };
  // The sandbox uses plain HTTP on our own network.
  const isOnline = origins.every((origin) => origin.startsWith('https:'));
  const agent = createHttpAgent(limits, isOnline ? { lookup: publicAddressLookup() } : {});
  const call = createGuardedVendorCall<PictureReply>({ provider: 'UKVD pictures', limits, options: rest });

  async function attempt(url: URL, signal: AbortSignal): Promise<AttemptVerdict<PictureReply>> {
    const answered = await downloadFile(agent, {
      request: { url, headers: { accept: 'image/*' } },
      read: readPicture,
      signal,
    });
    if (!answered.answered) return attemptVerdictOfFailure(answered.failure);
    const { status, retryAfterMs, content } = answered;
    if (content !== null) return answeredAttemptVerdict({ state: 'found', data: content });
    return status === 404 || status === 410
      ? answeredAttemptVerdict({ state: 'not-held' })
      : attemptVerdictOfStatus({ status, retryAfterMs, json: undefined });
  }

  return {
    lookUp: (registration, signal) => client.find(registration, {}, signal),
    async download(address, signal) {
      const url = URL.parse(address);
      // The vendor's response must not decide which host we call.
      if (url === null || !origins.includes(url.origin)) return { state: 'unavailable', reason: 'refused' };
      return call((within) => attempt(url, within), signal);
    },
    close: async () => {
      await Promise.all([client.close(), agent.close()]);
    },
  };
}

/**
 * Reads at most the maximum size. @throws UnreadableBodyError when the bytes are not a picture, or would unpack to a
 * huge one
 */
async function readPicture(body: Readable): Promise<VehiclePicture> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxImageBytes) throw new UnreadableBodyError('larger than a picture');
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  const kind = detectImageKind(bytes);
  if (kind === null) throw new UnreadableBodyError('not a picture');
  const pixels = readImageSize(bytes, kind);
  if (pixels === null || !isStorableImageSize(pixels)) throw new UnreadableBodyError('not of a size to show');
  return { kind, bytes };
}
