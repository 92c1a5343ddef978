import * as z from 'zod/mini'
import { descriptionOf, withDescription } from '../schema-meta.ts'

/** The version of a row that a change is based on, in the words of the API's document. */
// @__NO_SIDE_EFFECTS__
export const versionInput = (noun: string) =>
  withDescription(
    z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1)),
    `The version that was read: where the ${noun} has another one by now, nothing is done.`,
    1,
  )

/** `versionInput` that also accepts digits, as in a URL. */
// @__NO_SIDE_EFFECTS__
export const queriedVersionInput = (noun: string) => {
  const version = versionInput(noun)
  const { description = '' } = descriptionOf(version) ?? {}
  const digits = z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d+$/))]), z.transform(Number))
  return withDescription(z.pipe(digits, version), description, 1)
}
