import type { RecallCampaign } from '@ve/domain/vehicle/recall/campaign';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { CsvError, parse } from 'csv-parse';
import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UnreadableBodyError } from '../http/download.ts';
import { recallCampaignOf, recallsFileColumns, addRecallCampaignRow, type RecallRow } from './dvsa-recalls.row.ts';

export interface ParsedRecallsFile {
  campaigns: RecallCampaign[];
  rows: number;
  skippedRows: number;
  hash: string;
}

/** A campaign's text is long; a longer field is an unclosed quote. */
const maxRecordBytes = 64 * 1_024;
const maxRowsShown = 500_000;

/** The names of the header, without a byte order mark and the last carriage return. */
function namesOf(header: readonly string[]): string[] {
  const names = header.map((name) => name.replace(/^(?:\u{feff}|ï»¿)/u, '').trim());
  if (recallsFileColumns.some((column) => !names.includes(column)))
    throw new UnreadableBodyError('The header is another');
  return names;
}

/** Decodes CP1252 and adds the bytes to `hash`. */
function decoded(hash: { update(bytes: Buffer): unknown }): Transform {
  const decoder = new TextDecoder('windows-1252');
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      hash.update(bytes);
      done(null, decoder.decode(bytes, { stream: true }));
    },
  });
}

/**
 * Reads the file as a stream. An unreadable row is counted and left out. @throws UnreadableBodyError when it is not a
 * recalls file: another header, an unclosed quote, no row, or more rows left out than read
 */
export async function readRecallsFile(body: Readable, today: IsoDate): Promise<ParsedRecallsFile> {
  const hash = createHash('sha256');
  const campaigns = new Map<string, RecallCampaign>();
  let rows = 0;
  let skippedRows = 0;
  const parser = parse({
    columns: namesOf,
    max_record_size: maxRecordBytes,
    relax_column_count_more: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    onSkip: () => {
      rows += 1;
      skippedRows += 1;
    },
  });
  try {
    await pipeline(body, decoded(hash), parser, async (records: AsyncIterable<RecallRow>) => {
      for await (const row of records) {
        rows += 1;
        if (rows > maxRowsShown) throw new UnreadableBodyError('There are too many rows');
        const campaign = recallCampaignOf(row, today);
        if (campaign === null) skippedRows += 1;
        else addRecallCampaignRow(campaigns, campaign);
      }
    });
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableBodyError('The file is no CSV', { cause: error }) : error;
  }
  if (campaigns.size === 0 || skippedRows > rows / 2) throw new UnreadableBodyError('Most rows cannot be read');
  return { campaigns: [...campaigns.values()], rows, skippedRows, hash: hash.digest('hex') };
}
