import { releaseNamePattern, releaseVersionPattern } from '../../kernel/release/release-names.ts';

/** The parts of an error report that say which release it comes from. */
export interface ReleaseTraits {
  /** Of a script that did not load, with its path: not every browser repeats it in the stack. */
  error_message?: string;
  error_stack: string | null;
  additional_data: { remote?: string | undefined };
}

const said = new RegExp(`^${releaseNamePattern}@${releaseVersionPattern}$`);
const inFrames = new RegExp(`/remotes/(${releaseNamePattern})/(${releaseVersionPattern})/`, 'g');

/**
 * The remote and its release: `mfe-report@3f2a`, as the page says, else of the first script in the stack that is a
 * remote's, as the shell's own code often stands above it, else the shell's. Null where there is none: what a browser
 * sends may be anything.
 */
export function releaseOf({
  error_message = '',
  error_stack,
  additional_data: { remote },
}: ReleaseTraits): string | null {
  if (remote !== undefined && said.test(remote)) return remote;
  const text = `${error_message.slice(0, 1_000)}\n${(error_stack ?? '').slice(0, 8_000)}`;
  const found = [...text.matchAll(inFrames)].map(([, name, of]) => ({ name, of }));
  const own = found.find(({ name }) => name !== 'shell') ?? found[0];
  return own === undefined ? null : `${own.name}@${own.of}`;
}
