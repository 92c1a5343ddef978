import { sql } from 'drizzle-orm'
import { readDb } from '#base/db/connection/client.server.ts'
import { tableVersion, VersionedPromiseCache } from '#base/db/list/versioned-cache.server.ts'
import { bookChange } from '#base/db/tables/book-change.ts'
import { book } from '#base/db/tables/book.ts'
import { formatLanguage } from '#base/i18n/format.ts'
import { LANGUAGES } from '#base/i18n/languages.ts'
import { getLocale, locales } from '#base/i18n/locale.ts'
import { recordOf } from '#base/lib/record-of.ts'

const languages = new VersionedPromiseCache<string[]>(1)

const named = (codes: readonly string[]): Record<string, string> =>
  recordOf(codes.map((code) => [code, formatLanguage(code)]))

/** The languages that books have, by their codes, with their names in the language of the request. */
export const languagesOfBooks = async (): Promise<Record<string, string>> => named(await codesOfBooks())

/** The names of all languages that can be chosen, and of those that books have, by their codes. */
export const namesOfLanguages = async (): Promise<Record<string, string>> =>
  named([...LANGUAGES, ...(await codesOfBooks())])

/** What the languages that can be chosen are called in the other languages of Maktaba, by their codes. */
export const otherNamesOfLanguages = (): Record<string, string[]> => {
  const others = locales.filter((locale) => locale !== getLocale())
  return recordOf(LANGUAGES.map((code) => [code, others.map((locale) => formatLanguage(code, locale))]))
}

/** From each code to the next by the index, however many books there are. */
async function codesOfBooks(): Promise<string[]> {
  return languages.getOrLoad('', await tableVersion(bookChange), async () => {
    const { rows } = await readDb().execute<{ code: string }>(sql`
      with recursive step as (
        select min(${book.language}) as code from ${book}
        union all
        select (select min(${book.language}) from ${book} where ${book.language} > step.code) from step where step.code is not null
      )
      select code from step where code is not null`)
    return rows.map(({ code }) => code)
  })
}
