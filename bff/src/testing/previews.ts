import { callAsReleaseTool } from './release-uploads.ts';
import type { TestApp } from './test-app.ts';

/**
 * Makes a preview with the token of its team. Returns the headers of a browser that has opened its link: its host, and
 * the cookie with its key.
 */
export async function openTestPreview(
  app: TestApp,
  token: string,
  { name, ...given }: { name: string; preview: string; version: string; days?: number },
): Promise<{ host: string; cookie: string }> {
  const answer = await callAsReleaseTool(app, token, `/api/releases/${name}/previews`, { body: given });
  if (!answer.ok) throw new Error(`${String(answer.status)} ${await answer.text()}`);
  const { link } = (await answer.json()) as { link: string };
  const { host, searchParams } = new URL(link);
  return { host, cookie: `ve-preview=${searchParams.get('preview-key') ?? ''}` };
}
