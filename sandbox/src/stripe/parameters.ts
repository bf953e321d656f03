import type { FormParameters, FormValue } from './form.ts';
import { alternatives, parameterShapes, type Node } from './shapes.ts';
import { invalidRequest, missingParameter, unknownParameter, type StripeError } from './stripe-error.ts';

/** A validated parameter. An empty text unsets a field that can be unset. */
export type Parameter = string | number | boolean | Parameter[] | Parameters;
export interface Parameters {
  [name: string]: Parameter;
}

const within = (outer: string, name: string): string => (outer === '' ? name : `${outer}[${name}]`);

const wrongInteger = (value: string, param: string): StripeError =>
  invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param });

function readText(node: Node, value: string, param: string): Parameter {
  const options = alternatives(node);
  const enumerated = options.flatMap((option) => (typeof option === 'object' && 'enum' in option ? option.enum : []));
  if (enumerated.includes(value) || (value === '' && options.includes('empty'))) return value;
  if (options.includes('number') && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (options.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true';
  if (options.includes('string') || options.includes('any')) return value;
  if (enumerated.length > 0) {
    throw invalidRequest(`Invalid ${param}: must be one of ${enumerated.join(', ')}`, { param });
  }
  if (options.includes('number')) throw wrongInteger(value, param);
  if (options.includes('boolean')) throw invalidRequest(`Invalid boolean: ${value}`, { param });
  if (value === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
    throw invalidRequest(message, { code: 'parameter_invalid_empty', param });
  }
  const isList = options.some((option) => typeof option === 'object' && 'list' in option);
  throw invalidRequest(isList ? 'Invalid array' : 'Invalid object', { param });
}

function readValue(node: Node, value: FormValue, param: string): Parameter {
  if (typeof value === 'string') return readText(node, value, param);
  for (const option of alternatives(node)) {
    if (option === 'map') return readMap(value, param);
    if (typeof option !== 'object') continue;
    if (Array.isArray(value)) {
      if ('list' in option) return value.map((item, index) => readValue(option.list, item, `${param}[${index}]`));
    } else if ('is' in option) return readFields(option.is, value, param);
  }
  const plain = alternatives(node).some((option) => typeof option === 'string' || 'enum' in option);
  throw invalidRequest(plain ? 'Invalid string: must not be an object' : 'Invalid object', { param });
}

const maxValueLength = 500;
const maxKeyLength = 40;
const maxFormKeys = 50;

function readMap(value: FormParameters | FormValue[], param: string): Parameters {
  const entries = Object.entries(value);
  if (entries.length > maxFormKeys) throw invalidRequest('Metadata can have up to 50 keys.', { param });
  for (const [key, text] of entries) {
    if (typeof text !== 'string')
      throw invalidRequest('Metadata values must be strings.', { param: `${param}[${key}]` });
    if (key.length > maxKeyLength || text.length > maxValueLength) {
      throw invalidRequest('Metadata keys can have up to 40 characters, values up to 500.', {
        param: `${param}[${key}]`,
      });
    }
  }
  return Object.fromEntries(entries.map(([key, text]) => [key, String(text)]));
}

function readFields(name: string, fields: FormParameters, outer: string): Parameters {
  const definition = parameterShapes.definitions[name];
  if (!definition) throw new Error(`There is no definition ${name}`);
  const read: Parameters = {};
  for (const [field, value] of Object.entries(fields)) {
    const node = Object.hasOwn(definition.fields, field) ? definition.fields[field] : undefined;
    const param = within(outer, field);
    if (node === undefined) throw unknownParameter(param);
    read[field] = readValue(node, value, param);
  }
  for (const field of definition.required) {
    if (read[field] === undefined || read[field] === '') throw missingParameter(within(outer, field));
  }
  return read;
}

/**
 * Validates the parameters of an operation by the types of the SDK. @throws Stripe's error for unknown or missing ones,
 * or those of another type
 */
export function readParameters(operation: string, form: FormParameters): Parameters {
  const name = parameterShapes.roots[operation];
  if (name === undefined) throw new Error(`There is no operation ${operation}`);
  return readFields(name, form, '');
}
