import { useState, type ReactNode } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { PrintedAlone } from '#base/ui/printed-alone.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { useInBrowser } from '#base/ui/use-in-browser.ts'
import { LABELS_MAX } from '../label.schema.ts'
import type { LabelsSearch } from '../label-search.schema.ts'
import { usePrinters } from '../printer/printers.ts'
import { codeRoom, fittingCode } from '../sheet/label-layout.ts'
import { labelsOfSheet, pagesOf, type LabelSheet } from '../sheet/sheets.ts'
import { LabelFilters } from './label-filters.tsx'
import type { useLabelLook } from './label-look.ts'
import { LabelPaper } from './label-paper.tsx'
import { LabelSettings } from './label-settings.tsx'
import { PrintedReport } from './printed-report.tsx'
import { PrinterDialog } from './printer-dialog.tsx'
import { RulerPaper } from './ruler-paper.tsx'
import { usePrinting } from './use-printing.ts'

/** Sheets that are shown; all are printed. */
const SHOWN = 4

interface LabelDeskProps<Item> {
  search: LabelsSearch
  timeZone: string
  tabs: ReactNode
  source: { data: { total: number } | undefined; isLost: boolean; refetch: () => Promise<unknown> }
  look: ReturnType<typeof useLabelLook>
  items: readonly Item[]
  /** The numbers that are printed as bar codes. */
  codes: readonly string[]
  /** How many have nothing to stand on their labels, and get none. */
  left: number
  /** Whether it is noted that these are printed. */
  isNoted: boolean
  renderLabel: (item: Item) => ReactNode
}

/** The page of labels: what is printed and how, and the sheets. */
export function LabelDesk<Item extends { id: string }>(props: LabelDeskProps<Item>) {
  const { search, timeZone, tabs, source, look, items, codes, left, isNoted, renderLabel } = props
  const { sheet } = look
  const [begin, setBegin] = useState<number | null>(1)
  const [isRulerOpen, setIsRulerOpen] = useState(false)
  const printers = usePrinters()
  const isInBrowser = useInBrowser(() => true, false)
  const isCards = search.about === 'cards'
  const pages = pagesOf(items, sheet, firstOf(begin, sheet))
  const { print, bulk, close } = usePrinting({
    about: search.about,
    ids: isNoted ? items.map(({ id }) => id) : [],
    timeZone,
  })
  const total = source.data?.total ?? 0
  return (
    <ManagerPage
      title={isCards ? m.labels_cards() : m.labels_title()}
      trail={
        isCards ? (
          <ListBackLink to="/manager/borrowers" label={m.borrower_list()} />
        ) : (
          <ListBackLink to="/manager/copies" label={m.copy_list()} />
        )
      }
      badge={
        items.length > 0 && (
          <span className="text-muted">
            {isCards
              ? formatNumber(items.length)
              : m.labels_count({ count: items.length, shown: formatNumber(items.length) })}
          </span>
        )
      }
      actions={
        pages.length > 0 && (
          <Button {...blockedInDemo} isBusy={print.isBusy} onClick={() => void print.run()}>
            {m.labels_print({ count: pages.length, shown: formatNumber(pages.length) })}
          </Button>
        )
      }
    >
      {tabs}
      {bulk !== null && (
        <PrintedReport
          about={search.about}
          id={bulk}
          onGoOn={() => void source.refetch().then(close)}
          onClose={close}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <LabelSettings
          sheets={look.sheets}
          sheet={sheet}
          onSheet={(id) => {
            look.setSheet(id)
            setBegin(1)
          }}
          begin={begin}
          onBegin={setBegin}
          parts={isCards ? undefined : look.parts}
          onParts={look.setParts}
          printers={printers}
          onRuler={() => setIsRulerOpen(true)}
        >
          <LabelFilters search={search} />
        </LabelSettings>
        <div className="min-w-0 print:hidden">
          <Notices sheet={sheet} codes={codes} left={left} total={total} />
          {source.isLost && <EmptyState title={m.labels_lost()} text={m.labels_lost_text()} />}
          {!source.isLost && source.data && items.length === 0 && left === 0 && (
            <EmptyState title={m.labels_none()} text={m.labels_none_text()} />
          )}
          <div className="flex flex-wrap gap-4">
            {pages.slice(0, SHOWN).map((page, at) => (
              // eslint-disable-next-line react/no-array-index-key -- a sheet is its place
              <figure key={at} className="min-w-0">
                <figcaption className="mb-1 text-sm text-muted">
                  {m.labels_page({ number: formatNumber(at + 1) })}
                </figcaption>
                <div
                  className={`label-preview rounded-sm border border-line shadow-card ${sheet.paper.startsWith('roll') ? 'label-preview-roll' : ''}`}
                >
                  <LabelPaper sheet={sheet} items={page} isPreview renderLabel={renderLabel} />
                </div>
              </figure>
            ))}
          </div>
          {pages.length > SHOWN && (
            <p className="mt-3 text-muted">
              {m.labels_more({ count: pages.length - SHOWN, shown: formatNumber(pages.length - SHOWN) })}
            </p>
          )}
        </div>
      </div>
      {isInBrowser && (
        <PrintedAlone>
          {isRulerOpen ? (
            <RulerPaper sheet={sheet} />
          ) : (
            pages.map((page, at) => (
              <LabelPaper
                // eslint-disable-next-line react/no-array-index-key -- a sheet is its place
                key={at}
                sheet={sheet}
                items={page}
                correction={printers.correction}
                renderLabel={renderLabel}
              />
            ))
          )}
        </PrintedAlone>
      )}
      <PrinterDialog
        key={printers.printer?.name}
        isOpen={isRulerOpen}
        onClose={() => setIsRulerOpen(false)}
        sheet={sheet}
        printer={printers.printer}
        timeZone={timeZone}
        onKeep={printers.keep}
        onForget={printers.forget}
      />
    </ManagerPage>
  )
}

/** The first label that is used, from 0; the first of all while the field has no number that the sheet has. */
const firstOf = (begin: number | null, sheet: LabelSheet): number =>
  begin !== null && begin >= 1 && begin <= labelsOfSheet(sheet) ? begin - 1 : 0

interface NoticesProps {
  sheet: LabelSheet
  codes: readonly string[]
  left: number
  total: number
}

/** What is not on these sheets, and why. */
function Notices({ sheet, codes, left, total }: NoticesProps) {
  const room = codeRoom(sheet, true)
  const long = codes.filter((number) => fittingCode(number, room) === undefined).length
  const notices = [
    ...(total > LABELS_MAX ? [m.labels_limit({ shown: formatNumber(LABELS_MAX), total: formatNumber(total) })] : []),
    ...(long > 0 ? [m.labels_no_code({ count: long, shown: formatNumber(long) })] : []),
    ...(left > 0 ? [m.labels_no_mark({ count: left, shown: formatNumber(left) })] : []),
  ]
  return (
    <div role="status" className="empty:hidden [&>p]:mb-2 [&>p]:font-medium">
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
    </div>
  )
}
