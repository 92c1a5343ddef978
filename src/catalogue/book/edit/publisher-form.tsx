import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { ComboBox } from '#base/ui/form/combo-box.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { useDebounced } from '#base/ui/use-debounced.ts'
import { suggestionsQuery } from './book-edit.data.ts'
import { NO_PUBLISHER, PUBLISHER_MAX } from '../search/book-search.schema.ts'
import { suggestionOption } from './suggestion-option.ts'

/** Milliseconds without typing until suggestions are requested. */
const PAUSE = 150

interface PublisherFormProps {
  publisher: string
  /** Called with a trimmed name or NO_PUBLISHER; undefined for all. */
  onChoose: (publisher: string | undefined) => void
}

/** A text field for a publisher, with those of the catalogue as suggestions. */
export function PublisherForm({ publisher, onChoose }: PublisherFormProps) {
  const [text, setText] = useState(publisher)
  const { data: found = [] } = useQuery(suggestionsQuery({ field: 'publisher', text: useDebounced(text, PAUSE) }))
  return (
    <Form
      isChanged={false}
      // Leaves room for the list, which the dialog would cut off.
      className="flex min-h-88 flex-col justify-between gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(text.trim() || undefined)
      }}
    >
      <ComboBox
        label={m.book_publisher()}
        hint={m.books_publisher_hint()}
        text={text}
        options={text.trim() ? found.map(suggestionOption) : []}
        maxLength={PUBLISHER_MAX}
        dir="auto"
        enterKeyHint="search"
        onType={setText}
        onPick={({ label }) => onChoose(label)}
      />
      <div className="flex flex-col gap-2.5">
        <Button type="submit">{m.books_publisher_show()}</Button>
        <Button look="second" onClick={() => onChoose(NO_PUBLISHER)}>
          {m.books_publisher_none()}
        </Button>
      </div>
    </Form>
  )
}
