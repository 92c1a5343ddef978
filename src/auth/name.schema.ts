import * as z from 'zod/mini'
import { required } from '#i18n/issue-message.ts'
import { hasControlCharacter } from '#lib/text.ts'

/** A person's name: 1 to 100 characters after trimming. */
export const nameSchema = z.string(required('name_required')).check(
  z.trim(),
  z.minLength(1, { error: 'name_required', abort: true }),
  z.maxLength(100),
  z.refine((value) => !hasControlCharacter(value), { error: 'name_invalid' }),
)
