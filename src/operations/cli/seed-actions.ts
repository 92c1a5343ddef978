import { db } from '#base/db/connection/client.server.ts'
import { removeSamples } from '#base/db/seed/samples.server.ts'
import { seedBooks, seedGenres } from '#base/db/seed/seed.server.ts'
import { withActor } from '#base/db/actor.server.ts'
import { insertGenre } from '#catalogue/genre/genre-edit.server.ts'
import { AppError } from '#base/errors/app-error.ts'
import { genreNameSchema, hueOf } from '#catalogue/genre/genre.schema.ts'
import { problemsOf } from '#base/i18n/issue-message.ts'
import { Failure } from './failure.ts'
import { withDatabase } from './with-database.ts'
import { pluralized, english, singleLine } from './words.ts'

/** Adds the missing seed genres and, for `sample`, the missing sample books. Returns the message to print. */
export const addSeeds = (kind: string): Promise<string> =>
  withDatabase(async () => {
    const genres = pluralized(await seedGenres(db), 'genre')
    return kind === 'genres' ? `${genres} added` : `${genres} and ${pluralized(await seedBooks(db), 'book')} added`
  }, 'none')

/** Titles to list; the others are only counted. */
const MAX_TITLES = 20

/** Removes the sample books that are unchanged and not in use. Returns the message to print: how many, and which books remain. */
export const dropSamples = (): Promise<string> =>
  withDatabase(async () => {
    const { removed, changed } = await removeSamples()
    const summary = `${pluralized(removed, 'sample book')} removed`
    if (changed.length === 0) return summary
    const named = changed.slice(0, MAX_TITLES).map(singleLine)
    const more = changed.length > MAX_TITLES ? [`and ${changed.length - MAX_TITLES} more`] : []
    return `${summary}; ${pluralized(changed.length, 'book')} changed or in use, kept: ${[...named, ...more].join(', ')}`
  }, 'none')

/** Adds one genre; its hue is derived from the name unless given. Returns the message to print. */
export async function addGenre(name: string, hue?: number): Promise<string> {
  const parsed = genreNameSchema.safeParse(name)
  if (!parsed.success) throw new Failure(english(problemsOf(parsed.error.issues)[''] ?? { key: 'validation_invalid' }))
  return withDatabase(async () => {
    const values = { name: parsed.data, hue: hue ?? hueOf(parsed.data) }
    try {
      await withActor('operator', (tx) => insertGenre(tx, values))
    } catch (error) {
      const taken = error instanceof AppError ? error.fields.name : undefined
      throw taken ? new Failure(english(taken)) : error
    }
    return `Genre ${singleLine(values.name)} added, hue ${values.hue}`
  }, 'none')
}
