import * as z from 'zod/mini'
import { problemKey, required } from '#base/i18n/issue-message.ts'
import type { ProblemKey } from '#base/i18n/problem-text.ts'
import { isPlainLine, isPlainText, isVisible } from '../search/text.ts'

/** A line of text without control characters or direction marks, trimmed; it may be empty. */
// @__NO_SIDE_EFFECTS__
export const plainLine = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max), z.refine(isPlainLine, { error: problemKey('text_invalid') }))

/** A text of several lines, trimmed, whose line breaks are `\n`; it may be empty. */
// @__NO_SIDE_EFFECTS__
export const plainLines = (max: number) =>
  z.string().check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
    z.trim(),
    z.maxLength(max),
    z.refine(isPlainText, { error: problemKey('text_invalid') }),
  )

/** A line, of which something must be visible; without it, the problem is `missing`. */
// @__NO_SIDE_EFFECTS__
export const requiredLine = (max: number, missing: ProblemKey) =>
  z
    .string(required(missing))
    .check(
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.refine(isVisible, { error: missing, abort: true }),
      z.maxLength(max),
      z.refine(isPlainLine, { error: problemKey('text_invalid') }),
    )
