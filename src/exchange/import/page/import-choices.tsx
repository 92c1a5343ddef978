import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import { genresQuery } from '#catalogue/genre/genre.data.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { sorted } from '#base/lib/search/sorted.ts'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { Sentence } from '#base/ui/sentence.tsx'
import { ImportGenres } from './import-genres.tsx'
import { editionOptions, fieldLabel } from './import-words.ts'
import { NameList } from '../shared/name-list.tsx'
import { knownChoices, type KnownBooks } from '../import-choices.schema.ts'
import type { Correction, Import } from '../import.schema.ts'
import { CheckBox } from '#base/ui/check-box.tsx'

const NONE = ''

interface ChoicePanelProps {
  item: Import
  onChange: (correction: Correction) => void
}

/** What is to be done with books without a genre, new genres, books that are here, and possible duplicates. */
export function ImportChoicePanel({ item, onChange }: ChoicePanelProps) {
  const { choices, created, updated, similar, newGenres, sums, headings, hiddenRows, hasTurnedNames, otherEditions } =
    item
  const { data: genres } = useSuspenseQuery(genresQuery)
  const choose = (next: Partial<Import['choices']>) => onChange({ choices: { ...choices, ...next } })
  const options = sorted(
    genres.map((genre) => ({ value: genre.id, label: genreWord(genre) })),
    (a, b) => a.label.localeCompare(b.label, getLocale()),
  )
  if (created + updated + newGenres.length + sums + headings + hiddenRows + otherEditions === 0 && !choices.fillsOnly)
    return null
  // Genres that the switch adds; the other new genres were chosen one by one.
  const addable = newGenres.map(({ name }) => name).filter((name) => !Object.hasOwn(choices.genres, name))
  return (
    <Panel title={m.import_choices()} className="mt-4">
      <div className="mt-3 grid grid-cols-1 items-start gap-x-8 gap-y-3 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
        <SelectField
          label={m.import_genre()}
          value={choices.genreId ?? NONE}
          options={[{ value: NONE, label: m.books_genre_none() }, ...options]}
          onChange={(next) => choose({ genreId: next === NONE ? null : next })}
        />
        {/* Level with the list beside it, whose label stands above. */}
        <div className="md:pt-6.5">
          {addable.length > 0 && (
            <Choice isChosen={choices.addsGenres} onChoose={(addsGenres) => choose({ addsGenres })}>
              <Sentence text={m.import_adds_genres} parts={{ genres: <NameList names={addable} /> }} />
            </Choice>
          )}
          {(hasTurnedNames || choices.turnsNames) && (
            <Choice isChosen={choices.turnsNames} onChoose={(turnsNames) => choose({ turnsNames })}>
              {m.import_turns_names()}
            </Choice>
          )}
          {(sums > 0 || choices.addsSums) && (
            <Choice isChosen={choices.addsSums} onChoose={(addsSums) => choose({ addsSums })}>
              {m.import_adds_sums()}
            </Choice>
          )}
          {(headings > 0 || choices.addsHeadings) && (
            <Choice isChosen={choices.addsHeadings} onChoose={(addsHeadings) => choose({ addsHeadings })}>
              {m.import_adds_headings()}
            </Choice>
          )}
          {(hiddenRows > 0 || choices.addsHidden) && (
            <Choice isChosen={choices.addsHidden} onChoose={(addsHidden) => choose({ addsHidden })}>
              {m.import_adds_hidden()}
            </Choice>
          )}
          {similar !== null && similar > 0 && (
            <Choice isChosen={choices.addsSimilar} onChoose={(addsSimilar) => choose({ addsSimilar })}>
              {m.import_adds_similar({ count: formatNumber(similar) })}
            </Choice>
          )}
        </div>
      </div>
      <div className="mt-4 grid grid-cols-1 items-start gap-x-8 gap-y-3 empty:hidden md:grid-cols-2">
        {(updated > 0 || choices.fillsOnly) && <KnownBooks item={item} onChoose={choose} />}
        {otherEditions > 0 && (
          <SelectField
            label={m.import_editions({ count: formatNumber(otherEditions) })}
            value={choices.editions}
            options={editionOptions()}
            hint={m.import_editions_hint()}
            onChange={(editions) => choose({ editions })}
          />
        )}
      </div>
      {newGenres.length > 0 && <ImportGenres item={item} genres={options} onChoose={choose} />}
    </Panel>
  )
}

interface KnownBooksProps {
  item: Pick<Import, 'choices' | 'updated' | 'fieldChanges'>
  onChoose: (next: Partial<Import['choices']>) => void
}

/** What becomes of books that are here already, with the number of changes by field. */
function KnownBooks({ item: { choices, updated, fieldChanges }, onChoose }: KnownBooksProps) {
  const value: KnownBooks = choices.changesBooks ? (choices.fillsOnly ? 'fill' : 'change') : 'leave'
  return (
    <SelectField<KnownBooks>
      label={m.import_known_books({ count: formatNumber(updated) })}
      value={value}
      options={[
        { value: 'change', label: m.import_known_change() },
        { value: 'fill', label: m.import_known_fill() },
        { value: 'leave', label: m.import_known_leave() },
      ]}
      hint={value === 'leave' ? undefined : <FieldChanges fieldChanges={fieldChanges} />}
      onChange={(next) => onChoose(knownChoices(next))}
    />
  )
}

/** In how many books each field is filled in, and in how many it gets another value. */
export const FieldChanges = ({ fieldChanges }: Pick<Import, 'fieldChanges'>) =>
  Object.entries(fieldChanges).map(([name, { filled, changed }]) => {
    const field = fieldLabel(name)
    return (
      <span key={name} className="block">
        {[
          ...(filled > 0 ? [m.import_field_filled({ field, count: formatNumber(filled) })] : []),
          ...(changed > 0 ? [m.import_field_changed({ field, count: formatNumber(changed) })] : []),
        ].join(' · ')}
      </span>
    )
  })

interface ChoiceProps {
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  children: ReactNode
}

const Choice = ({ isChosen, onChoose, children }: ChoiceProps) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
    <CheckBox
      checked={isChosen}
      className="size-4.5 flex-none cursor-pointer accent-accent"
      onChange={({ target }) => onChoose(target.checked)}
    />
    <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
  </label>
)
