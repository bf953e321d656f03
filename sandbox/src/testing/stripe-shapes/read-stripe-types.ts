import { join } from 'node:path';
import ts from 'typescript';
import type { StripeShapeDefinition, StripeShapeNode, StripeObjectShapes } from '../../stripe/shapes.ts';
import { stripeObjectTypes, stripeOperationTypes } from './operations.ts';

/** Gives structurally equal objects one definition, since the SDK repeats most types of parameters. */
class Definitions {
  readonly byName: Record<string, StripeShapeDefinition> = {};
  readonly #names = new Map<string, string>();

  add(definition: StripeShapeDefinition): string {
    const key = JSON.stringify(definition);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = `d${this.#names.size}`;
    this.#names.set(key, name);
    this.byName[name] = definition;
    return name;
  }
}

class Reader {
  readonly definitions = new Definitions();
  readonly #open = new Set<ts.Type>();
  readonly #checker: ts.TypeChecker;
  /** Whether null is a value: in responses it is, while in requests the SDK writes null as an empty text. */
  readonly #answers: boolean;

  constructor(checker: ts.TypeChecker, answers: boolean) {
    this.#checker = checker;
    this.#answers = answers;
  }

  /** Defines an object by its fields, and returns the name of the definition. */
  define(type: ts.Type): string {
    const definition: StripeShapeDefinition = { required: [], fields: {} };
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const optional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      if (!optional) definition.required.push(property.name);
      definition.fields[property.name] = this.#node(this.#checker.getTypeOfSymbol(property));
    }
    return this.definitions.add(definition);
  }

  #node(type: ts.Type): StripeShapeNode {
    const parts = type.isUnion() ? type.types : [type];
    const literals = new Set<string>();
    const nodes = new Map<string, StripeShapeNode>();
    const add = (node: StripeShapeNode): void => void nodes.set(JSON.stringify(node), node);
    for (const part of parts) {
      if (part.isStringLiteral()) literals.add(part.value);
      else if (part.flags & ts.TypeFlags.Null) {
        if (this.#answers) add('null');
      } else if (part.flags & ts.TypeFlags.BooleanLike) add('boolean');
      else if (part.flags & ts.TypeFlags.NumberLike) add('number');
      else if (part.flags & ts.TypeFlags.String) add('string');
      else if (part.symbol?.name === 'Decimal' || part.aliasSymbol?.name === 'Decimal') add('string');
      // `OtherString` in the SDK means that an enumeration may grow.
      else if (part.isIntersection()) continue;
      else if (!(part.flags & ts.TypeFlags.Undefined)) add(this.#object(part));
    }
    if (literals.delete('')) add('empty');
    if (literals.size > 0) add({ enum: [...literals].sort() });
    const found = [...nodes.values()];
    return found.length === 1 && found[0] !== undefined ? found[0] : { oneOf: found };
  }

  #object(type: ts.Type): StripeShapeNode {
    const checker = this.#checker;
    const name = type.symbol?.name ?? type.aliasSymbol?.name;
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    if (checker.isArrayType(type) && element) return { list: this.#node(element) };
    if (name === 'ApiList' && element) return { page: this.#node(element) };
    if (checker.getIndexInfosOfType(type).length > 0) return 'map';
    const kind = this.#kindOf(type);
    if (kind !== null) return { resource: kind };
    if (this.#open.has(type) || checker.getPropertiesOfType(type).length === 0) return 'any';
    this.#open.add(type);
    const is = this.define(type);
    this.#open.delete(type);
    return { is };
  }

  /** The `object` of a Stripe object, which has its own definition or none. */
  #kindOf(type: ts.Type): string | null {
    const [id, object] = ['id', 'object'].map((name) => type.getProperty(name));
    if (!id || !object) return null;
    const literal = this.#checker.getTypeOfSymbol(object);
    return literal.isStringLiteral() ? literal.value : null;
  }
}

/** The parameters of each operation, and the fields of each kind of object, read from the types of the SDK. */
export function readStripeTypes(root: string): { parameters: StripeObjectShapes; objects: StripeObjectShapes } {
  const fileOf = (name: string): string => join(root, 'node_modules/stripe/esm/resources', `${name}.d.ts`);
  const wanted = [...Object.values(stripeOperationTypes), ...Object.values(stripeObjectTypes)];
  const program = ts.createProgram([...new Set(wanted.map(({ file }) => fileOf(file)))], {
    strict: true,
    noEmit: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
  const checker = program.getTypeChecker();
  const typeOf = ({ file, type }: { file: string; type: string }): ts.Type => {
    const source = program.getSourceFile(fileOf(file));
    let symbol = source && checker.getSymbolAtLocation(source);
    for (const name of type.split('.')) symbol = symbol?.exports?.get(ts.escapeLeadingUnderscores(name));
    if (!symbol) throw new Error(`The SDK has no type ${type} in ${file}`);
    return checker.getDeclaredTypeOfSymbol(symbol);
  };
  const read = (roots: typeof stripeOperationTypes, answers: boolean): StripeObjectShapes => {
    const reader = new Reader(checker, answers);
    const named = Object.entries(roots).map(([name, place]) => [name, reader.define(typeOf(place))]);
    return { roots: Object.fromEntries(named), definitions: reader.definitions.byName };
  };
  return { parameters: read(stripeOperationTypes, false), objects: read(stripeObjectTypes, true) };
}

/** One definition per line, so that a review shows what a new version of the SDK changes. */
export function formatStripeShapes({ roots, definitions }: StripeObjectShapes): string {
  const lines = (entries: Record<string, unknown>): string =>
    Object.entries(entries)
      .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n');
  return `{\n  "roots": {\n${lines(roots)}\n  },\n  "definitions": {\n${lines(definitions)}\n  }\n}\n`;
}
