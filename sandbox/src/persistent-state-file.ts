import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const minWaitMs = 300;
/** Writing takes at most a tenth of the time, regardless of the size. */
const waitPerWriting = 10;

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * A file that keeps state across restarts: replaced as a whole, soon after a change. Errors are logged and never
 * thrown.
 */
export class PersistentStateFile {
  readonly #path: string;
  readonly #warn: (message: string) => void;
  #content: () => string = () => '';
  #changed = false;
  #timer: NodeJS.Timeout | null = null;
  #tookMs = 0;
  #isWriting = false;
  /** The number of writes that were started. */
  #turn = 0;

  constructor(path: string, warn: (message: string) => void) {
    this.#path = path;
    this.#warn = warn;
  }

  /** The JSON that was written last; undefined if there is none. An unreadable file is set aside. */
  read(): unknown {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8'));
    } catch (error) {
      if (!isMissing(error)) this.setAside(messageOf(error));
      return undefined;
    }
  }

  /** Renames an unusable file, so that it is neither read again nor lost. */
  setAside(why: string): void {
    const aside = `${this.#path}.unusable`;
    try {
      renameSync(this.#path, aside);
      this.#warn(`${this.#path} is of no use and was renamed to ${aside}: ${why}`);
    } catch (error) {
      this.#warn(`${this.#path} is of no use (${why}) and cannot be renamed: ${messageOf(error)}`);
    }
  }

  /** @param content returns the content to write, as of the moment of writing */
  keep(content: () => string): void {
    this.#content = content;
  }

  /** Schedules a write. */
  changed(): void {
    this.#changed = true;
    if (this.#isWriting) return;
    this.#timer ??= setTimeout(
      () => void this.#writeInBackground(),
      Math.max(minWaitMs, waitPerWriting * this.#tookMs),
    ).unref();
  }

  /** Writes now if there are changes that are not in the file. */
  write(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#changed && !this.#isWriting) return;
    this.#turn += 1;
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(`${this.#path}.last`, this.#content(), { mode: 0o600, flush: true });
      renameSync(`${this.#path}.last`, this.#path);
      this.#changed = false;
    } catch (error) {
      this.#warn(`Cannot write ${this.#path}: ${messageOf(error)}`);
    }
  }

  /** Flushing may take a busy disk hundreds of milliseconds, in which no vendor would answer. */
  async #writeInBackground(): Promise<void> {
    const since = performance.now();
    const turn = (this.#turn += 1);
    let failed = false;
    this.#timer = null;
    this.#changed = false;
    this.#isWriting = true;
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      await writeFile(`${this.#path}.new`, this.#content(), { mode: 0o600, flush: true });
      // `write` may have put a newer state there meanwhile.
      if (turn === this.#turn) renameSync(`${this.#path}.new`, this.#path);
    } catch (error) {
      failed = true;
      this.#warn(`Cannot write ${this.#path}: ${messageOf(error)}`);
    }
    this.#isWriting = false;
    this.#tookMs = performance.now() - since;
    if (this.#changed) this.changed();
    else this.#changed = failed;
  }
}
