import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Below this a packed page is hardly smaller. */
const worthBytes = 1_024;
/** Each page differs by its nonce, so packing is paid for on every answer: a quality that takes a millisecond. */
const quality = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

const accepts = (header: string, coding: string): boolean =>
  header
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
      return name === coding && !parameters.some((each) => /^q=0(\.0*)?$/.test(each));
    });

/** A page as the client takes it: brotli, gzip or plain. */
export async function packPage(
  html: string,
  acceptEncoding: string | undefined,
): Promise<{ body: string | Buffer; encoding: 'br' | 'gzip' | null }> {
  const header = acceptEncoding ?? '';
  if (html.length < worthBytes) return { body: html, encoding: null };
  if (accepts(header, 'br')) return { body: await brotli(html, quality), encoding: 'br' };
  if (accepts(header, 'gzip')) return { body: await deflate(html, { level: 5 }), encoding: 'gzip' };
  return { body: html, encoding: null };
}
