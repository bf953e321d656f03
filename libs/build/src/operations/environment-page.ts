import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryRoot } from '../repository.ts';
import { markdownTable } from './markdown-table.ts';

/** What this page reads of a schema of zod. */
interface Schema {
  description?: string;
  def: {
    type: string;
    defaultValue?: unknown;
    entries?: Record<string, string>;
    innerType?: Schema;
    in?: Schema;
  };
  safeParse(value: unknown): { success: boolean };
}

interface Reader {
  program: string;
  schema: Schema;
}

/** Where each program declares the variables that it reads. */
const programs = [
  ['bff', 'bff/src/config.ts'],
  ['workers', 'workers/src/config.ts'],
  ['prepare', 'libs/data/src/cli/config.ts'],
] as const;

const readSchemas = async (module: string): Promise<Record<string, Schema>> => {
  const { configSchema } = (await import(pathToFileURL(join(repositoryRoot, module)).href)) as {
    configSchema: { shape: Record<string, Schema> };
  };
  return configSchema.shape;
};

/** Whatever a schema is wrapped in. */
const innerOf = ({ def }: Schema): Schema | undefined => def.innerType ?? def.in;

function defaultOf(schema: Schema): unknown {
  if (schema.def.type === 'default' || schema.def.type === 'prefault') return schema.def.defaultValue;
  const inner = innerOf(schema);
  return inner === undefined ? undefined : defaultOf(inner);
}

function choicesOf(schema: Schema): string[] {
  if (schema.def.entries !== undefined) return Object.values(schema.def.entries);
  const inner = innerOf(schema);
  return inner === undefined ? [] : choicesOf(inner);
}

/** A folder of this machine is written as it is on every machine. */
function shownDefault(schema: Schema): string {
  const value = defaultOf(schema);
  const isText = typeof value === 'string' || typeof value === 'number';
  if (!isText || value === '') return schema.safeParse(undefined).success ? '' : 'needed';
  return `\`${String(value).replace(`${repositoryRoot}/`, '').replace(tmpdir(), '$TMPDIR')}\``;
}

function describe(name: string, schema: Schema): string {
  if (schema.description === undefined) throw new Error(`${name} has no description: add .describe() to its schema`);
  const choices = choicesOf(schema).map((choice) => `\`${choice}\``);
  const { description } = schema;
  const isSaid = choices.length < 2 || choices.some((choice) => description.includes(choice));
  return isSaid ? description : `${description}: ${choices.join(' ')}`;
}

/** What all readers of a variable say alike is said once. */
function together(readers: readonly Reader[], read: (schema: Schema) => string): string {
  const said = readers.map(({ program, schema }) => ({ program, text: read(schema) }));
  const texts = new Set(said.map(({ text }) => text));
  const [only = ''] = texts;
  return texts.size === 1 ? only : said.map(({ program, text }) => `${program}: ${text || 'none'}`).join('; ');
}

const rowOf = (name: string, readers: readonly Reader[]): string[] => [
  `\`${name}\``,
  readers.map(({ program }) => program).join(', '),
  together(readers, shownDefault),
  together(readers, (schema) => describe(name, schema)),
];

/** The page of all environment variables, made of the schemas that read them. @throws where one has no description */
export async function environmentPage(): Promise<string> {
  const readers = new Map<string, Reader[]>();
  for (const [program, module] of programs) {
    for (const [name, schema] of Object.entries(await readSchemas(module))) {
      readers.set(name, [...(readers.get(name) ?? []), { program, schema }]);
    }
  }
  const rows = [...readers].sort(([one], [other]) => (one < other ? -1 : 1));
  return `# Environment variables

\`npm run docs\` makes this page of the schemas of ${programs.map(([, module]) => `\`${module}\``).join(', ')}. [Configure](configure.md) says how to set them. An empty variable counts as not set.

${markdownTable(
  ['variable', 'read by', 'default', 'what it is'],
  rows.map(([name, all]) => rowOf(name, all)),
)}
`;
}
