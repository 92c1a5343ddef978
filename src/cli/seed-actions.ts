import { db } from '#db/client.server.ts'
import { seedBooks, seedGenres } from '#db/seed/seed.server.ts'
import { genre } from '#db/tables/genre.ts'
import { matchGenres } from '#features/book/book-import-genre.server.ts'
import { genreNameSchema, hueOf } from '#features/genre/genre.schema.ts'
import { problemsOf } from '#i18n/check.ts'
import { Failure } from './failure.ts'
import { withDatabase } from './with-database.ts'
import { counted, english, shown } from './words.ts'

/** Adds what is missing of the seeded genres and, for `sample`, of the sample books. Answers what to say. */
export const addSeeds = (kind: string): Promise<string> =>
  withDatabase(async () => {
    const genres = counted(await seedGenres(db), 'genre')
    return kind === 'genres' ? `${genres} added` : `${genres} and ${counted(await seedBooks(db), 'book')} added`
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
