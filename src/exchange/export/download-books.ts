import { fromAnswer, localError } from '#base/errors/local-error.ts'
import { getLocale, LANGUAGE_HEADER } from '#base/i18n/locale.ts'
import { announceRefusal } from '#base/lib/form/refusal.ts'
import type { ExportFormat } from './book-export.schema.ts'

/** How much of a file has come. */
export interface Downloaded {
  bytes: number
  /** Undefined in a format whose books cannot be counted on their way. */
  books: number | undefined
}

/** Two bytes that a file has once for each book, and `others` times besides. */
const MARKS: Partial<Record<ExportFormat, { pair: string; others: number }>> = {
  csv: { pair: '\r\n', others: 1 },
  'csv-semicolon': { pair: '\r\n', others: 1 },
  jsonl: { pair: '}\n', others: 0 },
  marc: { pair: '\u001e\u001d', others: 0 },
  marcxml: { pair: '<l', others: 0 },
}

interface DownloadOptions {
  format: ExportFormat
  onProgress: (progress: Downloaded) => void
  signal: AbortSignal
}

/**
 * Fetches an export and saves it once all of it has come: a file whose connection was cut does not look like a whole one.
 * Throws AppError; the reason of the signal when it is aborted.
 */
export async function downloadBooks(url: string, { format, onProgress, signal }: DownloadOptions): Promise<void> {
  const response = await reach(() => fetch(url, { signal, headers: { [LANGUAGE_HEADER]: getLocale() } }), signal)
  if (!response.ok) {
    const error = fromAnswer(await response.json().catch(() => undefined), response.status)
    announceRefusal(error, { isRead: true })
    throw error
  }
  const parts: BlobPart[] = []
  const count = bookCounter(format)
  const reader = response.body?.getReader()
  let bytes = 0
  for (;;) {
    const { value } = await reach(async () => reader?.read() ?? { value: undefined }, signal)
    if (!value) break
    parts.push(value)
    bytes += value.length
    onProgress({ bytes, books: count(value) })
  }
  const [, filename = `maktaba.${format}`] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  save(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), filename)
}

/** Browsers say in different words that the connection was cut. */
async function reach<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work()
  } catch {
    signal.throwIfAborted()
    throw localError('NETWORK')
  }
}

/** Counts the books in the pieces of a file. */
export function bookCounter(format: ExportFormat): (piece: Uint8Array) => number | undefined {
  const mark = MARKS[format]
  if (!mark) return () => undefined
  const [first = 0, second = 0] = new TextEncoder().encode(mark.pair)
  let [found, last] = [-mark.others, 0]
  return (piece) => {
    for (let at = piece.indexOf(second); at >= 0; at = piece.indexOf(second, at + 1))
      if ((at === 0 ? last : piece[at - 1]) === first) found += 1
    last = piece.at(-1) ?? last
    return Math.max(found, 0)
  }
}

/** Milliseconds after which a browser has surely begun to save. */
const SAVED = 60_000

function save(file: Blob, filename: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED)
}
