/**
 * Why a remote is unavailable: its files cannot be loaded (`missing`), time out (`slow`), do not export a remote
 * (`broken`), or need another contract than this shell provides (`incompatible`).
 */
export type RemoteErrorKind = 'missing' | 'slow' | 'broken' | 'incompatible';

export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly kind: RemoteErrorKind;
  /** Name and release: `mfe-report@1a2b3c`. */
  readonly remote: string;

  constructor(kind: RemoteErrorKind, remote: string, options?: ErrorOptions) {
    super(`${remote} is ${kind}`, options);
    this.kind = kind;
    this.remote = remote;
  }
}

/** Whether a file of the area failed to load, as opposed to code that threw. */
export const isRemoteLoadFailure = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'RemoteError' || error.name === 'ChunkLoadError');
