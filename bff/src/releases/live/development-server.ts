/** A development server answers within this time or is not running. */
const waitLimitMs = 1_000;
const maxBytes = 1_000_000;

/**
 * A text file of a development server; null if it is missing, longer than a megabyte, or the server is not running.
 * Only for origins from the service's own configuration: those that staff enter are on another machine.
 */
export async function readDevelopmentServerFile(origin: string, file: string): Promise<string | null> {
  try {
    const answer = await fetch(`${origin}/${file}`, { redirect: 'error', signal: AbortSignal.timeout(waitLimitMs) });
    if (!answer.ok || answer.body === null) return null;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body) {
      size += chunk.length;
      if (size > maxBytes) return null;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch {
    return null;
  }
}
