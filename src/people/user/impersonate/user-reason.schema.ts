import * as z from 'zod/mini'
import { problemKey } from '#base/i18n/issue-message.ts'
import { hasControlCharacter, hasDirectionMark, isOneLine } from '#base/lib/search/text.ts'

/** Characters of a reason that a user is given. */
const REASON_MAX = 200

/** A reason that a user is given: one line of bounded length, trimmed. */
export const reasonSchema = z.string().check(
  z.trim(),
  z.maxLength(REASON_MAX),
  z.refine((value) => !hasControlCharacter(value) && !hasDirectionMark(value) && isOneLine(value), {
    error: problemKey('text_invalid'),
  }),
)
