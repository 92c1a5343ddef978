import * as z from 'zod/mini'
import { withDescription } from './schema-meta.ts'

/** The version of a row that a change is based on, in the words of the API's document. */
// @__NO_SIDE_EFFECTS__
export const versionInput = (noun: string) =>
  withDescription(
    z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1)),
    `The version that was read: where the ${noun} has another one by now, nothing is done.`,
    1,
  )
