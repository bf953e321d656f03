import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryRoot } from '../repository.ts';
import { markdownTable } from './markdown-table.ts';

/** The part of a zod schema that this page reads. */
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

/** The module of each program that declares its variables. */
const programs = [
  ['bff', 'bff/src/config.ts'],
  ['workers', 'workers/src/config.ts'],
  ['prepare', 'libs/data/src/cli/config.ts'],
  ['doctor', 'workers/src/operations/doctor/doctor.config.ts'],
  ['backup', 'workers/src/operations/backup/backup.config.ts'],
] as const;

const readSchemas = async (module: string): Promise<Record<string, Schema>> => {
  const { configSchema } = (await import(pathToFileURL(join(repositoryRoot, module)).href)) as {
    configSchema: { shape: Record<string, Schema> };
  };
  return configSchema.shape;
};

/** The schema that an optional, default or similar schema wraps. */
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

/** The default as text; a folder of this machine is replaced by its form on any machine. */
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
  const isComplete = choices.length < 2 || choices.some((choice) => description.includes(choice));
  return isComplete ? description : `${description}: ${choices.join(' ')}`;
}

/** The text of all readers of a variable, once where they agree. */
function together(readers: readonly Reader[], read: (schema: Schema) => string): string {
  const texts = readers.map(({ program, schema }) => ({ program, text: read(schema) }));
  const distinct = new Set(texts.map(({ text }) => text));
  const [only = ''] = distinct;
  return distinct.size === 1 ? only : texts.map(({ program, text }) => `${program}: ${text || 'none'}`).join('; ');
}

const rowOf = (name: string, readers: readonly Reader[]): string[] => [
  `\`${name}\``,
  readers.map(({ program }) => program).join(', '),
  together(readers, shownDefault),
  together(readers, (schema) => describe(name, schema)),
];

/**
 * The page of all environment variables, from the schemas that read them.
 *
 * @throws Error where a variable has no description
 */
export async function environmentVariablesDocument(): Promise<string> {
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
