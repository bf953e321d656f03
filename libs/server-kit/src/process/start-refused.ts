/** A process that must not start as things are, with words for whoever deploys it. They name nobody. */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError';
}
