import { errorLogSchema } from '@ve/contracts/http/error-logs';
import type { ApiBodyOptions } from '@nestjs/swagger';
import { jsonSchemaOf } from '../http/json-schema.ts';

/** The body as documented. It is not validated as other bodies are, since garbage is answered 204 too. */
export const errorLogBody: ApiBodyOptions = { schema: jsonSchemaOf(errorLogSchema, 'input') };
