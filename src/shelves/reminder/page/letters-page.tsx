import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { UNDO_TIME } from '#kit/activity/undo/undo.data.ts'
import { LateFilters } from '#lending/loan/shared/late-filters.tsx'
import { formatNumber } from '#base/i18n/format.ts'
import { LANGUAGE_NAMES, locales } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { CheckBox } from '#base/ui/check-box.tsx'
import { NativeSelect } from '#base/ui/form/native-select.tsx'
import { filterClass, selectClass } from '#base/ui/list/filter-class.ts'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { PrintedAlone } from '#base/ui/printed-alone.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useInBrowser } from '#base/ui/use-in-browser.ts'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { forgetPrintedLetters, lettersQuery, notePrintedLetters } from '../reminder.data.ts'
import type { LetterForm, LettersInput } from '../reminder.schema.ts'
import { lateFilter, lateSearch, type OverdueFilter } from '#lending/loan/overdue/overdue.schema.ts'
import { LetterMails, SendLetters } from '../mail/letter-mails.tsx'
import { LetterPaper } from './letter-paper.tsx'
import { sheetsOf } from './letter-sheets.ts'

/** Pages that are shown; all are printed. */
const SHOWN = 12

interface LettersPageProps {
  filter: OverdueFilter
  groups: readonly { id: string; name: string }[]
}

/** Slips and letters to who has late or lost books: the pages on the screen are the pages on paper. */
export function LettersPage({ filter, groups }: LettersPageProps) {
  const [look, setLook] = useState<Pick<LettersInput, 'form' | 'language'>>({ form: 'group' })
  const params = { ...filter, ...look }
  const { data: letters } = useSuspenseQuery(lettersQuery(params))
  const [hasPrices, setHasPrices] = useState(true)
  const isInBrowser = useInBrowser(() => true, false)
  const sheets = sheetsOf(letters)
  const refresh = useRefresh('borrower')
  const forget = useAction((at: string) => forgetPrintedLetters({ data: { at } }), {
    refresh,
    success: m.undo_done(),
    failure: m.undo_failed(),
  })
  const print = useAction(
    async () => {
      const loanIds = letters.flatMap(({ books }) => books.map(({ loanId }) => loanId))
      const { at } = await notePrintedLetters({ data: { loanIds } })
      void toast({
        type: 'success',
        title: m.letters_printed(),
        duration: UNDO_TIME,
        action: { label: m.books_undo(), onClick: () => void forget.run(at) },
      })
      window.print()
      await refresh()
    },
    { failure: m.letters_not_printed() },
  )
  const pages = sheets.length
  return (
    <ManagerPage
      title={m.letters_title()}
      trail={<ListBackLink to="/manager/overdue" label={m.overdue_title()} />}
      badge={
        letters.length > 0 && (
          <span className="text-muted">
            {m.letters_count({ count: letters.length, shown: formatNumber(letters.length) })}
          </span>
        )
      }
      filters={<Filters params={params} groups={groups} />}
      actions={
        pages > 0 && (
          <>
            <SendLetters filter={filter} />
            <Button {...blockedInDemo} isBusy={print.isBusy} onClick={() => void print.run()}>
              {m.letters_print({ count: pages, shown: formatNumber(pages) })}
            </Button>
          </>
        )
      }
    >
      <Look
        params={params}
        hasPrices={hasPrices}
        onPrices={setHasPrices}
        onLook={(next) => setLook((before) => ({ ...before, ...next }))}
      />
      <LetterMails filter={filter} />
      {pages === 0 && <EmptyState title={m.overdue_none_found()} text={m.overdue_none_found_text()} />}
      <div className="flex flex-wrap gap-4">
        {sheets.slice(0, SHOWN).map((sheet, at) => (
          // eslint-disable-next-line react/no-array-index-key -- a page is its place
          <figure key={at}>
            <figcaption className="mb-1 text-sm text-muted">
              {m.letters_page({ number: formatNumber(at + 1), group: sheet.group || m.overdue_without_group() })}
            </figcaption>
            <div className="letter-preview rounded-sm border border-line shadow-card">
              <LetterPaper sheet={sheet} hasPrices={hasPrices} />
            </div>
          </figure>
        ))}
      </div>
      {pages > SHOWN && (
        <p className="mt-3 text-muted">
          {m.letters_more({ count: pages - SHOWN, shown: formatNumber(pages - SHOWN) })}
        </p>
      )}
      {isInBrowser && (
        <PrintedAlone>
          {sheets.map((sheet, at) => (
            // eslint-disable-next-line react/no-array-index-key -- a page is its place
            <LetterPaper key={at} sheet={sheet} hasPrices={hasPrices} />
          ))}
        </PrintedAlone>
      )}
    </ManagerPage>
  )
}

/** Who gets a letter. */
function Filters({ params, groups }: { params: LettersInput; groups: readonly { id: string; name: string }[] }) {
  const navigate = useNavigate()
  const narrow = (next: Partial<OverdueFilter>) =>
    void navigate({
      to: '/manager/letters',
      search: lateSearch({ ...lateFilter(params), ...next }),
      replace: true,
    })
  return <LateFilters filter={params} groups={groups} onChange={narrow} />
}

interface LookProps {
  params: LettersInput
  hasPrices: boolean
  onPrices: (hasPrices: boolean) => void
  onLook: (look: Partial<LettersInput>) => void
}

/** What the letters look like. Apart from the filters, which stand in one line on a phone. */
function Look({ params, hasPrices, onPrices, onLook: change }: LookProps) {
  const forms: { value: LetterForm; label: string }[] = [
    { value: 'group', label: m.letters_form_group() },
    { value: 'slip', label: m.letters_form_slip() },
    { value: 'letter', label: m.letters_form_letter() },
  ]
  return (
    <div className="mb-4 flex flex-wrap gap-2 print:hidden">
      <NativeSelect
        label={m.letters_form()}
        value={params.form}
        options={forms}
        className={selectClass(params.form !== 'group')}
        onChange={(form) => change({ form })}
      />
      <NativeSelect
        label={m.letters_language()}
        value={params.language ?? ''}
        options={[
          { value: '', label: m.letters_language_own() },
          ...locales.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
        ]}
        className={selectClass(params.language !== undefined)}
        onChange={(value) => change({ language: locales.find((one) => one === value) })}
      />
      <label className={`${filterClass()} inline-flex items-center gap-2 px-3`}>
        <CheckBox
          checked={hasPrices}
          className="size-5 flex-none accent-accent"
          onChange={({ target }) => onPrices(target.checked)}
        />
        {m.letters_prices()}
      </label>
    </div>
  )
}
