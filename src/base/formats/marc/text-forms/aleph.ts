import type { MarcField } from '../marc-record.ts'

/** A line of Aleph: number of the record, tag, indicators, script, and the field: `000000011 24510 L $$aTitle`. */
const LINE = /^(\d{9}) (\w{3})(..) \w (.*)$/s

/** Whether a text is in the form in which Aleph writes records one line a field (`.seq`). */
export const isAleph = (start: string): boolean => /^(\uFEFF|\xEF\xBB\xBF)?\s*\d{9} \w{3}.. \w /.test(start)

/** A line as the number of its record and a field, whose leader has the tag LDR; undefined for another line. */
export function readAlephLine(text: string): { record: string; field: MarcField } | undefined {
  const [, record, tag = '', indicators = '', value = ''] = LINE.exec(text) ?? []
  if (record === undefined) return undefined
  if (!value.startsWith('$$'))
    return { record, field: { tag, indicators: '', text: value.replaceAll('^', ' '), subfields: [] } }
  const subfields = value
    .split('$$')
    .slice(1)
    .map((part) => [part.slice(0, 1), part.slice(1)] as const)
  return { record, field: { tag, indicators, text: '', subfields } }
}
