/**
 * Why a remote is not there: its files cannot be loaded (`missing`), do not come in time (`slow`), do not do what a
 * remote does (`broken`), or need another contract than this shell offers (`incompatible`).
 */
export type RemoteFault = 'missing' | 'slow' | 'broken' | 'incompatible';

export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly fault: RemoteFault;
  /** Name and release: `mfe-report@1a2b3c`. */
  readonly remote: string;

  constructor(fault: RemoteFault, remote: string, options?: ErrorOptions) {
    super(`${remote} is ${fault}`, options);
    this.fault = fault;
    this.remote = remote;
  }
}

/** A file of the area did not come, as opposed to code that came and failed. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'RemoteError' || error.name === 'ChunkLoadError');
