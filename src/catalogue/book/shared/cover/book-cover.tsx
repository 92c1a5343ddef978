import { memo, type CSSProperties } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { isArabicScript } from '#base/lib/search/text.ts'
import { coverAddress, coverSize } from '#base/lib/cover-address.ts'
import { colorOf } from './book-cover-colors.ts'
import { coverLook, type CoverLook } from './book-cover-look.ts'
import { initialOf, isRightToLeft, sizeOf, type Size } from './book-cover-words.ts'
import { partsOfTitle } from '../../page/book-title.ts'
import type { Book } from '../../book.schema.ts'
import './book-cover.css'

/** The colours that the composition has. */
function styleOf({ layout, tone, hue }: CoverLook): CSSProperties {
  const isBroad = layout === 'low' || layout === 'top'
  const hasPlate = layout === 'label' || layout.startsWith('band')
  return {
    '--ground': colorOf(tone, 'ground', hue),
    '--drawing': colorOf(tone, isBroad ? 'shape' : 'line', hue),
    '--ink': colorOf(tone, hasPlate ? 'plateInk' : 'ink', hue),
    ...(hasPlate && { '--plate': colorOf(tone, 'plate', hue) }),
  }
}

/**
 * A cover: its picture, or else one that is drawn: hue from genre or author, composition and tone from the id. Hidden from
 * screen readers, since title and author are shown next to it too.
 */
export const BookCover = memo(function BookCover({
  book,
  className = '',
}: {
  book: Pick<Book, 'id' | 'title' | 'author' | 'genre'> & { cover?: string | null }
  className?: string
}) {
  const author = book.author || m.book_unknown_author()
  const words = { ...partsOfTitle(book.title), author }
  const look = coverLook(book, words)
  const size = sizeOf(words.main)
  return (
    <span aria-hidden="true" className={`cover ${className}`} data-layout={look.layout} style={styleOf(look)}>
      <span
        className="cover-art"
        data-art={look.art}
        data-initial={look.art === 'initial' ? initialOf(words.main) : undefined}
      />
      <span className="cover-words" data-rtl={isRightToLeft(words.main) ? '' : undefined}>
        <CoverText name="title" size={size} text={words.main} />
        {words.series && <CoverText name="series" text={words.series} />}
        <CoverText name="author" text={author} />
      </span>
      {book.cover && <CoverPicture key={book.cover} cover={book.cover} />}
    </span>
  )
})

/** How much of its height or width a picture may lose, to fill the cover. */
const CUT = 0.15

/** The picture over the drawn cover, which stays where it cannot be loaded. One of quite another shape is shown whole. */
function CoverPicture({ cover }: { cover: string }) {
  const { width, height } = coverSize(cover)
  const isAlike = Math.abs(Math.log((width / height) * 1.5)) < CUT
  return (
    <img
      src={coverAddress(cover)}
      alt=""
      {...{ width, height }}
      loading="lazy"
      decoding="async"
      className={isAlike ? 'cover-picture object-cover' : 'cover-picture object-contain'}
      // The picture may have failed to load before the page had its script.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) image.hidden = true
      }}
      onError={({ currentTarget }) => {
        currentTarget.hidden = true
      }}
    />
  )
}

function CoverText({ name, size, text }: { name: 'title' | 'series' | 'author'; size?: Size; text: string }) {
  return (
    <span dir="auto" className={`cover-${name}`} data-size={size} data-arabic={isArabicScript(text) ? '' : undefined}>
      {text}
    </span>
  )
}
