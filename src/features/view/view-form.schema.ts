import * as z from 'zod/mini'
import { problemKey, required } from '#i18n/issue-message.ts'
import { withDescription } from '#lib/schema-meta.ts'
import { isPlainLine, isVisible } from '#lib/search/text.ts'

export const VIEW_NAME_MAX = 60

/** The fields that people write in the form of a view. */
export const viewFormSchema = z.strictObject({
  name: withDescription(
    z
      .string(required('name_required'))
      .check(
        z.trim(),
        z.minLength(1, { error: problemKey('name_required'), abort: true }),
        z.refine(isVisible, { error: problemKey('name_required'), abort: true }),
        z.maxLength(VIEW_NAME_MAX),
        z.refine(isPlainLine, { error: problemKey('text_invalid') }),
      ),
    'Name of the view. Whatever its case, accents and spaces, each name exists once among your own views of a list, and once among those for all managers.',
    'To be tidied',
  ),
  isShared: z._default(
    withDescription(
      z.boolean(),
      'Whether all managers see it and may change it. Only who shares a view can make it their own again.',
      false,
    ),
    false,
  ),
})
export type ViewForm = z.infer<typeof viewFormSchema>
