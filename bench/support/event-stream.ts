/** The `message` events of a stream, parsed, until it ends. */
export async function* readEventStream(url: string, headers: Record<string, string> = {}): AsyncGenerator<unknown> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url}: ${String(response.status)}`);
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^event: message\ndata: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}
