import { lookupEnv } from '#base/env/lookup-env.server.ts'
import { bookFields } from '#catalogue/book/book-fields.words.ts'
import { silenceTexts } from '#exchange/lookup/lookup.words.ts'
import type { LookupFound } from '#exchange/lookup/lookup.schema.ts'
import { lookUpIsbn } from '#exchange/lookup/lookup.server.ts'
import { fieldText } from '#base/i18n/field-text.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { LOOKUP_SOURCES, lookupSources } from '#base/lib/lookup-sources.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import { readIsbn } from '#base/lib/isbn.ts'
import type { FieldWords } from '#base/lib/noun.ts'
import { Failure } from '../failure.ts'
import { withDatabase } from '../with-database.ts'
import { singleLine } from '../words.ts'

const UNKNOWN = 10
const INDENT = 12

/** Prints what each source says of each ISBN, and returns the exit code. Throws Failure for a wrong ISBN, and without sources. */
export async function printLookups(given: readonly string[]): Promise<number> {
  const { sources } = lookupEnv()
  if (sources.length === 0)
    throw new Failure(`LOOKUP is not set: set it to those that may be asked, of ${lookupSources.join(', ')}`)
  const isbns = given.map((text) => {
    const isbn = readIsbn(text)
    if (isbn === undefined) throw new Failure(`${singleLine(text)} is no ISBN`)
    return isbn
  })
  return withDatabase(async () => {
    let code = 0
    for (const isbn of isbns) {
      const { sources: found } = await lookUpIsbn(isbn, sources)
      process.stdout.write(
        withLocale('en', () =>
          [isbn, ...found.flatMap(textOf), ...silenceTexts(found).map((text) => `  ${text}`)].join('\n'),
        ) + '\n',
      )
      if (found.every(({ book, isOther }) => book === null || isOther) && code !== 1)
        code = found.some(({ failure }) => failure !== null) ? 1 : UNKNOWN
    }
    return code
  }, 'none')
}

function textOf({ source, book, genre, isOther }: LookupFound): string[] {
  if (!book) return []
  const values = Object.entries({ ...book, genreId: genre })
    .filter(([, value]) => value !== null && value !== '')
    .map(([field, value]) => {
      const words = lookUp<FieldWords>(bookFields, field)
      return `    ${`${words?.label() ?? field}:`.padEnd(INDENT)} ${singleLine(fieldText(value, words))}`
    })
  const title = `  ${LOOKUP_SOURCES[source].title}`
  return [isOther ? `${title} (${m.lookup_other_isbn_value()})` : title, ...values]
}
