import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asText, readStripeTypes } from './read-types.ts';

// Regenerates the committed tables: `node sandbox/src/testing/stripe-shapes/write.ts`, after a new version of `stripe`.
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const { parameters, objects } = readStripeTypes(root);
writeFileSync(new URL('../../../shapes/stripe-parameters.json', import.meta.url), asText(parameters));
writeFileSync(new URL('../../../shapes/stripe-objects.json', import.meta.url), asText(objects));
