import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { $ZodType } from 'zod/v4/core';
import { jsonSchemaOf } from '../http/json-schema.ts';

const isZod = (schema: unknown): schema is $ZodType =>
  typeof schema === 'object' && schema !== null && '_zod' in schema;

/** The OpenAPI 3.1 document, from the controllers and the contracts' schemas. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const info = new DocumentBuilder()
    .setTitle('Vehicle Enquiry')
    .setDescription(
      'Vehicle, tax and MOT details of UK vehicles. Failures are RFC 9457 problem documents with a stable `code`. ' +
        'Changing calls must be JSON and come from the pages of this site (Sec-Fetch-Site or Origin).',
    )
    .setVersion('1.0.0')
    .setOpenAPIVersion('3.1.0')
    .build();
  return SwaggerModule.createDocument(app, info, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
    standardSchemaConverter: (schema, { schemaType }) =>
      isZod(schema) ? { schema: jsonSchemaOf(schema, schemaType) } : undefined,
  });
}
