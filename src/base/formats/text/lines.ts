import type { RowFault } from '../file-table.ts'
import { GROUP_ROWS, RECORD_MAX } from '../limits.ts'

interface TextLine {
  /** Number of the line, from 1. */
  line: number
  text: string
  fault?: RowFault
}

/** The lines of a text in small groups, without blank ones. */
export async function* readLines(texts: AsyncIterable<string>): AsyncGenerator<TextLine[]> {
  let line = 1
  let waiting = ''
  let isTooLong = false
  const take = (text: string): TextLine | undefined => {
    const taken: TextLine =
      isTooLong || text.length > RECORD_MAX
        ? { line, text: '', fault: { kind: 'too-long', limit: RECORD_MAX } }
        : { line, text: text.trim() }
    line += 1
    isTooLong = false
    return taken.text === '' && !taken.fault ? undefined : taken
  }
  for await (const text of texts) {
    const lines: TextLine[] = []
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const taken = take(waiting + text.slice(start, end))
      if (taken) lines.push(taken)
      waiting = ''
      start = end + 1
      if (lines.length === GROUP_ROWS) yield lines.splice(0)
    }
    waiting += text.slice(start)
    if (waiting.length > RECORD_MAX) isTooLong = true
    if (isTooLong) waiting = ''
    yield lines
  }
  const last = take(waiting)
  if (last) yield [last]
}
