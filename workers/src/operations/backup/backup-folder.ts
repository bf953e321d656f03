import { backupRetentionDays } from '@ve/domain/membership/retention-periods';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { backupManifestSchema, type BackupManifest } from './backup-manifest.ts';
import { BackupRefusedError } from './backup-refused-error.ts';

const dayMs = 86_400_000;
/** The database dates a backup, and its clock may be ahead of this machine's. */
const maxAheadMs = 3_600_000;
const partialSuffix = '.partial';
const namePattern = /^vehicle-enquiry-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.(dump\.age|json)$/;
const noSpaceCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** When the backup of a file was taken, to the second; null for any other file. */
const takenAtOfFile = (file: string): Date | null => {
  const [, year, month, day, hour, minute, second] = namePattern.exec(file) ?? [];
  const takenAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(takenAt.getTime()) ? null : takenAt;
};

const filesOf = (takenAt: Date): { dump: string; manifest: string } => {
  const name = `vehicle-enquiry-${takenAt.toISOString().replace(/[-:]|\.\d+/g, '')}`;
  return { dump: `${name}.dump.age`, manifest: `${name}.json` };
};

const listFiles = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    throw new BackupRefusedError(`the folder ${folder} cannot be read`, { cause: error });
  }
};

/** Creates the folder if it does not exist. @throws BackupRefusedError */
export const openBackupFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new BackupRefusedError(`the folder ${folder} cannot be made`, { cause: error });
  }
};

/** Deletes what a killed backup left. For the process alone that holds the lock of backups. @throws BackupRefusedError */
export const deletePartialFiles = async (folder: string): Promise<void> => {
  const partial = (await listFiles(folder)).filter((file) => file.endsWith(partialSuffix));
  for (const file of partial) await rm(join(folder, file));
};

const isInFuture = (takenAt: Date, now: Date): boolean => takenAt.getTime() > now.getTime() + maxAheadMs;

const readManifest = async (path: string): Promise<BackupManifest> => {
  try {
    return backupManifestSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new BackupRefusedError(`${path} cannot be read: keep both files of a backup together`, { cause: error });
  }
};

/** Whether the manifest can be read and is of that time, and the dump holds something. */
const isComplete = async (folder: string, takenAt: Date): Promise<boolean> => {
  const names = filesOf(takenAt);
  try {
    const manifest = await readManifest(join(folder, names.manifest));
    return filesOf(manifest.takenAt).dump === names.dump && (await stat(join(folder, names.dump))).size > 0;
  } catch {
    return false;
  }
};

/**
 * When the newest complete backup was taken, to the second; null if there is none. One that is dated in the future was
 * not taken, and replaces none; nor do files that only have the name of one. @throws BackupRefusedError
 */
export const findNewestBackup = async (folder: string, now: Date): Promise<Date | null> => {
  const files = new Set(await listFiles(folder));
  const named = [...files]
    .filter((file) => file.endsWith('.age'))
    .map(takenAtOfFile)
    .filter((at) => at !== null && !isInFuture(at, now) && files.has(filesOf(at).manifest))
    .toSorted((one, other) => Number(other) - Number(one));
  for (const takenAt of named) if (takenAt !== null && (await isComplete(folder, takenAt))) return takenAt;
  return null;
};

/**
 * Deletes backups before they are older than the privacy page promises, a day early because the next deletion is a day
 * away. The last backup too: a person whose account was deleted was given the day. A file that cannot be deleted keeps no
 * other. One that is dated in the future is not deleted, because this machine's clock may be wrong. Returns how many.
 * @throws BackupRefusedError; Error for a file that is still there, and for one that would be kept too long
 */
export const deleteExpiredBackups = async (folder: string, now: Date): Promise<number> => {
  const oldest = now.getTime() - (backupRetentionDays - 1) * dayMs;
  const backups = (await listFiles(folder)).flatMap((file) => {
    const takenAt = takenAtOfFile(file);
    return takenAt === null ? [] : [{ file, takenAt }];
  });
  const expired = backups.filter(({ takenAt }) => takenAt.getTime() < oldest).map(({ file }) => file);
  const deletions = await Promise.allSettled(expired.map((file) => rm(join(folder, file), { force: true })));
  for (const each of deletions) if (each.status === 'rejected') throw each.reason;
  const future = backups.find(({ takenAt }) => isInFuture(takenAt, now));
  if (future) throw new Error(`${future.file} is dated in the future, and would be kept too long: delete it`);
  return expired.filter((file) => file.endsWith('.age')).length;
};

/** The name of a directory's entry survives a power failure only once the directory is written. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const withoutHalf = async <T>(paths: readonly string[], write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    for (const path of paths) await rm(`${path}${partialSuffix}`, { force: true });
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!noSpaceCodes.has(code)) throw error;
    throw new Error(`there is no space left for the backup (${code}); the earlier backups are untouched`, {
      cause: error,
    });
  }
};

/**
 * Writes a backup and its manifest under temporary names, and renames both once they are on the disk: a backup without
 * its manifest does not count.
 * @throws Error that names the reason, also when the disk is full; nothing is left then
 */
export const storeBackup = async (
  folder: string,
  takenAt: Date,
  { dump, manifest }: { dump: AsyncIterable<Uint8Array>; manifest: () => Promise<BackupManifest> },
): Promise<{ path: string; manifest: BackupManifest }> => {
  const names = filesOf(takenAt);
  const [dumpPath, manifestPath] = [join(folder, names.dump), join(folder, names.manifest)];
  const write = async (path: string, content: AsyncIterable<Uint8Array> | string[]): Promise<void> =>
    pipeline(content, createWriteStream(`${path}${partialSuffix}`, { flags: 'wx', mode: 0o600, flush: true }));
  return withoutHalf([dumpPath, manifestPath], async () => {
    await write(dumpPath, dump);
    const made = await manifest();
    await write(manifestPath, [`${JSON.stringify(made, null, 2)}\n`]);
    for (const path of [manifestPath, dumpPath]) await rename(`${path}${partialSuffix}`, path);
    await syncFolder(folder);
    return { path: dumpPath, manifest: made };
  });
};

/** The manifest next to a backup. @throws BackupRefusedError also where it is of another time than the name says */
export const readBackupManifest = async (dumpPath: string): Promise<BackupManifest> => {
  const manifest = await readManifest(dumpPath.replace(/\.dump\.age$/, '.json'));
  const { dump } = filesOf(manifest.takenAt);
  if (basename(dumpPath) !== dump) {
    throw new BackupRefusedError(`${dumpPath} is not the backup of its manifest, whose name is ${dump}`);
  }
  return manifest;
};
