import * as z from 'zod/mini'
import { changesOf } from '#lib/changes-of.ts'
import { AUTHOR_MAX, bookInputSchema, idSchema } from './book.schema.ts'

/** The version of a book that somebody started from. */
const versionSchema = z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1))

/** What is not given stays as it is. */
export const bookChangeSchema = z.extend(changesOf(bookInputSchema), { id: z.string(), version: versionSchema })
export type BookChange = z.input<typeof bookChangeSchema>

export const bookRemovalSchema = z.object({ id: z.string(), version: z.optional(versionSchema) })

/** Books that something is done to at once. */
export const MANY = 100
const idsSchema = z.array(idSchema).check(z.minLength(1), z.maxLength(MANY))
export const bookIdsSchema = z.object({ ids: idsSchema })
export const genreOfManySchema = z.object({ ids: idsSchema, genreId: z.nullable(idSchema) })

/** What happened to each: `missing` was no longer there. */
export const manyReportSchema = z.object({
  results: z.array(z.object({ id: idSchema, result: z.enum(['done', 'missing']) })),
})
export type ManyReport = z.infer<typeof manyReportSchema>

export const suggestInputSchema = z.object({
  field: z.enum(['author', 'publisher']),
  text: z.string().check(z.maxLength(AUTHOR_MAX)),
})
export type SuggestInput = z.input<typeof suggestInputSchema>

/** A book being typed; `id` where it is one of the catalogue already. */
export const twinsInputSchema = z.object({
  title: z.string().check(z.maxLength(1000)),
  author: z._default(z.string().check(z.maxLength(1000)), ''),
  id: z.optional(idSchema),
})
export type TwinsInput = z.input<typeof twinsInputSchema>
