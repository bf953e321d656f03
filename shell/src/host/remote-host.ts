import type { RemoteRegistry, RemoteRegistryEntry } from '@ve/contracts/remote-manifest';
import { isRemoteCompatibleWithShell } from '@ve/domain/releases/is-compatible';
import type { RemoteModule, SlotModule } from '@ve/mfe-kit/slot';
import { RemoteError } from './remote-error.ts';

/** The modules that a remote exposes: its pages, and its fillers for slots of other remotes, which load separately. */
export type RemoteModulePart = 'remote' | 'slots';

/** Fetches and evaluates a remote's module. An `attempt` above 0 must bypass the results of earlier ones. */
export type LoadRemoteModule = (
  entry: RemoteRegistryEntry,
  attempt: number,
  part: RemoteModulePart,
) => Promise<unknown>;

export interface RemoteHostOptions {
  registry: RemoteRegistry | null;
  /** The version of the contract that this shell provides. */
  contractVersion: string;
  loadModule: LoadRemoteModule;
  /** Fetches the current registry. */
  fetchRegistry: () => Promise<RemoteRegistry | null>;
  /** How long a remote may take, in milliseconds. */
  timeoutMs?: number;
}

export interface RemoteHost {
  /** The registry in use; null without a valid one. */
  registry: () => RemoteRegistry | null;
  /** Calls back when the registry changes. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
  /** The remote's module if it is loaded. */
  peek: (name: string) => RemoteModule | null;
  /**
   * The remote's module, loaded once: the same promise until `retry`.
   * Rejects with RemoteError and never hangs: what takes longer than the timeout is `slow`.
   */
  load: (name: string) => Promise<RemoteModule>;
  /** Reads the registry again and loads the remote from the release that it now names. */
  retry: (name: string) => Promise<RemoteModule>;
  /** As `load` and `retry`, for the module that fills slots. */
  loadSlots: (name: string) => Promise<SlotModule>;
  retrySlots: (name: string) => Promise<SlotModule>;
  /** How long a remote may take, in milliseconds. */
  timeoutMs: number;
  /** Reads the registry again, for a page that was sent without one. */
  refresh: () => Promise<void>;
}

interface Attempt<M> {
  number: number;
  promise: Promise<M>;
  module: M | null;
}

const isRemoteModule = (value: unknown): value is RemoteModule =>
  typeof value === 'object' && value !== null && 'default' in value && typeof value.default === 'function';

const isSlotModule = (value: unknown): value is SlotModule =>
  typeof value === 'object' &&
  value !== null &&
  'slots' in value &&
  typeof value.slots === 'object' &&
  value.slots !== null;

/** Loads remotes by the registry, each at most once at a time, and reports why one is unavailable. */
export function createRemoteHost(options: RemoteHostOptions): RemoteHost {
  const { contractVersion, loadModule, fetchRegistry, timeoutMs = 10_000 } = options;
  const listeners = new Set<() => void>();
  let registry = options.registry;

  const fetchModule = async <M>(
    name: string,
    number: number,
    { part, isModule }: { part: RemoteModulePart; isModule: (value: unknown) => value is M },
  ): Promise<M> => {
    const entry = registry?.remotes.find((remote) => remote.name === name);
    if (!entry) throw new RemoteError('missing', name);
    const release = `${name}@${entry.version}`;
    if (!isRemoteCompatibleWithShell(entry.contract, contractVersion)) throw new RemoteError('incompatible', release);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new RemoteError('slow', release));
      }, timeoutMs);
    });
    try {
      const module = await Promise.race([loadModule(entry, number, part), late]);
      if (!isModule(module)) throw new RemoteError('broken', release);
      return module;
    } catch (cause) {
      throw cause instanceof RemoteError ? cause : new RemoteError('missing', release, { cause });
    } finally {
      clearTimeout(timer);
    }
  };

  const refresh = async (): Promise<void> => {
    const fresh = await fetchRegistry().catch(() => null);
    if (fresh === null) return;
    registry = fresh;
    for (const listener of listeners) listener();
  };

  /** Loads one kind of module (pages or slots) of each remote, once until it fails. */
  const loader = <M>(fetchPart: (name: string, attempt: number) => Promise<M>) => {
    const attempts = new Map<string, Attempt<M>>();
    const begin = (name: string, number: number): Promise<M> => {
      const promise = fetchPart(name, number);
      const attempt: Attempt<M> = { number, promise, module: null };
      attempts.set(name, attempt);
      promise.then(
        (module) => {
          attempt.module = module;
        },
        () => undefined,
      );
      return promise;
    };
    return {
      peek: (name: string) => attempts.get(name)?.module ?? null,
      load: (name: string) => attempts.get(name)?.promise ?? begin(name, 0),
      retry: async (name: string) => {
        await refresh();
        const again = () => begin(name, (attempts.get(name)?.number ?? 0) + 1);
        // A failed preload answers the first request for the same file without a request to the server.
        return again().catch((error: unknown) => {
          if (error instanceof RemoteError && error.kind === 'missing') return again();
          throw error;
        });
      },
    };
  };
  const pages = loader((name, attempt) => fetchModule(name, attempt, { part: 'remote', isModule: isRemoteModule }));
  const fillers = loader((name, attempt) => fetchModule(name, attempt, { part: 'slots', isModule: isSlotModule }));

  return {
    registry: () => registry,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    ...pages,
    loadSlots: fillers.load,
    retrySlots: fillers.retry,
    timeoutMs,
    refresh,
  };
}
