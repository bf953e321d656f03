import { alternativesOfStripeShape, stripeObjectShapes, type StripeShapeNode } from '../../stripe/shapes.ts';

function fits(option: StripeShapeNode, value: unknown): boolean {
  if (typeof option === 'string') {
    if (option === 'any') return true;
    if (option === 'null') return value === null;
    if (option === 'map') return typeof value === 'object' && value !== null;
    return typeof value === option;
  }
  if ('enum' in option) return typeof value === 'string' && option.enum.includes(value);
  if ('list' in option) return Array.isArray(value);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The deviations of the option that fits best: none if one fits, else those of the last option of the same kind. */
function ofNode(node: StripeShapeNode, value: unknown, at: string): string[] {
  let found = [`${at} is ${JSON.stringify(value)?.slice(0, 80)}, not ${JSON.stringify(node).slice(0, 80)}`];
  for (const option of alternativesOfStripeShape(node)) {
    if (!fits(option, value)) continue;
    found = inside(option, value, at);
    if (found.length === 0) return [];
  }
  return found;
}

function inside(option: StripeShapeNode, value: unknown, at: string): string[] {
  if (typeof option === 'string' || 'enum' in option) return [];
  if ('list' in option) {
    return Array.isArray(value) ? value.flatMap((item, index) => ofNode(option.list, item, `${at}[${index}]`)) : [];
  }
  if ('page' in option) {
    const { data } = value as { data?: unknown };
    return ofNode({ list: option.page }, data, `${at}.data`);
  }
  if ('resource' in option) {
    const kind = Reflect.get(Object(value), 'object');
    return kind === option.resource ? deviationsFromStripeShape(kind, value, at) : [`${at} is a ${String(kind)}`];
  }
  return 'is' in option ? ofFields(option.is, value, at) : [];
}

function ofFields(name: string, value: unknown, at: string): string[] {
  const definition = stripeObjectShapes.definitions[name];
  if (!definition) return [`there is no definition ${name}`];
  const fields = Object(value) as Record<string, unknown>;
  return [
    ...definition.required.filter((field) => !(field in fields)).map((field) => `${at}.${field} is missing`),
    ...Object.entries(fields).flatMap(([field, item]) => {
      const node = definition.fields[field];
      return node === undefined ? [`${at}.${field} is not documented`] : ofNode(node, item, `${at}.${field}`);
    }),
  ];
}

/** Describes how an object deviates from the SDK's type of its kind, with paths; empty when it matches. */
export function deviationsFromStripeShape(kind: string, value: unknown, at = kind): string[] {
  const root = stripeObjectShapes.roots[kind];
  return root === undefined ? [`there is no kind ${kind}`] : ofFields(root, value, at);
}
