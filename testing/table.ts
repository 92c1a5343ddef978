/** Lines of a table: the first column aligned left, the others right. */
export function tableLines(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = header.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    widths
      .map((width, at) => (at === 0 ? (cells[at] ?? '').padEnd(width) : (cells[at] ?? '').padStart(width)))
      .join('  ')
      .trimEnd()
  return [line(header), widths.map((width) => '─'.repeat(width)).join('──'), ...rows.map(line)]
}

/** Formats a ratio: '1.24', '12.4', '1,240'. */
export const times = (value: number | undefined): string =>
  value === undefined || !Number.isFinite(value)
    ? ''
    : value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 })

export const number = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 4 })
