import * as z from 'zod';

/** `KEY=value KEY=value`, separated by spaces, no key twice; `read` returns null for a pair that it refuses. */
export const keyValuePairsSetting = (read: (pair: string) => [key: string, value: string] | null, refusal: string) =>
  z
    .string()
    .default('')
    .transform((text, context): Record<string, string> => {
      const pairs = text
        .split(/\s+/)
        .filter((part) => part !== '')
        .map(read);
      const accepted = pairs.filter((each) => each !== null);
      if (accepted.length < pairs.length || new Set(accepted.map(([key]) => key)).size < accepted.length) {
        context.issues.push({ code: 'custom', input: text, message: refusal });
      }
      return Object.fromEntries(accepted);
    });
