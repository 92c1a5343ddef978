import * as z from 'zod/mini'
import { withDescription, withSchemaName } from '../schema-meta.ts'
import { nextCursorSchema } from './page-input.ts'

// What the schemas of stored rows have in common, in the words of the API's document.

const EXAMPLE_TIME = '2026-11-02T08:15:30.000Z'

/** The id of a row in a path: any text, since a malformed id is NOT_FOUND and not invalid. */
// @__NO_SIDE_EFFECTS__
export const pathId = (noun: string, example: string) =>
  z.strictObject({ id: withDescription(z.string(), `Id of the ${noun}.`, example, { format: 'uuid' }) })

/** What is stored of every versioned row. */
// @__NO_SIDE_EFFECTS__
export const storedFields = (noun: string) => ({
  version: withDescription(
    z.int().check(z.minimum(1)),
    `Grows by one with every change; the \`ETag\` of the ${noun} begins with the same number.`,
    1,
  ),
  createdAt: withDescription(z.date(), `When the ${noun} was added.`, EXAMPLE_TIME),
  updatedAt: withDescription(z.date(), `When the ${noun} was changed last.`, EXAMPLE_TIME),
})

/** A page of a list as the REST API answers it. */
// @__NO_SIDE_EFFECTS__
export const listSchema = <Item extends z.ZodMiniType>(name: string, nouns: string, item: Item) =>
  withSchemaName(
    name,
    `A page of ${nouns}.`,
    z.object({
      items: withDescription(z.array(item), `The ${nouns} of this page, in the order that was asked for.`),
      nextCursor: nextCursorSchema,
      total: withDescription(z.int().check(z.minimum(0)), `How many ${nouns} the whole list has, exactly.`, 1),
    }),
  )
