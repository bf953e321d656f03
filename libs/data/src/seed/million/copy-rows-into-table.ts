import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

export type SeedRow = Readonly<Record<string, string | number | boolean | Date | object | null>>;

/** Characters per write: large enough to make the overhead negligible, and the only ones held in memory. */
const chunkLength = 65_536;

/**
 * Streams rows into a table by COPY, as fast as the database accepts them and with constant memory; returns how many.
 * All have the columns of the first.
 */
export const copyRowsIntoTable = async (client: pg.Client, table: string, rows: Iterator<SeedRow>): Promise<number> => {
  const first = rows.next();
  if (first.done === true) return 0;
  const columns = Object.keys(first.value);
  const copy = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(chunksOf(first.value, rows, columns)), copy);
  return copy.rowCount;
};

function* chunksOf(first: SeedRow, rest: Iterator<SeedRow>, columns: string[]): Generator<Buffer> {
  let chunk = '';
  for (let row: SeedRow | undefined = first; row !== undefined; row = nextOf(rest)) {
    chunk += `${columns.map((column) => inText(row?.[column] ?? null)).join('\t')}\n`;
    if (chunk.length < chunkLength) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  if (chunk !== '') yield Buffer.from(chunk);
}

const nextOf = (rows: Iterator<SeedRow>): SeedRow | undefined => {
  const next = rows.next();
  return next.done === true ? undefined : next.value;
};

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Formats a value for COPY. */
const inText = (value: SeedRow[string]): string => {
  if (value === null) return '\\N';
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character);
};
