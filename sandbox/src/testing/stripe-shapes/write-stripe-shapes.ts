import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatStripeShapes, readStripeTypes } from './read-stripe-types.ts';

// Regenerates the committed tables: `node sandbox/src/testing/stripe-shapes/write-stripe-shapes.ts`, after a new
// version of `stripe`.
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const { parameters, objects } = readStripeTypes(root);
writeFileSync(new URL('../../../shapes/stripe-parameters.json', import.meta.url), formatStripeShapes(parameters));
writeFileSync(new URL('../../../shapes/stripe-objects.json', import.meta.url), formatStripeShapes(objects));
