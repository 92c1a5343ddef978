import { memo, type CSSProperties } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { isArabicScript } from '#lib/text.ts'
import type { Book } from './book.schema.ts'

const NO_GENRE_HUE = 60

/** FNV-1a, 32 bits: the same book always gets the same cover. */
function hash(text: string): number {
  let value = 2166136261
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16777619)
  return value >>> 0
}

function colors(hue: number, seed: number): CSSProperties {
  const lightness = 0.44 + ((seed >>> 8) % 6) * 0.035
  const turned = hue + ((seed >>> 12) % 25) - 12
  return {
    '--cover': `oklch(${lightness.toFixed(3)} 0.088 ${turned})`,
    '--cover-low': `oklch(${(lightness - 0.06).toFixed(3)} 0.085 ${turned})`,
    '--cover-line': `oklch(0.93 0.05 ${turned} / 0.32)`,
    // Dark enough for its words at every hue: 4.5:1.
    '--cover-plate': `oklch(${Math.min(lightness - 0.13, 0.42).toFixed(3)} 0.07 ${turned})`,
  }
}

/** Letters shrink with the length of the title and of its longest word, so that no word has to break. */
function sizeOf(title: string): string {
  const length = [...title].length
  const longest = Math.max(...title.split(/[\s-]+/).map((word) => [...word].length))
  if (length > 30 || longest > 12) return 'xs'
  if (length > 20 || longest > 10) return 's'
  return length > 11 || longest > 8 ? 'm' : 'l'
}

/** The cover of a book, drawn from its genre (hue), its id (pattern) and its words. Decoration: the words stand beside it too. */
export const BookCover = memo(function BookCover({
  book,
  className = '',
}: {
  book: Pick<Book, 'id' | 'title' | 'author' | 'genre'>
  className?: string
}) {
  const seed = hash(book.id)
  const author = book.author || m.book_unknown_author()
  return (
    <span aria-hidden="true" className={`cover ${className}`} style={colors(book.genre?.hue ?? NO_GENRE_HUE, seed)}>
      <span className="cover-pattern" data-pattern={seed % 6} />
      <span className="cover-plate" data-place={(seed >>> 4) % 3}>
        <span
          dir="auto"
          className="cover-title"
          data-size={sizeOf(book.title)}
          data-arabic={isArabicScript(book.title) ? '' : undefined}
        >
          {book.title}
        </span>
        <span dir="auto" className="cover-author" data-arabic={isArabicScript(author) ? '' : undefined}>
          {author}
        </span>
      </span>
    </span>
  )
})
