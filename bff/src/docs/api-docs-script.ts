import { fastify } from 'fastify';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);

/** Scalar's script as temporary files: 4 MB, and compressed about 0.8 MB. */
export interface ApiDocsScript {
  plain: string;
  packed: string;
  remove(): Promise<void>;
}

/**
 * Writes Scalar's script to a temporary folder. The package ships it only inside its Fastify plug-in, whose page cannot
 * be used: it needs an inline script, which our policy forbids.
 */
export async function writeApiDocsScriptFiles(): Promise<ApiDocsScript> {
  const script = Buffer.from(await readScalarScript());
  const folder = await mkdtemp(join(tmpdir(), 've-docs-'));
  const plain = join(folder, 'scalar.js');
  const packed = `${plain}.br`;
  await writeFile(plain, script);
  await writeFile(packed, await brotli(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
  return { plain, packed, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function readScalarScript(): Promise<string> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const instance = fastify();
  try {
    await instance.register(plugin, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
    const answer = await instance.inject('/reference/js/scalar.js');
    if (answer.statusCode !== 200) throw new Error('Scalar’s script is not at its expected path');
    return answer.body;
  } finally {
    await instance.close();
  }
}
