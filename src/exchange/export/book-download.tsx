import { useEffect, useRef, useState } from 'react'
import { fromThrown } from '#base/errors/local-error.ts'
import { formatBytes, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { isRefusalHandled } from '#base/lib/form/refusal.ts'
import { Button, buttonClass } from '#base/ui/button.tsx'
import { ProgressBar } from '#base/ui/state/progress-bar.tsx'
import { EXPORT_FORMATS, type ExportFormat } from './book-export.schema.ts'
import { downloadBooks, type Downloaded } from './download-books.ts'

/** Above this number the browser downloads straight to the disk: phones have not the memory for the whole file. */
const BOOKS_IN_MEMORY = 50_000

interface BookDownloadProps {
  url: string
  format: ExportFormat
  /** Number of books; null while it is being counted. */
  total: number | null
  onDone: () => void
}

/** The button that downloads books; meanwhile a bar and Cancel. A file that breaks off is not saved. */
export function BookDownload({ url, format, total, onDone }: BookDownloadProps) {
  const [progress, setProgress] = useState<Downloaded>()
  const [problem, setProblem] = useState<string>()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const isLarge = total !== null && total > BOOKS_IN_MEMORY

  const download = async () => {
    const controller = new AbortController()
    abort.current = controller
    setProblem(undefined)
    setProgress({ bytes: 0, books: 0 })
    try {
      await downloadBooks(url, { format, onProgress: setProgress, signal: controller.signal })
      onDone()
    } catch (thrown) {
      const error = fromThrown(thrown)
      if (!controller.signal.aborted && !isRefusalHandled(error))
        setProblem(m.book_export_failed({ reason: error.message }))
    }
    setProgress(undefined)
  }
  if (progress) return <Progress progress={progress} total={total} onCancel={() => abort.current?.abort()} />
  return (
    <>
      <p role="alert" className="mt-3 text-pretty text-danger empty:hidden">
        {problem}
      </p>
      {isLarge && <p className="mt-3 text-sm text-pretty text-muted">{m.book_export_large()}</p>}
      <a
        href={url}
        download={`maktaba.${EXPORT_FORMATS[format].extension}`}
        onClick={(event) => {
          if (isLarge) return onDone()
          event.preventDefault()
          void download()
        }}
        className={`${buttonClass()} mt-4 w-full`}
      >
        {problem === undefined ? m.book_export_download() : m.common_try_again()}
      </a>
    </>
  )
}

interface ProgressProps {
  progress: Downloaded
  total: number | null
  onCancel: () => void
}

function Progress({ progress: { bytes, books }, total, onCancel }: ProgressProps) {
  const isCounted = books !== undefined && total !== null
  const text = isCounted
    ? m.book_export_progress({ done: formatNumber(Math.min(books, total)), total: formatNumber(total) })
    : formatBytes(bytes)
  return (
    <div className="mt-4">
      <ProgressBar
        label={m.book_export_title()}
        share={isCounted && total > 0 ? books / total : undefined}
        text={text}
      />
      <p aria-hidden="true" className="mt-1.5 text-sm text-muted tabular-nums">
        {text}
      </p>
      <Button look="second" autoFocus onClick={onCancel} className="mt-3 w-full">
        {m.common_cancel()}
      </Button>
    </div>
  )
}
