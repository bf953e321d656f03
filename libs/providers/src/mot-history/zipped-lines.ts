import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream';
import { openPromise } from 'yauzl';
import { MotFileContentError } from './mot-deltas.port.ts';

/** The history of forty years is a few hundred kilobytes. */
const maxLineLength = 8_000_000;

/** A day's changes are a few gigabytes. */
const maxUnpackedBytes = 40_000_000_000;

/**
 * The lines of every gzipped file in a zip, in order. @throws MotFileContentError for a line without an end, and for a
 * zip that unpacks to more than the maximum of bytes
 */
export async function* readZippedLines(path: string, maxBytes = maxUnpackedBytes): AsyncGenerator<string> {
  let unpacked = 0;
  const count = (bytes: number): void => {
    unpacked += bytes;
    if (unpacked > maxBytes) throw new MotFileContentError('unpacks to too much');
  };
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('.gz')) continue;
      const packed = await zip.openReadStreamPromise(entry);
      yield* linesOf(
        pipeline(packed, createGunzip(), () => undefined),
        count,
      );
    }
  } finally {
    zip.close();
  }
}

/** Joins bytes before decoding them: a character may be split across two chunks. */
async function* linesOf(stream: AsyncIterable<Buffer>, count: (bytes: number) => void): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const part of stream) {
    count(part.length);
    let from = 0;
    for (let at = part.indexOf(10, from); at !== -1; at = part.indexOf(10, from)) {
      rest.push(part.subarray(from, at));
      const line = Buffer.concat(rest).toString('utf8').trim();
      [rest, length, from] = [[], 0, at + 1];
      if (line !== '') yield line;
    }
    rest.push(part.subarray(from));
    length += part.length - from;
    if (length > maxLineLength) throw new MotFileContentError('a line has no end');
  }
  const line = Buffer.concat(rest).toString('utf8').trim();
  if (line !== '') yield line;
}
