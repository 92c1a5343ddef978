import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { arrowStop } from '#base/lib/form/arrow-stop.ts'
import { fold } from '#base/lib/search/fold.ts'
import { stringifySearchParams } from '#base/lib/list/search-params.ts'
import { isArabicScript } from '#base/lib/search/text.ts'
import { bookLettersQuery } from '../book.data.ts'
import type { LetteredSort } from '../search/book-search.schema.ts'
import type { ReaderSearch } from './reader-search.schema.ts'

/** The entry for digits and signs, before the letters. */
const OTHER = '#'

/** Holds the classes of the letters too: repeated at each letter they would be a fifth of the page's bytes. */
const SCRIPT =
  'flex flex-none md:pointer-fine:shrink md:pointer-fine:flex-wrap *:grid *:h-11 *:min-w-11 *:flex-none *:place-items-center *:rounded-md *:font-medium *:text-muted *:hover:text-accent *:focus-visible:-outline-offset-2 *:aria-[current=true]:bg-accent-soft *:aria-[current=true]:text-accent md:pointer-fine:*:h-9 md:pointer-fine:*:min-w-8'

interface LetterRailProps {
  params: ReaderSearch
  sort: LetteredSort
  onPick: (letter: string) => void
}

/**
 * The letters at which the list can begin; stays in view while the list scrolls, on a phone as a strip that scrolls
 * sideways. Plain links, because each of the many router links would cost rendering time on the server.
 */
export function LetterRail({
  params: { genreId, author, publisher, letter, ...params },
  sort,
  onPick,
}: LetterRailProps) {
  const narrowed = { genreId, author, publisher }
  const { data } = useQuery({ ...bookLettersQuery(narrowed, sort), placeholderData: keepPreviousData })
  const current = letter && (fold(letter).slice(0, 1).toUpperCase() || OTHER)
  const letters = data?.letters ?? []
  const rail = useRef<HTMLElement>(null)
  useEffect(() => arrowStop(rail.current))
  if (letters.length < 2) return null
  const hrefOf = (one: string) => `/app/books${stringifySearchParams({ ...narrowed, ...params, letter: one })}`
  return (
    <nav
      ref={rail}
      aria-label={m.books_letters()}
      data-letters=""
      className="relative top-0 z-10 -mx-5 mb-2 flex gap-x-3 overflow-x-auto overscroll-x-contain bg-paper px-3.5 [scrollbar-width:none] md:-mx-1.5 md:px-0 md:pointer-fine:flex-wrap print:hidden [@media(height>=30rem)]:sticky"
    >
      {byScript(letters).map((script) => (
        <div key={script[0]} className={SCRIPT}>
          {script.map((one) => (
            <a
              key={one}
              ref={one === current ? bringIntoView : undefined}
              href={hrefOf(one)}
              aria-current={one === current ? true : undefined}
              aria-label={one === OTHER ? m.books_letter_other({ sign: OTHER }) : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                onPick(one)
              }}
            >
              {one}
            </a>
          ))}
        </div>
      ))}
    </nav>
  )
}

/** Scrolls only the strip, not the page. */
function bringIntoView(link: HTMLElement | null): void {
  const strip = link?.closest('nav')
  if (link && strip) strip.scrollLeft = link.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2
}

/** Arabic letters in a separate row; the first one in Arabic. */
function byScript(letters: readonly string[]): string[][] {
  const [arabic, others] = [letters.filter(isArabicScript), letters.filter((one) => !isArabicScript(one))]
  return (getLocale() === 'ar' ? [arabic, others] : [others, arabic]).filter(({ length }) => length > 0)
}
