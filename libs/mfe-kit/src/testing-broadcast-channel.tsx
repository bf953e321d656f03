import { afterEach, beforeEach } from '@jest/globals';

/** Replaces `BroadcastChannel`, which jsdom lacks, in every test of the file that calls this at its top. */
export function installFakeBroadcastChannel(): void {
  const open = new Set<FakeChannel>();

  class FakeChannel extends EventTarget {
    readonly #name: string;

    constructor(name: string) {
      super();
      this.#name = name;
      open.add(this);
    }

    postMessage(data: unknown): void {
      for (const other of open) {
        if (other !== this && other.#name === this.#name) other.dispatchEvent(new MessageEvent('message', { data }));
      }
    }

    close(): void {
      open.delete(this);
    }
  }

  const before = globalThis.BroadcastChannel;
  beforeEach(() => {
    open.clear();
    Object.assign(globalThis, { BroadcastChannel: FakeChannel });
  });
  afterEach(() => {
    Object.assign(globalThis, { BroadcastChannel: before });
  });
}
