import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** The problem codes of an invalid field, independent of where it is used and under which name. */
export interface FieldProblemCodes {
  missing: ErrorCode;
  wrong: ErrorCode;
}

/** Fields with problem codes of their own. An error in any other is `request-invalid`. */
export const fieldProblems = z.registry<FieldProblemCodes>();
