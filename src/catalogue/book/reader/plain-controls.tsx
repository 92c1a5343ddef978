import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { useIsLending } from '#kit/installation/installation.data.ts'
import { buttonClass } from '#base/ui/button.tsx'
import { CheckBox } from '#base/ui/check-box.tsx'
import { filterClass } from '#base/ui/list/filter-class.ts'
import { useLanguageOptions } from '../filter/use-language-options.ts'
import { pickFilters } from '../search/book-search.schema.ts'
import type { ReaderSearch } from './reader-search.schema.ts'

/** What the form of a list has besides where there is no script: the less frequent filters, what else is set, a button. */
export function PlainControls({ params }: { params: ReaderSearch }) {
  const { genreId: _, availability, language, yearFrom, yearTo, ...others } = pickFilters(params)
  const isLending = useIsLending()
  const languages = useLanguageOptions(language)
  return (
    <div className="flex flex-wrap gap-2">
      {Object.entries({ searchTerm: params.searchTerm || undefined, ...others }).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <select
        name="language"
        aria-label={m.book_language()}
        defaultValue={language ?? ''}
        className={`px-3 ${filterClass(language !== undefined)}`}
      >
        {languages.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {isLending && (
        <label className={`inline-flex items-center gap-2 px-3 ${filterClass(availability !== undefined)}`}>
          <CheckBox name="availability" value="onShelf" defaultChecked={availability !== undefined} />
          {m.own_filter()}
        </label>
      )}
      <Year name="yearFrom" label={m.books_year_from_label()} value={yearFrom} />
      <Year name="yearTo" label={m.books_year_to_label()} value={yearTo} />
      <button type="submit" className={buttonClass('second')}>
        {m.books_show()}
      </button>
    </div>
  )
}

function Year({ name, label, value }: { name: string; label: string; value: number | undefined }) {
  return (
    <input
      name={name}
      inputMode="numeric"
      pattern="[0-9]{1,4}"
      aria-label={label}
      placeholder={label}
      defaultValue={value}
      className={`w-36 px-3 placeholder:text-muted ${filterClass(value !== undefined)}`}
    />
  )
}

/** The way to the next page of a list. */
export function PlainNextPage({ params }: { params: ReaderSearch }) {
  return (
    <Link to="/app/books" search={params} className={buttonClass('second', 'mt-4')}>
      {m.list_load_more()}
    </Link>
  )
}
