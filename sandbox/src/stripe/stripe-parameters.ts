import type { BracketFormParameters, BracketFormValue } from './form.ts';
import { alternativesOfStripeShape, stripeParameterShapes, type StripeShapeNode } from './shapes.ts';
import {
  stripeInvalidRequestError,
  stripeMissingParameterError,
  stripeUnknownParameterError,
  type StripeError,
} from './stripe-error.ts';

/** A validated parameter. An empty text unsets a field that can be unset. */
export type StripeParameter = string | number | boolean | StripeParameter[] | StripeParameters;
export interface StripeParameters {
  [name: string]: StripeParameter;
}

const within = (outer: string, name: string): string => (outer === '' ? name : `${outer}[${name}]`);

const wrongInteger = (value: string, param: string): StripeError =>
  stripeInvalidRequestError(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param });

function readText(node: StripeShapeNode, value: string, param: string): StripeParameter {
  const options = alternativesOfStripeShape(node);
  const enumerated = options.flatMap((option) => (typeof option === 'object' && 'enum' in option ? option.enum : []));
  if (enumerated.includes(value) || (value === '' && options.includes('empty'))) return value;
  if (options.includes('number') && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (options.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true';
  if (options.includes('string') || options.includes('any')) return value;
  if (enumerated.length > 0) {
    throw stripeInvalidRequestError(`Invalid ${param}: must be one of ${enumerated.join(', ')}`, { param });
  }
  if (options.includes('number')) throw wrongInteger(value, param);
  if (options.includes('boolean')) throw stripeInvalidRequestError(`Invalid boolean: ${value}`, { param });
  if (value === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
    throw stripeInvalidRequestError(message, { code: 'parameter_invalid_empty', param });
  }
  const isList = options.some((option) => typeof option === 'object' && 'list' in option);
  throw stripeInvalidRequestError(isList ? 'Invalid array' : 'Invalid object', { param });
}

function readValue(node: StripeShapeNode, value: BracketFormValue, param: string): StripeParameter {
  if (typeof value === 'string') return readText(node, value, param);
  for (const option of alternativesOfStripeShape(node)) {
    if (option === 'map') return readMap(value, param);
    if (typeof option !== 'object') continue;
    if (Array.isArray(value)) {
      if ('list' in option) return value.map((item, index) => readValue(option.list, item, `${param}[${index}]`));
    } else if ('is' in option) return readFields(option.is, value, param);
  }
  const plain = alternativesOfStripeShape(node).some((option) => typeof option === 'string' || 'enum' in option);
  throw stripeInvalidRequestError(plain ? 'Invalid string: must not be an object' : 'Invalid object', { param });
}

const maxValueLength = 500;
const maxKeyLength = 40;
const maxFormKeys = 50;

function readMap(value: BracketFormParameters | BracketFormValue[], param: string): StripeParameters {
  const entries = Object.entries(value);
  if (entries.length > maxFormKeys) throw stripeInvalidRequestError('Metadata can have up to 50 keys.', { param });
  for (const [key, text] of entries) {
    if (typeof text !== 'string')
      throw stripeInvalidRequestError('Metadata values must be strings.', { param: `${param}[${key}]` });
    if (key.length > maxKeyLength || text.length > maxValueLength) {
      throw stripeInvalidRequestError('Metadata keys can have up to 40 characters, values up to 500.', {
        param: `${param}[${key}]`,
      });
    }
  }
  return Object.fromEntries(entries.map(([key, text]) => [key, String(text)]));
}

function readFields(name: string, fields: BracketFormParameters, outer: string): StripeParameters {
  const definition = stripeParameterShapes.definitions[name];
  if (!definition) throw new Error(`There is no definition ${name}`);
  const read: StripeParameters = {};
  for (const [field, value] of Object.entries(fields)) {
    const node = Object.hasOwn(definition.fields, field) ? definition.fields[field] : undefined;
    const param = within(outer, field);
    if (node === undefined) throw stripeUnknownParameterError(param);
    read[field] = readValue(node, value, param);
  }
  for (const field of definition.required) {
    if (read[field] === undefined || read[field] === '') throw stripeMissingParameterError(within(outer, field));
  }
  return read;
}

/**
 * Validates the parameters of an operation by the types of the SDK. @throws Stripe's error for unknown or missing ones,
 * or those of another type
 */
export function validateStripeParameters(operation: string, form: BracketFormParameters): StripeParameters {
  const name = stripeParameterShapes.roots[operation];
  if (name === undefined) throw new Error(`There is no operation ${operation}`);
  return readFields(name, form, '');
}
