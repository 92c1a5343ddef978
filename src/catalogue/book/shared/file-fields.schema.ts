import { fieldsOf } from '#base/lib/fields-of.ts'
import { bookInputSchema } from '../book.schema.ts'

/**
 * The fields that a file of books has, an import reads and a bulk change sets: all but the picture, which no cell of a table
 * holds and whose name means nothing in another library. A backup has it.
 */
export const fileFields: readonly string[] = fieldsOf(bookInputSchema.shape).filter((field) => field !== 'cover')
