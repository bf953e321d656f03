import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { problemSchema } from '@ve/contracts/errors';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { sessionCookieName } from '@ve/server-kit/auth/session-cookie';
import type { Config } from '../config.ts';
import { jsonSchemaOf } from '../http/json-schema.ts';

const ownCallHeader = Object.entries(firstPartyHeaders)
  .map(([name, value]) => `\`${name}: ${value}\``)
  .join();

/**
 * The tags of the operations with their descriptions, in alphabetical order; each controller names one with `@ApiTags`.
 */
const tags = {
  Account: 'Reports and payments of the signed-in customer.',
  Addresses: 'Postal addresses by postcode.',
  Checkout: 'Signing up: the 50p and what became of it.',
  Contact: 'Writing to support.',
  Disputes: 'SourcedValue what is wrong in a report.',
  'Error logs': 'Errors reported by pages.',
  'My data': 'What is held about the signed-in user: corrections, another e-mail address, a copy of everything.',
  Newsletter: 'Subscribing to and unsubscribing from the newsletter.',
  Registry: 'Which microfrontends are live.',
  Releases: 'Publishing microfrontends and choosing what visitors are given, for the tools of their teams.',
  Reminders: 'What is watched for the signed-in member, what they are told of, when and where, and their calendar.',
  Reports: 'Saved reports and full checks of the signed-in customer.',
  Session: 'The signed-in user, and the browsers they are signed in with.',
  'Signing in': 'One-time links by e-mail.',
  'Staff sign-in': 'Password and second factor of staff, and the break-glass access of a machine.',
  'Staff statistics': 'How the service stands, and what happened on each day.',
  'Staff: error logs': 'Errors of all browsers, grouped; what is solved and what is not.',
  'Staff: operations': 'How the service stands: queues, outbox, scheduled jobs, vendors, jobs that were given up.',
  'Staff: records': 'What staff did, and complaints and data disputes with their answers.',
  'Staff: releases': 'What staff see in place of the live releases, in their own session.',
  'Staff: reports': 'The saved reports of all customers.',
  'Staff: users': 'The users and their roles.',
  Subscription: 'The membership of the signed-in customer, its card and its end.',
  Support: 'Finding a customer, seeing everything about them and helping them; for staff.',
  Unsubscribing: 'The unsubscribe links of our mails.',
  'Vehicle data': 'What DVLA, DVSA and UK Vehicle Data hold about a vehicle.',
  Webhooks: 'What vendors tell us.',
};

/** The OpenAPI 3.1 document, generated from the controllers' endpoints. */
export function openApiDocument(app: INestApplication, { PUBLIC_ORIGIN }: Config): OpenAPIObject {
  const cookie = { type: 'apiKey', in: 'cookie', name: sessionCookieName(PUBLIC_ORIGIN) } as const;
  const builder = new DocumentBuilder()
    .setTitle('Vehicle Enquiry')
    .setDescription(
      'Vehicle, tax and MOT details of UK vehicles. Failures are RFC 9457 problem documents with a stable `code`. ' +
        'Changing calls must be JSON, come from the pages of this site (Sec-Fetch-Site or Origin) and carry ' +
        `${ownCallHeader}. The \`x-audience\` of each operation says who may call it.`,
    )
    .addServer(PUBLIC_ORIGIN, 'This site')
    .setVersion('1.0.0')
    .setOpenAPIVersion('3.1.0')
    .addSecurity('session', { ...cookie, description: 'The session of a signed-in user.' })
    .addSecurity('staffSession', {
      ...cookie,
      description: 'The session of an admin, opened with password and second factor.',
    })
    .addSecurity('releaseToken', {
      type: 'http',
      scheme: 'bearer',
      description: 'A token that may release one microfrontend; `npm run release-token` makes it.',
    })
    .addSecurity('vendorSignature', {
      type: 'apiKey',
      in: 'header',
      name: 'signature',
      description: "The vendor's own signature of the body, in the header that the vendor documents.",
    });
  for (const [name, description] of Object.entries(tags)) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
  });
  return {
    ...document,
    info: { ...document.info, contact: { name: document.info.title, url: new URL('/contact', PUBLIC_ORIGIN).href } },
    // No authentication by default; operations override it.
    security: [],
    components: {
      ...document.components,
      schemas: { ...document.components?.schemas, Problem: jsonSchemaOf(problemSchema, 'output') },
    },
  };
}
