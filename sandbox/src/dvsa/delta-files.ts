import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { addDays, isSunday, londonDayOf } from '../dates.ts';
import type { SimulatedCar } from '../fleet/car.types.ts';
import type { SandboxContext } from '../vendors/vendor-hooks.ts';
import { dvsaVehicle } from './vehicle.mapper.ts';

export interface ListedDvsaDeltaFile {
  filename: string;
  downloadUrl: string;
  fileSize: number;
  fileCreatedOn: string;
}

const listedDays = 14;
const urlLivesMs = 5 * 60_000;
const secret = 'sandbox-files';

/** A record in a file: it has no recall flag. */
const recordOf = (car: SimulatedCar, madeAt: string): object => ({
  ...dvsaVehicle(car),
  hasOutstandingRecall: undefined,
  lastUpdateTimestamp: madeAt,
  dataSource: 'DVSA',
  modification: 'UPDATED',
});

/** A zip of gzipped JSON lines, the format of DVSA's files. */
async function zipDvsaRecords(records: readonly object[], name: string): Promise<Buffer> {
  const zip = new ZipFile();
  const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  zip.addBuffer(gzipSync(lines), `${name}.json.gz`, { compress: false });
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The changed cars that were tested on a day. */
const testedOn = ({ fleet }: SandboxContext, day: string): SimulatedCar[] =>
  fleet.moved().flatMap((registration) => {
    const car = fleet.find(registration, 'dvsa');
    return car?.tests.some(({ completedAt }) => londonDayOf(new Date(completedAt)) === day) ? [car] : [];
  });

/** The content of a listed file; null for an unknown name. */
export async function dvsaDeltaFileContent(context: SandboxContext, filename: string): Promise<Buffer | null> {
  const [, kind, day] = /^(delta|bulk)-(\d{4}-\d{2}-\d{2})\.zip$/.exec(filename) ?? [];
  if (kind === undefined || day === undefined || !namesAt(context).some((file) => file.filename === filename))
    return null;
  const madeAt = madeOn(day);
  const cars = kind === 'delta' ? testedOn(context, addDays(day, -1)) : [...context.fleet.all()];
  return zipDvsaRecords(
    cars.map((car) => recordOf(car, madeAt)),
    filename.replace('.zip', ''),
  );
}

const madeOn = (day: string): string => `${day}T08:00:00.000Z`;

/** The names of the available files: the daily changes of the last days, and the full file of the last Sunday. */
function namesAt(context: SandboxContext): { filename: string; madeAt: string }[] {
  const now = context.now().toISOString();
  const today = londonDayOf(context.now());
  const days = Array.from({ length: listedDays }, (_, back) => addDays(today, -back));
  const sunday = days.find((day) => isSunday(day) && madeOn(day) <= now);
  return [
    ...(sunday === undefined ? [] : [{ filename: `bulk-${sunday}.zip`, madeAt: madeOn(sunday) }]),
    ...days
      .filter((day) => madeOn(day) <= now)
      .map((day) => ({ filename: `delta-${day}.zip`, madeAt: madeOn(day) }))
      .reverse(),
  ];
}

const signatureOf = (filename: string, expires: number): string =>
  createHash('sha256').update(`${secret} ${filename} ${expires}`).digest('hex').slice(0, 32);

/** The list of files, each with an address that is valid for five minutes and needs no token. */
export async function listDvsaDeltaFiles(
  context: SandboxContext,
  origin: string,
): Promise<{ bulk: ListedDvsaDeltaFile[]; delta: ListedDvsaDeltaFile[] }> {
  const expires = context.now().getTime() + urlLivesMs;
  const files = await Promise.all(
    namesAt(context).map(async ({ filename, madeAt }): Promise<ListedDvsaDeltaFile> => ({
      filename,
      downloadUrl: `${origin}/dvsa-files/${filename}?expires=${expires}&signature=${signatureOf(filename, expires)}`,
      fileSize: (await dvsaDeltaFileContent(context, filename))?.length ?? 0,
      fileCreatedOn: madeAt,
    })),
  );
  return {
    bulk: files.filter(({ filename }) => filename.startsWith('bulk')),
    delta: files.filter(({ filename }) => filename.startsWith('delta')),
  };
}

export const isDvsaFileUrlSignatureValid = ({
  filename,
  expires,
  signature,
  now,
}: {
  filename: string;
  expires: string;
  signature: string;
  now: Date;
}): boolean =>
  /^\d{1,15}$/.test(expires) && Number(expires) > now.getTime() && signature === signatureOf(filename, Number(expires));
