/**
 * The name of a preview, which is a label of its host's name: lower case, at most 40 characters. Labels with hyphens in
 * third and fourth place are reserved, `xn--` for other scripts. Means the same in JavaScript and PostgreSQL.
 */
export const previewNamePattern = '(?!..--)[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?';

export const isPreviewName = (text: string): boolean => new RegExp(`^${previewNamePattern}$`).test(text);

/** How long a preview lasts, in days. */
export const previewDays = { default: 7, max: 30 } as const;

/** The most previews of one remote at the same time. */
export const maxPreviewsPerRemote = 10;

/** The most releases of one name that are published for previews alone in a day. */
export const maxPreviewOnlyReleasesPerDay = 20;

/** The most bytes that the files of a previewed release have together. */
export const maxPreviewBytes = 32 * 1_048_576;

/** What a preview shows instead of the live release of that name. */
export interface PreviewedRelease {
  name: string;
  version: string;
}
