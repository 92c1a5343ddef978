import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { ConfirmCall, type ConfirmedCall } from '#base/ui/dialog/confirm-call.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { PrintedAlone } from '#base/ui/printed-alone.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useInBrowser } from '#base/ui/use-in-browser.ts'
import { renewWords, sheetQuery, showWords } from './sheet.data.ts'
import { SheetPaper } from './sheet-paper.tsx'

const always = () => true

/** The sheet 'If this computer breaks', to be printed. The eight words are shown after a reauthentication. */
export function SheetPage({ timeZone }: { timeZone: string }) {
  const sheet = useSuspenseQuery(sheetQuery).data
  const [words, setWords] = useState<readonly string[]>()
  const [asked, setAsked] = useState<ConfirmedCall>()
  const heading = useRef<HTMLParagraphElement>(null)
  const isInBrowser = useInBrowser(always, false)
  const show = useAction(async () => setWords((await showWords()).words), { failure: m.sheet_words_failed() })
  const renewal: ConfirmedCall = {
    title: m.sheet_words_renew_title(),
    text: m.sheet_words_renew_text(),
    action: m.sheet_words_renew(),
    call: async () => setWords((await renewWords()).words),
    success: m.sheet_words_renewed(),
    failure: m.sheet_words_failed(),
  }
  const hidden = <p className="mt-1 text-muted">{m.sheet_words_hidden()}</p>
  const paper = (isPrinted: boolean) => (
    <SheetPaper
      sheet={sheet}
      words={words}
      timeZone={timeZone}
      hidden={
        isPrinted ? (
          <p className="mt-3 mb-4">…</p>
        ) : (
          <>
            {hidden}
            <Button
              {...blockedInDemo}
              look="second"
              isBusy={show.isBusy}
              className="mt-2"
              onClick={() => void show.run()}
            >
              {m.sheet_words_show()}
            </Button>
          </>
        )
      }
    />
  )
  return (
    <ManagerPage
      title={m.setup_sheet_title()}
      trail={
        <Link to="/manager/backups" className="inline-flex min-h-11 items-center text-sm text-accent hover:underline">
          {m.sheet_back()}
        </Link>
      }
      actions={<Button onClick={() => window.print()}>{m.sheet_link()}</Button>}
    >
      {words && (
        <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p ref={heading} tabIndex={-1} className="max-w-prose min-w-0 flex-1 text-pretty text-muted">
            {m.sheet_words_next()}
          </p>
          <Button {...blockedInDemo} look="ghost" onClick={() => setAsked(renewal)}>
            {m.sheet_words_renew()}
          </Button>
        </div>
      )}
      <div className="max-w-[46rem] rounded-md border border-line bg-raised px-6 py-7 sm:px-10">{paper(false)}</div>
      {isInBrowser && <PrintedAlone>{paper(true)}</PrintedAlone>}
      <ConfirmCall
        confirmed={asked}
        onClose={() => setAsked(undefined)}
        heading={heading}
        refresh={async () => undefined}
      />
    </ManagerPage>
  )
}
