import type { ApiError } from '@ve/mfe-kit/api';

/** Checked by name: the class is shared by the page, while this file is bundled per remote. */
export const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError';

/** The code of a problem of `contracts/errors`; null for any other failure. */
export const apiProblemCodeOf = (error: unknown): ApiError['code'] | null => (isApiError(error) ? error.code : null);

/** The title of a failure that can be shown; null if it has none. */
export const apiProblemTitleOf = (error: unknown): string | null => (isApiError(error) ? error.title : null);
