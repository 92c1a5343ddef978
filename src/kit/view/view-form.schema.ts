import * as z from 'zod/mini'
import { requiredLine } from '#base/lib/form/line-schema.ts'
import { withDescription } from '#base/lib/schema-meta.ts'

export const VIEW_NAME_MAX = 60

/** The fields that people write in the form of a view. */
export const viewFormSchema = z.strictObject({
  name: withDescription(
    requiredLine(VIEW_NAME_MAX, 'name_required'),
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
