import { parseArgs } from 'node:util';

/** Arguments of `npm run release`, for a shell or a remote. */
export interface ReleaseCommand {
  name: string;
  /** `publish`: no visitor gets it yet. `promote`: makes the canary stable; without a canary, the current build. */
  action: 'publish' | 'canary' | 'promote' | 'rollback' | 'list';
  /** Percentage of visitors who get the canary. */
  share: number;
  why: string | null;
  /** Root folder of the packages, when it is not this repository. */
  root: string | null;
  /** Moves traffic although the pages could not be prerendered. */
  force: boolean;
  /** With promote and rollback: acts on stable, although the last move ended a canary. */
  stable: boolean;
}

/** The arguments are invalid; the message shows the usage. */
export class UsageError extends Error {}

export const usage = `npm run release <remote|shell> [-- --canary N | --promote | --rollback | --list] [--stable] [--why text] [--force]

  (none)        build, check, measure and publish; no visitor is given it
  --canary N    that, then give it to N visitors in a hundred
  --promote     make the canary what all visitors are given; without a canary, what is built now
  --rollback    end the canary; without one, go back to the stable release before
  --stable      with --promote or --rollback, where a canary was taken back last: move stable
  --list        what is live, and what is published
  --why text    a reason, kept with the move
  --force       move although pages could not be prerendered`;

const flags = ['canary', 'promote', 'rollback', 'list', 'stable', 'why'] as const;
const maxErrorLength = 500;

/**
 * Parses the arguments. `npm` without `--` keeps flags to itself and puts them into `environment`.
 *
 * @throws UsageError
 */
export function readCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ReleaseCommand {
  const swallowed = flags.filter((flag) => environment[`npm_config_${flag}`] !== undefined);
  if (swallowed.length > 0) {
    throw new UsageError(`npm kept --${swallowed.join(' and --')} to itself: put -- before the flags.\n\n${usage}`);
  }
  const { values, positionals } = parse(args);
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new UsageError(usage);
  const chosen = (['canary', 'promote', 'rollback', 'list'] as const).filter((flag) => values[flag] !== undefined);
  if (chosen.length > 1) throw new UsageError(`--${chosen.join(' and --')} exclude each other.\n\n${usage}`);
  if (values.stable && values.promote === undefined && values.rollback === undefined) {
    throw new UsageError(`--stable goes with --promote or --rollback.\n\n${usage}`);
  }
  const share = Number(values.canary ?? 100);
  if (values.canary !== undefined && !(Number.isInteger(share) && share >= 1 && share <= 100)) {
    throw new UsageError(`--canary takes a whole number from 1 to 100, of visitors in a hundred.`);
  }
  const why = values.why?.trim() ?? '';
  if (why.length > maxErrorLength) throw new UsageError(`--why takes up to ${String(maxErrorLength)} characters.`);
  return {
    name,
    action: chosen[0] ?? 'publish',
    share,
    why: why === '' ? null : why,
    force: values.force,
    stable: values.stable,
    root: values.root ?? null,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        canary: { type: 'string' },
        promote: { type: 'boolean' },
        rollback: { type: 'boolean' },
        list: { type: 'boolean' },
        why: { type: 'string' },
        root: { type: 'string' },
        force: { type: 'boolean', default: false },
        stable: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}
