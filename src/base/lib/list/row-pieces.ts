/** A row of a grid and its position, in px from the top of the page. */
export interface Row {
  index: number
  start: number
  end: number
}

/** A part of a windowed list: rendered items, or the height in px of items that are not rendered. */
export type Piece = { from: number; to: number } | { space: number }

interface Frame {
  /** Items in a row. */
  columns: number
  /** Items in the list. */
  count: number
  /** Gap between rows, in px. */
  gap: number
  /** Top of the first row and bottom of the last, in px from the top of the page. */
  start: number
  end: number
}

/**
 * The pieces of a grid of which only some rows are rendered. A space is a row of the grid with the grid's gap on either
 * side, so that every rendered row keeps its position.
 */
export function piecesOf(rows: readonly Row[], { columns, count, gap, start, end }: Frame): Piece[] {
  const pieces: Piece[] = []
  let next = 0
  let edge = start
  for (const row of rows) {
    if (row.index > next) pieces.push({ space: Math.max(0, row.start - gap - edge) })
    const last = pieces.at(-1)
    const from = row.index * columns
    const to = Math.min(from + columns, count)
    if (last && 'to' in last && last.to === from) last.to = to
    else pieces.push({ from, to })
    next = row.index + 1
    edge = row.end + gap
  }
  if (next * columns < count) pieces.push({ space: Math.max(0, end - edge) })
  return pieces
}

/** Whether both are equal, with spaces compared to a hundredth of a px. */
export const equalPieces = (a: readonly Piece[], b: readonly Piece[]): boolean =>
  a.length === b.length && a.every((piece, at) => samePiece(piece, b[at]))

function samePiece(a: Piece, b: Piece | undefined): boolean {
  if (!b) return false
  if ('space' in a) return 'space' in b && Math.abs(a.space - b.space) < 0.01
  return 'from' in b && a.from === b.from && a.to === b.to
}
