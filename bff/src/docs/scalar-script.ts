import { fastify } from 'fastify';

/**
 * The script of Scalar, as its Fastify plug-in serves it. Only the script is taken: the plug-in's page starts it by an
 * inline script, which our policy forbids. Four megabytes, so it is loaded when somebody first opens the documentation.
 */
export async function readScalarScript(): Promise<string> {
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
