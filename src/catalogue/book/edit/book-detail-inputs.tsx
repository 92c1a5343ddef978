import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatLanguage } from '#base/i18n/format.ts'
import { languageCode, LANGUAGES } from '#base/i18n/languages.ts'
import { getLocale, locales } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { hyphenateIsbn } from '#base/lib/hyphenate-isbn.ts'
import { findIsbns, readIsbn } from '#base/lib/isbn.ts'
import { splitList } from '#base/lib/list-cell.ts'
import type { NamedValue } from '#base/lib/noun.ts'
import { fold } from '#base/lib/search/fold.ts'
import { sorted } from '#base/lib/search/sorted.ts'
import { Button } from '#base/ui/button.tsx'
import { CloseButton } from '#base/ui/dialog/close-button.tsx'
import { ComboBox } from '#base/ui/form/combo-box.tsx'
import { emptyText, LineInput } from '#base/ui/form/inputs.tsx'
import { CameraScan } from '#base/ui/camera/camera-scan.tsx'
import { ListInput } from '#base/ui/form/list-input.tsx'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { DETAILS_MAX } from '../book-fields.schema.ts'
import { otherLanguageNamesQuery } from './language-names.data.ts'
import type { BookInputProps } from './book-inputs.tsx'

// The inputs of the optional fields, which stand under 'More details'.

/** ISBNs, typed, pasted or scanned in any writing. The check digit is looked at while they are typed. */
export const IsbnInput = ({ className, ...props }: BookInputProps<string[]>) => (
  <div className={className}>
    <ListInput
      {...props}
      className=""
      inputMode="numeric"
      wordOf={hyphenateIsbn}
      split={(text) => findIsbns(text).isbns}
      problemOf={(typed) => (readIsbn(typed) === undefined ? isbnProblem(typed) : undefined)}
      onChange={(isbns) => props.onChange([...isbns])}
    />
    {!props.readOnly && (
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        <CameraScan
          wanted="isbn"
          isOnce
          onCode={(isbn) => props.onChange([...new Set([...props.value, ...findIsbns(isbn).isbns])])}
        />
      </div>
    )}
  </div>
)

const TEN = 10

/** Nothing is wrong as long as digits are missing. */
const isbnProblem = (typed: string): string | undefined =>
  findIsbns(typed).isbns.length > 0 || typed.replace(/\D/g, '').length < TEN ? undefined : m.book_isbn_invalid()

/** Subjects; several at once between semicolons. */
export const SubjectsInput = (props: BookInputProps<string[]>) => (
  <ListInput {...props} split={splitList} onChange={(subjects) => props.onChange([...subjects])} />
)

/** Typed text that is no language, which the schema refuses. */
const NO_SUCH_LANGUAGE = '?'

/** A language, chosen by typing its name in the visitor's language; the languages of Maktaba stand first. */
export function LanguageInput({ value, last, isOptional, onChange, ...rest }: BookInputProps<string | null>) {
  const [typed, setTyped] = useState<{ text: string; value: string | null }>()
  const isTyped = typed !== undefined && typed.value === value
  const first = new Set<string>([...(last === undefined || last === null ? [] : [last]), getLocale(), ...locales])
  const options = [
    ...[...first].map((code) => ({ id: code, label: formatLanguage(code) })),
    ...sorted(
      LANGUAGES.filter((code) => !first.has(code)).map((code) => ({ id: code, label: formatLanguage(code) })),
      (a, b) => a.label.localeCompare(b.label, getLocale()),
    ),
  ]
  const { data: otherNames = {} } = useQuery(otherLanguageNamesQuery)
  const fitting = (text: string) => {
    const start = fold(text)
    // A code, or the name in another language, leads to the language as well.
    const code = languageCode(text.trim())
    return options.filter(
      ({ id, label }) =>
        id === code || ` ${fold(label)}`.includes(` ${start}`) || otherNames[id]?.some((name) => fold(name) === start),
    )
  }
  return (
    <ComboBox
      {...rest}
      mustPick
      placeholder={emptyText(isOptional)}
      text={isTyped ? typed.text : value === null ? '' : formatLanguage(value)}
      options={isTyped && typed.text.trim() !== '' ? fitting(typed.text) : options}
      onType={(text) => {
        const next = text.trim() === '' ? null : (fitting(text)[0]?.id ?? NO_SUCH_LANGUAGE)
        setTyped({ text, value: next })
        onChange(next)
      }}
      onPick={({ id }) => {
        setTyped(undefined)
        onChange(id)
      }}
    />
  )
}

/** Names and values that no other field holds; an imported file brings most of them. */
export function DetailsInput({
  label,
  value,
  error,
  readOnly,
  className,
  name,
  onChange,
}: BookInputProps<NamedValue[]>) {
  const set = (at: number, next: Partial<NamedValue>) =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...next } : one)))
  const plain = { name, isOptional: false, readOnly, autoFocus: false, error: undefined }
  return (
    <fieldset className={className}>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      {value.map((detail, at) => (
        <div
          // Details are keyed by their place: names repeat, and change while they are typed.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          className="mb-2 flex flex-wrap items-end gap-2"
        >
          <LineInput
            {...plain}
            label={m.book_detail_name()}
            value={detail.name}
            className="min-w-0 flex-1 basis-32"
            onChange={(next) => set(at, { name: next })}
          />
          <LineInput
            {...plain}
            label={detail.name === '' ? m.book_detail_value_new() : m.book_detail_value({ name: detail.name })}
            value={detail.value}
            className="min-w-0 flex-1 basis-60"
            onChange={(next) => set(at, { value: next })}
          />
          <CloseButton
            label={m.list_input_remove({ item: detail.name })}
            onClick={() => readOnly || onChange(value.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {value.length < DETAILS_MAX && (
        <Button look="second" onClick={() => readOnly || onChange([...value, { name: '', value: '' }])}>
          {m.book_detail_add()}
        </Button>
      )}
      <FieldNote id={`${name}-note`} error={error} />
    </fieldset>
  )
}
