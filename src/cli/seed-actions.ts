import { db } from '#db/client.server.ts'
import { removeSamples } from '#db/seed/samples.server.ts'
import { seedBooks, seedGenres } from '#db/seed/seed.server.ts'
import { genre } from '#db/tables/genre.ts'
import { matchGenres } from '#features/book/import/book-import-genre.server.ts'
import { genreNameSchema, hueOf } from '#features/genre/genre.schema.ts'
import { problemsOf } from '#i18n/issue-message.ts'
import { Failure } from './failure.ts'
import { withDatabase } from './with-database.ts'
import { counted, english, shown } from './words.ts'

/** Adds what is missing of the seeded genres and, for `sample`, of the sample books. Answers what to say. */
export const addSeeds = (kind: string): Promise<string> =>
  withDatabase(async () => {
    const genres = counted(await seedGenres(db), 'genre')
    return kind === 'genres' ? `${genres} added` : `${genres} and ${counted(await seedBooks(db), 'book')} added`
  }, 'none')

/** Titles that are named; of the others it is said how many they are. */
const NAMED = 20

/** Removes the unchanged sample books. Answers what to say: how many, and which stay. */
export const dropSamples = (): Promise<string> =>
  withDatabase(async () => {
    const { removed, kept } = await removeSamples()
    const said = `${counted(removed, 'sample book')} removed`
    if (kept.length === 0) return said
    const named = kept.slice(0, NAMED).map(shown)
    const more = kept.length > NAMED ? [`and ${kept.length - NAMED} more`] : []
    return `${said}; ${counted(kept.length, 'book')} changed since, kept: ${[...named, ...more].join(', ')}`
  }, 'none')

/** Adds one genre; its hue follows from the name unless given. Answers what to say. */
export async function addGenre(name: string, hue?: number): Promise<string> {
  const read = genreNameSchema.safeParse(name)
  if (!read.success) throw new Failure(english(problemsOf(read.error.issues)[''] ?? { key: 'validation_invalid' }))
  return withDatabase(async () => {
    const values = { name: read.data, hue: hue ?? hueOf(read.data) }
    const [match] = await matchGenres(db, [values.name])
    const added = match?.id
      ? []
      : await db.insert(genre).values(values).onConflictDoNothing({ target: genre.nameHash }).returning()
    if (added.length === 0) throw new Failure(english({ key: 'genre_taken' }))
    return `Genre ${shown(values.name)} added, hue ${values.hue}`
  })
}
