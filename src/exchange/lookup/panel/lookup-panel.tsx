import { useQuery, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { lookupQuery, lookupSourcesQuery } from '../lookup.data.ts'
import type { Lookup } from '../lookup.schema.ts'
import { silenceTexts } from '../lookup.words.ts'
import { sourceNames } from '#exchange/book-source/book-source.words.ts'
import { fromThrown } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { fieldsOf } from '#base/lib/fields-of.ts'
import { isSameValue } from '#base/lib/form/is-same-value.ts'
import { findIsbns } from '#base/lib/isbn.ts'
import { readCode } from '#base/lib/scan/read-code.ts'
import type { LookupSource } from '#base/lib/lookup-sources.ts'
import { Button } from '#base/ui/button.tsx'
import { CameraScan } from '#base/ui/camera/camera-scan.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { useScannedText } from '#base/ui/form/use-scanned-text.ts'
import { Icon } from '#base/ui/icon.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import { Spinner } from '#base/ui/state/spinner.tsx'
import type { BookInput } from '#catalogue/book/book.schema.ts'
import { BookLink } from '#catalogue/book/shared/book-link.tsx'
import { choicesOf, fillingOf } from './lookup-choices.ts'
import { LookupValues } from './lookup-values.tsx'

interface LookupPanelProps {
  draft: BookInput
  /** Puts values into the form. */
  onFill: (values: Partial<BookInput>) => void
  /** Moves the focus into the form, once it was filled in. */
  onFilled: () => void
}

/** Whether there is a source that can be asked. */
export const loadLookupPanel = async ({ queryClient }: { queryClient: QueryClient }): Promise<boolean> =>
  (await queryClient.query(lookupSourcesQuery)).length > 0

/** The panel of the sources that are asked, in their order; nothing without one. */
export function LookupPanel(props: LookupPanelProps) {
  const { data: sources } = useSuspenseQuery(lookupSourcesQuery)
  return sources.length > 0 && <SourcesPanel sources={sources} {...props} />
}

/**
 * Looks a new book up by its ISBN, typed or scanned: Enter asks, and once more fills in what is empty in the form. The form
 * can be filled in meanwhile, and nothing is saved.
 */
function SourcesPanel({ sources, draft, onFill, onFilled }: LookupPanelProps & { sources: readonly LookupSource[] }) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  /** The ISBN of which the values are shown. */
  const [shown, setShown] = useState('')
  const panel = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const onKeyDown = useScannedText(setTyped)
  const query = useQuery(lookupQuery(asked))
  const found = query.isFetching ? undefined : query.data
  const fields = found ? choicesOf(found) : []
  const filling = fillingOf(draft, fields)
  const isFilled = fieldsOf(filling).length === 0

  const fill = () => {
    onFill(filling)
    onFilled()
  }
  const lookUp = (text: string) => {
    const [isbn] = [...readCode(text).isbns, ...findIsbns(text).isbns]
    setTyped(isbn ?? text)
    setIsWrong(isbn === undefined)
    if (isbn === undefined) return
    // An ISBN in the form that is not the one asked for before stays.
    if (isSameValue(draft.isbn, asked === '' ? [] : [asked])) onFill({ isbn: [isbn] })
    if (isbn !== asked) setAsked(isbn)
    else if (fields.length > 0 && !isFilled) return fill()
    else if (!query.isFetching) void query.refetch()
  }

  // Selects the ISBN in the field: the next scan replaces it.
  useLayoutEffect(() => {
    if (asked !== '' && document.activeElement === input.current) input.current?.select()
  }, [asked])
  // What was found is shown only while the focus is outside the form: it would push down the field that somebody types in.
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (found && (activeElement === body || panel.current?.contains(activeElement))) setShown(asked)
  }, [found, asked])

  return (
    <section ref={panel} aria-label={m.lookup_title()} className={`${panelClass} mb-5 sm:p-6`}>
      <Form
        isChanged={false}
        noValidate
        // The note below is as wide as field and button together.
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2.5 [&_label]:col-span-2 [&_p]:order-1 [&_p]:col-span-2"
        onSubmit={(event) => {
          event.preventDefault()
          lookUp(typed)
        }}
      >
        <TextField
          ref={input}
          label={m.lookup_title()}
          hint={asked === '' ? m.lookup_hint({ sources: sourceNames(sources, 'title') }) : undefined}
          error={isWrong ? m.book_isbn_invalid() : undefined}
          name="lookup"
          value={typed}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          maxLength={100}
          className="contents"
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            setTyped(target.value)
            setIsWrong(false)
          }}
        />
        {/* Never busy: Enter would not submit the next scan. */}
        <Button type="submit" look="second">
          {query.isFetching && <Spinner />}
          {m.lookup_button()}
        </Button>
      </Form>
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        <CameraScan wanted="isbn" isOnce onCode={(text) => lookUp(text.slice(0, 100))} />
      </div>
      {/* Of two lines from the beginning, which most answers have. */}
      <div role="status" className={asked === '' || isWrong ? '' : 'mt-2 min-h-11 text-sm'}>
        {query.isFetching && <p className="text-muted">{m.lookup_asking({ sources: sourceNames(sources) })}</p>}
        {!query.isFetching && query.error && <p className="text-danger">{fromThrown(query.error).message}</p>}
        {found && !isWrong && <Outcome found={found} />}
      </div>
      {fields.length > 0 &&
        (shown === asked ? (
          <>
            <LookupValues fields={fields} draft={draft} onPick={onFill} />
            {fields.every(({ choices }) => choices.every(({ isOther }) => isOther)) ? null : isFilled ? (
              <p className="mt-3 flex min-h-11 items-center gap-2 text-success">
                <Icon name="check" /> {m.lookup_filled()}
              </p>
            ) : (
              <Button className="mt-3" onClick={fill}>
                {m.lookup_fill()}
              </Button>
            )}
          </>
        ) : (
          <Button look="second" className="mt-2" onClick={() => setShown(asked)}>
            {m.lookup_show()}
          </Button>
        ))}
    </section>
  )
}

/** What is here already, who knows the book, and why the others say nothing. */
function Outcome({ found: { own, sources } }: { found: Lookup }) {
  const knowing = sources.filter(({ book, isOther }) => book !== null && !isOther).map(({ source }) => source)
  const others = sources.filter(({ isOther }) => isOther).map(({ source }) => source)
  return (
    <>
      {own.map((book) => (
        <p key={book.id}>
          <BookLink book={book} sentence={m.lookup_own} />
        </p>
      ))}
      {knowing.length > 0 && <p>{m.lookup_found({ sources: sourceNames(knowing) })}</p>}
      {others.length > 0 && <p>{m.lookup_other_isbn({ sources: sourceNames(others) })}</p>}
      {silenceTexts(sources).map((text) => (
        <p key={text} className="text-muted">
          {text}
        </p>
      ))}
      {knowing.length + others.length === 0 && <p>{m.lookup_unknown()}</p>}
    </>
  )
}
