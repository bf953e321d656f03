/**
 * Thrown when a process must not start under the present conditions. Its message is for the operator and contains no
 * personal data.
 */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError';
}
