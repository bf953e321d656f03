import { type Release, releaseSchema } from '@ve/contracts/remote-manifest';

/** A development server answers within this time or is not running. */
const waitLimitMs = 1_000;
const maxManifestBytes = 1_000_000;

/**
 * The `release.json` of a development server; null if it is missing, unreadable or the server is not running. Only for
 * addresses from the service's own configuration: those that staff enter are on another machine.
 */
export async function readLocalRelease(name: string, origin: string): Promise<Release | null> {
  try {
    const answer = await fetch(`${origin}/release.json`, {
      redirect: 'error',
      signal: AbortSignal.timeout(waitLimitMs),
    });
    if (!answer.ok || answer.body === null) return null;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body) {
      size += chunk.length;
      if (size > maxManifestBytes) return null;
      chunks.push(chunk);
    }
    const read = releaseSchema.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    return read.success && read.data.name === name ? read.data : null;
  } catch {
    return null;
  }
}
