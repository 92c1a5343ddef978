import type * as z from 'zod/mini'
import type { FileShape } from '#base/lib/file-shape.ts'
import type { fileShapeSchema } from '../import.schema.ts'

/** How a file is read, without the optional parts that are undefined. */
export const toShape = ({
  kind,
  encoding,
  delimiter,
  sheet,
  sheets,
  hasHeader,
}: z.output<typeof fileShapeSchema>): FileShape => ({
  kind,
  ...(encoding && { encoding }),
  ...(delimiter !== undefined && { delimiter }),
  ...(sheet !== undefined && { sheet }),
  ...(sheets && { sheets }),
  ...(hasHeader !== undefined && { hasHeader }),
})
