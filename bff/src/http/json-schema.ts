import type { $ZodType } from 'zod/v4/core';
import { toJSONSchema } from 'zod/v4/core';

/** Converts a contract schema to JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function jsonSchemaOf(schema: $ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const document = toJSONSchema(schema, { target: 'draft-2020-12', io });
  // The OpenAPI document declares the dialect.
  return Object.fromEntries(Object.entries(document).filter(([key]) => key !== '$schema' && key !== '~standard'));
}
