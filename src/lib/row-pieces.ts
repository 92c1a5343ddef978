/** A row of a grid and where it stands, in px from the top of the page. */
export interface Row {
  index: number
  start: number
  end: number
}

/** What a long list consists of: items that are in the document, and the space of those that are not. */
export type Piece = { from: number; to: number } | { space: number }

interface Frame {
  /** Items beside each other. */
  columns: number
  /** Items of the list. */
  count: number
  /** Between two rows, in px. */
  gap: number
  /** Of the first row and of the last, in px from the top of the page. */
  start: number
  end: number
}

/**
 * The pieces of a grid of which only some rows are in the document. A space stands in the grid as a row of its own
 * and has the grid's gap on either side, so that every row stands where it would among all the others.
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

/** Whether both are the same, to a hundredth of a px. */
export const samePieces = (a: readonly Piece[], b: readonly Piece[]): boolean =>
  a.length === b.length && a.every((piece, at) => samePiece(piece, b[at]))

function samePiece(a: Piece, b: Piece | undefined): boolean {
  if (!b) return false
  if ('space' in a) return 'space' in b && Math.abs(a.space - b.space) < 0.01
  return 'from' in b && a.from === b.from && a.to === b.to
}
