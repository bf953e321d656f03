import { fastify } from 'fastify';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);

/** Scalar's script in files of this process: four megabytes, and packed a fifth of that. */
export interface ScalarScript {
  plain: string;
  packed: string;
  remove(): Promise<void>;
}

/**
 * Writes the script of Scalar to a temporary folder. Its package has it only inside its Fastify plug-in, and of that
 * only the script is taken: the plug-in's page starts it by an inline script, which our policy forbids.
 */
export async function writeScalarScript(): Promise<ScalarScript> {
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
    if (answer.statusCode !== 200) throw new Error('Scalar has no script where it used to be');
    return answer.body;
  } finally {
    await instance.close();
  }
}
