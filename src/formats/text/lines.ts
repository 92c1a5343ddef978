import type { RowFault } from '../file-table.ts'
import { RECORD_MAX } from '../limits.ts'

interface TextLine {
  /** From 1. */
  line: number
  text: string
  fault?: RowFault
}

/** The lines of a text, without blank ones. */
export async function* readLines(texts: AsyncIterable<string>): AsyncGenerator<TextLine[]> {
  let line = 1
  let waiting = ''
  let isTooLong = false
  const take = (text: string): TextLine[] => {
    const taken: TextLine =
      isTooLong || text.length > RECORD_MAX
        ? { line, text: '', fault: { kind: 'too-long', limit: RECORD_MAX } }
        : { line, text: text.trim() }
    line += 1
    isTooLong = false
    return taken.text === '' && !taken.fault ? [] : [taken]
  }
  for await (const text of texts) {
    const [first = '', ...rest] = text.split('\n')
    waiting += first
    const lines: TextLine[] = []
    for (const next of rest) {
      lines.push(...take(waiting))
      waiting = next
    }
    if (waiting.length > RECORD_MAX) isTooLong = true
    if (isTooLong) waiting = ''
    yield lines
  }
  yield take(waiting)
}
