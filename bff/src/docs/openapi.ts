import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { problemSchema } from '@ve/contracts/errors';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { sessionCookieName } from '@ve/server-kit/auth/session-cookie';
import type { BffConfig } from '../config.ts';
import { jsonSchemaOf } from '../http/json-schema.ts';

const ownCallHeader = Object.entries(firstPartyHeaders)
  .map(([name, value]) => `\`${name}: ${value}\``)
  .join();

/**
 * The tags of the operations with their descriptions, in alphabetical order; each controller names one with `@ApiTags`.
 */
const tags = {
  Account: 'Reports, payments and account deletion of the signed-in customer.',
  Addresses: 'Postal addresses by postcode.',
  Checkout: 'Signing up and paying the 50p.',
  Contact: 'Messages and complaints to support.',
  Disputes: 'Errors in vehicle reports, reported by users.',
  'Error logs': 'Errors reported by pages.',
  'My data': 'Personal data of the signed-in user: corrections, e-mail address changes and exports.',
  Newsletter: 'Subscribing to and unsubscribing from the newsletter.',
  Registry: 'The live microfrontends.',
  Releases: 'Publishing microfrontends and changing which release is live, for the tools of their teams.',
  Reminders: 'Monitoring, reminders, alerts and the calendar feed of the signed-in member.',
  Reports: 'Saved reports and full checks of the signed-in customer.',
  Session: 'The signed-in user and the browsers they are signed in to.',
  'Signing in': 'One-time sign-in links by e-mail.',
  'Staff sign-in': 'Password and second factor of staff, and break-glass access on the machine itself.',
  'Staff statistics': 'Totals and daily figures.',
  'Staff: error logs': 'Errors of all browsers, grouped, open and solved.',
  'Staff: operations': 'Service status: queues, outbox, scheduled jobs, vendors and dead letters.',
  'Staff: records': 'The audit log, complaints, data disputes, unsent messages and Stripe events.',
  'Staff: releases': 'Releases, and overrides of the live releases in the session of a member of staff.',
  'Staff: reports': 'The saved reports of all customers.',
  'Staff: users': 'Users and their roles.',
  Subscription: 'The membership of the signed-in customer: payment, card and cancellation.',
  Support: 'Customer search, customer data and support actions, for staff.',
  Unsubscribing: 'The unsubscribe links in our e-mails.',
  'Vehicle data': 'Vehicle data from DVLA, DVSA and UK Vehicle Data.',
  Webhooks: 'Events sent by vendors.',
};

/** The OpenAPI 3.1 document, generated from the controllers' endpoints. */
export function openApiDocument(app: INestApplication, { PUBLIC_ORIGIN }: BffConfig): OpenAPIObject {
  const cookie = { type: 'apiKey', in: 'cookie', name: sessionCookieName(PUBLIC_ORIGIN) } as const;
  const builder = new DocumentBuilder()
    .setTitle('Vehicle Enquiry')
    .setDescription(
      'Vehicle, tax and MOT details of UK vehicles. Errors are RFC 9457 problem documents with a stable `code`. ' +
        'Requests that change data must be JSON, come from the pages of this site (Sec-Fetch-Site or Origin) and send ' +
        `${ownCallHeader}. \`x-audience\` of each operation names who may call it.`,
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
      description: 'A token of a team for the releases of some microfrontends, created by `npm run release-token`.',
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
