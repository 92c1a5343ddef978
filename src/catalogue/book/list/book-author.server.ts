import { sql, type SQL } from 'drizzle-orm'
import { bookName } from '#base/db/tables/book-name.ts'
import { book } from '#base/db/tables/book.ts'

/** Separators of several authors in a folded field, as in `authorsOf`; with those that may stand within one name. */
const PARTING = '\\s*[,;&]\\s*|\\s+(?:and|et|na)\\s+'

/**
 * Condition for the books of an author, compared without case, accents and dots: alone in the field or among others. Uses
 * the index of author fields with the few spellings that name the author.
 */
export function isBy(author: string): SQL {
  // Authors are the same by the rule of the unique key.
  const wanted = sql`public.author_key(${author}::text)`
  const words = sql`'%' || regexp_replace(public.fold_words(${author}::text), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
  const spellings = (of: SQL) => sql`array(
    select ${of} from ${bookName}
    where ${bookName.field} = 'author' and ${bookName.words} like ${words}
      and (public.author_key(${bookName.name}) = ${wanted}
        or ${wanted} = any(regexp_split_to_array(public.author_key(${bookName.name}), ${PARTING}))))`
  return sql`((left(public.author_key(${book.author}), 100) collate "C") = any(${spellings(sql`left(public.author_key(${bookName.name}), 100) collate "C"`)})
    and ${book.author} = any(${spellings(sql`${bookName.name}`)}))`
}
