import * as z from 'zod/mini'
import { problemKey, required } from '#base/i18n/issue-message.ts'
import { isPlainLine, isVisible } from '#base/lib/search/text.ts'

/** A person's name: 1 to 100 characters after trimming, one of them visible, since other users see it. */
export const nameSchema = z.string(required('name_required')).check(
  z.trim(),
  z.minLength(1, { error: problemKey('name_required'), abort: true }),
  z.maxLength(100),
  z.refine(isVisible, { error: problemKey('name_required'), abort: true }),
  // U+FFFD stands for half a letter in a form.
  z.refine((name) => isPlainLine(name) && !name.includes('\uFFFD'), { error: problemKey('name_invalid') }),
)
