import { useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { westernDigits } from '#base/lib/search/digits.ts'
import { useIsLending } from '#kit/installation/installation.data.ts'
import { Button } from '#base/ui/button.tsx'
import { CheckBox } from '#base/ui/check-box.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { isChosen, NONE_CHOSEN, type ChosenFilters } from './chosen-filters.ts'
import { useLanguageOptions } from './use-language-options.ts'

interface BookFilterFormProps {
  params: ChosenFilters
  onChoose: (next: ChosenFilters) => void
}

/** Parses a typed year in digits of any script: undefined if it is empty, NaN if it is no year. */
function typedYear(text: string): number | undefined {
  const digits = westernDigits(text).trim()
  return digits === '' ? undefined : /^\d{1,4}$/.test(digits) ? Number(digits) : Number.NaN
}

/** The less frequent filters of a list of books: on the shelf, where the library lends; language, and years from and to. */
export function BookFilterForm({ params, onChoose }: BookFilterFormProps) {
  const isLending = useIsLending()
  const [availability, setAvailability] = useState(params.availability)
  const [language, setLanguage] = useState(params.language ?? '')
  const [typed, setTyped] = useState({ yearFrom: yearText(params.yearFrom), yearTo: yearText(params.yearTo) })
  const [problems, setProblems] = useState<{ yearFrom?: string; yearTo?: string }>({})
  const languages = useLanguageOptions(params.language)
  const submit = (form: HTMLFormElement) => {
    const [yearFrom, yearTo] = [typedYear(typed.yearFrom), typedYear(typed.yearTo)]
    const found = {
      ...(Number.isNaN(yearFrom) && { yearFrom: m.books_year_wrong() }),
      ...(Number.isNaN(yearTo) && { yearTo: m.books_year_wrong() }),
      ...(yearFrom !== undefined &&
        yearTo !== undefined &&
        yearFrom > yearTo && { yearTo: m.books_year_order({ year: String(yearFrom) }) }),
    }
    setProblems(found)
    const [first] = Object.keys(found)
    if (first === undefined) return onChoose({ availability, language: language || undefined, yearFrom, yearTo })
    form.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }
  const year = (name: 'yearFrom' | 'yearTo', label: string) => (
    <TextField
      name={name}
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      enterKeyHint="search"
      value={typed[name]}
      error={problems[name]}
      onChange={({ target }) => {
        setTyped({ ...typed, [name]: target.value })
        setProblems({})
      }}
    />
  )
  return (
    <Form
      isChanged={false}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      {isLending && (
        <label className="flex min-h-11 items-center gap-3 font-medium">
          <CheckBox
            checked={availability !== undefined}
            onChange={({ target }) => setAvailability(target.checked ? 'onShelf' : undefined)}
            className="size-5 flex-none accent-accent"
          />
          {m.own_filter()}
        </label>
      )}
      <SelectField label={m.book_language()} value={language} options={languages} onChange={setLanguage} />
      <div className="grid grid-cols-2 items-start gap-3">
        {year('yearFrom', m.books_year_from_label())}
        {year('yearTo', m.books_year_to_label())}
      </div>
      <div className="mt-1 flex flex-col gap-2.5">
        <Button type="submit">{m.books_show()}</Button>
        {isChosen(params) && (
          <Button look="second" onClick={() => onChoose(NONE_CHOSEN)}>
            {m.books_filters_clear()}
          </Button>
        )}
      </div>
    </Form>
  )
}

const yearText = (year: number | undefined): string => (year === undefined ? '' : String(year))
