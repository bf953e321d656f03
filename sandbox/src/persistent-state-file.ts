import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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
    this.#timer ??= setTimeout(() => this.write(), Math.max(minWaitMs, waitPerWriting * this.#tookMs)).unref();
  }

  /** Writes now if there are changes. */
  write(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#changed) return;
    const since = performance.now();
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(`${this.#path}.new`, this.#content(), { mode: 0o600, flush: true });
      renameSync(`${this.#path}.new`, this.#path);
      this.#changed = false;
    } catch (error) {
      this.#warn(`Cannot write ${this.#path}: ${messageOf(error)}`);
    }
    this.#tookMs = performance.now() - since;
  }
}
