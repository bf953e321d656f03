import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { problemSchema } from '@ve/contracts/errors';
import { ownCall } from '@ve/contracts/own-call';
import { sessionCookieName } from '@ve/server-kit/auth/session-cookie';
import type { Config } from '../config.ts';
import { jsonSchemaOf } from '../http/json-schema.ts';

const ownHeader = Object.entries(ownCall)
  .map(([name, value]) => `\`${name}: ${value}\``)
  .join();

/** The OpenAPI 3.1 document, from the controllers' endpoints. */
export function openApiDocument(app: INestApplication, { PUBLIC_ORIGIN }: Config): OpenAPIObject {
  const cookie = { type: 'apiKey', in: 'cookie', name: sessionCookieName(PUBLIC_ORIGIN) } as const;
  const info = new DocumentBuilder()
    .setTitle('Vehicle Enquiry')
    .setDescription(
      'Vehicle, tax and MOT details of UK vehicles. Failures are RFC 9457 problem documents with a stable `code`. ' +
        'Changing calls must be JSON, come from the pages of this site (Sec-Fetch-Site or Origin) and carry ' +
        `${ownHeader}. Each operation says in \`x-audience\` who may call it.`,
    )
    .setVersion('1.0.0')
    .setOpenAPIVersion('3.1.0')
    .addSecurity('session', { ...cookie, description: 'The session of whoever is signed in.' })
    .addSecurity('staffSession', {
      ...cookie,
      description: 'The session of an admin, opened with password and second factor.',
    })
    .addSecurity('vendorSignature', {
      type: 'apiKey',
      in: 'header',
      name: 'signature',
      description: "The vendor's own signature of the body, in the header that the vendor documents.",
    })
    .build();
  const document = SwaggerModule.createDocument(app, info, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
  });
  return {
    ...document,
    components: {
      ...document.components,
      schemas: { ...document.components?.schemas, Problem: jsonSchemaOf(problemSchema, 'output') },
    },
  };
}
