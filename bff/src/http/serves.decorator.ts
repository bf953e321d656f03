import { applyDecorators, HttpCode, RequestMapping, RequestMethod, UsePipes } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  ApiBody,
  ApiConsumes,
  ApiExtension,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  type ApiResponseOptions,
  ApiSecurity,
} from '@nestjs/swagger';
import type { EndpointAnswerBody, AnswerStatus, Endpoint, ParamsInput, QueryInput } from '@ve/contracts/endpoint';
import { type ErrorCode, apiErrors } from '@ve/contracts/errors';
import { STATUS_CODES } from 'node:http';
import { type $ZodType, safeParse } from 'zod/v4/core';
import { type RouteAudience, routeAudienceName } from './audience.ts';
import { EndpointRequestPipe } from './contract.pipe.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { problemCodesOfEndpoint } from './endpoint-problems.ts';
import type { RouteRules } from './route-rules.ts';

type ParameterOf<E extends Endpoint> = (keyof NonNullable<ParamsInput<E>> | keyof NonNullable<QueryInput<E>>) & string;

interface ServesOptions<E extends Endpoint> extends RouteRules {
  audience: RouteAudience;
  /** One-line summary for the documentation. */
  summary: string;
  description?: string;
  /** For the documentation: descriptions of the path and query parameters. */
  parameters?: { readonly [Name in ParameterOf<E>]: string };
}

/** What a handler returns: a body of the endpoint, or nothing when it has none or the handler sends a stream. */
type Handler<E extends Endpoint> = (
  ...parameters: never[]
) => E extends { events: true }
  ? Promise<void>
  : EndpointAnswerBody<E> extends undefined
    ? Promise<void>
    : EndpointAnswerBody<E> | Promise<EndpointAnswerBody<E>>;

/**
 * Binds a handler to an endpoint: method, path and status, validation of parameters, query and body, the audience with
 * its rules, and the documentation all come from here. The handler takes parsed `@Body()`, `@Query()` and `@Param()`.
 */
export const ServesEndpoint =
  <const E extends Endpoint>(endpoint: E, { audience, summary, description, parameters, ...given }: ServesOptions<E>) =>
  <H extends Handler<E>>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<H>): void => {
    // Otherwise a page of another site could cause recorded reads in the name of a member of staff.
    const rules: RouteRules = isStaffEndpoint(audience) ? { ...given, refuseCrossOrigin: true } : given;
    const statuses = Object.keys(endpoint.answers).map(Number) as AnswerStatus[];
    applyDecorators(
      RequestMapping({ path: endpoint.path, method: RequestMethod[endpoint.method] }),
      HttpCode(Math.min(...statuses)),
      UsePipes(new EndpointRequestPipe(endpoint)),
      RouteConfig({ ...rules, audience, endpoint }),
      ApiOperation({ summary, ...(description === undefined ? {} : { description }) }),
      ApiExtension('x-audience', routeAudienceName(audience)),
      ...securityOf(audience),
      ...parametersOf(endpoint.params, parameters, (parameter) => ApiParam(parameter)),
      ...parametersOf(endpoint.query, parameters, (parameter) => ApiQuery(parameter)),
      ...(endpoint.body ? [ApiBody(bodyOf(endpoint.body))] : []),
      ...(endpoint.upload ? uploadOf(endpoint.upload) : []),
      ...statuses.map((status) => ApiResponse(answerOf(endpoint, status))),
      ...problemResponses(problemCodesOfEndpoint(endpoint, audience, rules)),
    )(target, key, descriptor);
  };

const isStaffEndpoint = (audience: RouteAudience): boolean => typeof audience === 'object' && 'staff' in audience;

function securityOf(audience: RouteAudience): MethodDecorator[] {
  if (audience === 'visitor') return [];
  if (audience === 'customer') return [ApiSecurity('session')];
  if (audience === 'team') return [ApiSecurity('releaseToken')];
  return [ApiSecurity('staff' in audience ? 'staffSession' : 'vendorSignature')];
}

const uploadOf = (media: NonNullable<Endpoint['upload']>): MethodDecorator[] => [
  ApiConsumes(media),
  ApiBody({ required: true, schema: { type: 'string', format: 'binary' } }),
];

const bodyOf = (schema: $ZodType): { schema: object; required: boolean } => ({
  schema: jsonSchemaOf(schema, 'input'),
  required: !safeParse(schema, undefined).success,
});

function parametersOf(
  schema: $ZodType | undefined,
  descriptions: Readonly<Record<string, string>> = {},
  decorate: (parameter: { name: string; required: boolean; schema: object; description: string }) => MethodDecorator,
): MethodDecorator[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, each]) =>
    decorate({ name, required: required.includes(name), schema: each, description: descriptions[name] ?? '' }),
  );
}

function answerOf({ answers, events, media: text }: Endpoint, status: AnswerStatus): ApiResponseOptions {
  const schema = answers[status];
  const description = STATUS_CODES[status] ?? '';
  if (!schema) return { status, description: `${description}; there is no body`, content: {} };
  const media = events ? 'text/event-stream' : (text ?? 'application/json');
  return { status, description, content: { [media]: { schema: jsonSchemaOf(schema, 'output') } } };
}

const problemResponses = (codes: readonly ErrorCode[]): MethodDecorator[] =>
  [...Map.groupBy(codes, (code) => apiErrors[code].status)].map(([status, same]) =>
    ApiResponse({
      status,
      description: same.map((code) => `\`${code}\`: ${apiErrors[code].title}`).join('\n\n'),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    }),
  );
