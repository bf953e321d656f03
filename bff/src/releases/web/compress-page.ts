import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptsCoding } from '../../http/accepts-coding.ts';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Smaller pages hardly compress. */
const minCompressBytes = 1_024;
/** Every page has its own nonce, so every response is compressed, at a quality that takes a millisecond. */
const quality = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

/** Encodes a page by the client's Accept-Encoding: brotli, gzip or plain. */
export async function compressPage(
  html: string,
  acceptEncoding: string | undefined,
): Promise<{ body: string | Buffer; encoding: 'br' | 'gzip' | null }> {
  if (html.length < minCompressBytes) return { body: html, encoding: null };
  if (acceptsCoding(acceptEncoding, 'br')) return { body: await brotli(html, quality), encoding: 'br' };
  if (acceptsCoding(acceptEncoding, 'gzip')) return { body: await deflate(html, { level: 5 }), encoding: 'gzip' };
  return { body: html, encoding: null };
}
