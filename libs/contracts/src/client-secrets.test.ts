import * as z from 'zod/mini';
import { everyEndpoint } from './every-endpoint.ts';

/** Responses that contain a secret, each with the reason why it cannot be used to test stolen cards. */
const handedOut: Readonly<Record<string, string>> = {
  'POST /api/create-checkout ready': 'of a payment that only the service confirms',
  'POST /api/confirm-payment authenticate': 'of a payment that only the service confirms',
  'POST /api/upgrade-subscription authenticate': 'of a payment that only the service confirms',
  'POST /api/me/card authenticate': 'of a SetupIntent, of which an account has a few a day',
  'POST /api/admin/sign-in enrol': 'of a second factor',
  'POST /api/admin/security/second-factor enrol': 'of a second factor',
};

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Finds the fields of a response, at any depth, whose name refers to a secret, by outcome. */
const secretsIn = (schema: unknown, outcome = ''): string[] => {
  if (!isNode(schema)) return [];
  const { properties } = schema;
  const fields = isNode(properties) ? properties : {};
  const { outcome: named } = fields;
  const here = isNode(named) && typeof named['const'] === 'string' ? named['const'] : outcome;
  const found = Object.keys(fields).some((name) => /secret/i.test(name)) ? [here] : [];
  return [...found, ...Object.values(schema).flatMap((inner) => secretsIn(inner, here))];
};

test('no response contains a secret, except for those listed with the reason why no card can be tested with it', async () => {
  const found = (await everyEndpoint()).flatMap(({ method, path, answers }) =>
    Object.values(answers).flatMap((answer) =>
      answer instanceof z.core.$ZodType
        ? secretsIn(z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' })).map(
            (outcome) => `${method} ${path} ${outcome}`,
          )
        : [],
    ),
  );
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(handedOut).toSorted());
});
