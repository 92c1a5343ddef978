import * as z from 'zod/mini'
import { DETAIL_NAME_MAX } from '../book-fields.schema.ts'

/** Whether readers see the details of a name. */
export const readerDetailInputSchema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(DETAIL_NAME_MAX)),
  isForReaders: z.boolean(),
})
export type ReaderDetailInput = z.input<typeof readerDetailInputSchema>
