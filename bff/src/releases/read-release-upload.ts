import { releaseEnvelopeName, releaseUploadLimits } from '@ve/contracts/http/releases/releases';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { createHash } from 'node:crypto';
import { type Extract, extract, type Header } from 'tar-stream';
import { type $ZodType, safeParse } from 'zod/v4/core';
import type * as z from 'zod/mini';
import type { UploadRequestBody } from '../http/uploads.ts';
import { releaseRefusedProblem, findJsonStorageProblem } from './find-release-problems.ts';
import { type UploadReservation, uploadsBusyProblem } from './upload-limiter.ts';

type Entry = AsyncIterable<unknown> & { header: Header };

export interface ReleaseUpload<Envelope> {
  envelope: Envelope;
  /** The uploaded files by their verified hash. */
  contents: Map<string, Uint8Array>;
}

/**
 * Reads a tar archive of an envelope and the files that it names, at most as much as `releaseUploadLimits` and the
 * reserved memory permit.
 * @throws ProblemError `release-refused` with the reasons, `request-too-large`, `service-unavailable`
 */
export async function readReleaseUpload<S extends $ZodType<{ files: readonly { hash: string }[] }>>(
  body: UploadRequestBody,
  reservation: UploadReservation,
  schema: S,
): Promise<ReleaseUpload<z.output<S>>> {
  const tar = extract();
  void pump(body, reservation, tar);
  try {
    return await readEntries(tar, schema);
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw releaseRefusedProblem([
      `The upload is not a whole tar: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
}

/** Pipes the body into the tar reader, until the reader stops or the limit is exceeded. The rest stays unread. */
async function pump(body: UploadRequestBody, reservation: UploadReservation, tar: Extract): Promise<void> {
  let total = 0;
  body.begin();
  try {
    // The connection is still needed for the response.
    for await (const chunk of body.stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      total += chunk.length;
      body.arrived(chunk.length);
      if (tar.destroyed) return;
      if (total > releaseUploadLimits.upload) throw new ProblemError('request-too-large');
      if (!reservation.hold(chunk.length)) throw uploadsBusyProblem();
      if (!tar.write(chunk)) await drained(tar);
    }
    tar.end(null);
  } catch (error) {
    tar.destroy(error instanceof ProblemError ? error : new ProblemError('request-timeout', { cause: error }));
  }
}

const drained = (tar: Extract): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      tar.off('drain', done).off('close', done);
      resolve();
    };
    tar.on('drain', done).on('close', done);
  });

async function readEntries<S extends $ZodType<{ files: readonly { hash: string }[] }>>(
  tar: Extract,
  schema: S,
): Promise<ReleaseUpload<z.output<S>>> {
  let envelope: z.output<S> | null = null;
  let named = new Set<string>();
  const contents = new Map<string, Uint8Array>();
  for await (const entry of tar) {
    const { name, type, size } = entry.header;
    if (type !== 'file') throw releaseRefusedProblem([`The upload has an entry that is no file: ${shown(name)}`]);
    if (envelope === null) {
      if (name !== releaseEnvelopeName)
        throw releaseRefusedProblem([`The upload begins with ${shown(name)}, not ${releaseEnvelopeName}`]);
      envelope = parseEnvelope(await contentOf(entry, size, releaseUploadLimits.envelope), schema);
      named = new Set((envelope as { files: readonly { hash: string }[] }).files.map(({ hash }) => hash));
      continue;
    }
    if (!named.has(name)) throw releaseRefusedProblem([`The upload has ${shown(name)}, the hash of none of its files`]);
    if (contents.has(name)) throw releaseRefusedProblem([`The upload has ${name} twice`]);
    const content = await contentOf(entry, size, releaseUploadLimits.file);
    if (createHash('sha256').update(content).digest('hex') !== name) {
      throw releaseRefusedProblem([`The content of ${name} has another hash`]);
    }
    contents.set(name, content);
  }
  if (envelope === null) throw releaseRefusedProblem(['The upload is empty']);
  return { envelope, contents };
}

const shown = (name: string): string => JSON.stringify(name.slice(0, 100));

async function contentOf(entry: Entry, size: number, maxBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    releaseRefusedProblem([`${shown(entry.header.name)} is larger than ${String(maxBytes)} bytes`]);
  if (size > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function parseEnvelope<S extends $ZodType>(content: Buffer, schema: S): z.output<S> {
  const value = parseJson(content);
  const problem = findJsonStorageProblem(value);
  if (problem !== null) throw releaseRefusedProblem([`${releaseEnvelopeName} ${problem}`]);
  const parsed = safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw releaseRefusedProblem(
    parsed.error.issues
      .slice(0, 20)
      .map(({ path, message }) => `${path.map(String).join('.').slice(0, 100) || releaseEnvelopeName}: ${message}`),
  );
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch {
    throw releaseRefusedProblem([`${releaseEnvelopeName} is not JSON`]);
  }
}
