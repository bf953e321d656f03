import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../vendors/vendor-hooks.ts';
import { dvsaDeltaFileContent, isDvsaFileUrlSignatureValid } from './delta-files.ts';

const refused = (code: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`;

/** The file store of DVSA, whose addresses are signed and need no token. */
export function dvsaDeltaFileRoutes(context: SandboxContext) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Params: { filename: string }; Querystring: { expires?: string; signature?: string } }>(
      '/:filename',
      async (request, reply) => {
        const { filename } = request.params;
        const { expires = '', signature = '' } = request.query;
        if (
          !isDvsaFileUrlSignatureValid({
            filename,
            expires: String(expires),
            signature: String(signature),
            now: context.now(),
          })
        ) {
          return reply.code(403).type('application/xml').send(refused('AccessDenied'));
        }
        const content = await dvsaDeltaFileContent(context, filename);
        if (content === null) return reply.code(404).type('application/xml').send(refused('NoSuchKey'));
        return reply.type('application/zip').send(content);
      },
    );
  };
}
