import type * as z from 'zod/mini'
import { createError } from '#base/errors/create-error.server.ts'
import { problemsOf } from '#base/i18n/issue-message.ts'

/** The valid values of a form; throws VALIDATION_ERROR. */
export function validForm<T>(schema: z.ZodMiniType<T>, values: Record<string, unknown>): T {
  const { data, error } = schema.safeParse(values)
  if (error) throw createError('VALIDATION_ERROR', { fields: problemsOf(error.issues) })
  return data
}
