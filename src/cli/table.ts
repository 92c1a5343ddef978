import { shown } from './words.ts'

const width = (text: string): number => [...text].length

/** Rows in columns under a head, two spaces between them. */
export function table(head: string[], rows: string[][]): string {
  const lines = [head, ...rows.map((cells) => cells.map((cell) => shown(cell) || '-'))]
  const widths = head.map((_, index) => lines.reduce((most, cells) => Math.max(most, width(cells[index] ?? '')), 0))
  const pad = (cell: string, index: number) => cell + ' '.repeat((widths[index] ?? 0) - width(cell))
  return lines.map((cells) => cells.map(pad).join('  ').trimEnd()).join('\n')
}
