import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { piecesOf, equalPieces, type Piece, type Row } from './row-pieces.ts'

const MARGIN = 130

/** Rows of these heights below each other, with a gap between. */
function rowsOf(heights: readonly number[], gap: number): Row[] {
  let start = MARGIN
  return heights.map((height, index) => {
    const row = { index, start, end: start + height }
    start = row.end + gap
    return row
  })
}

/** How a grid would lay the pieces out: where each row begins, and where all of it ends. */
function layOut(pieces: readonly Piece[], heights: readonly number[], columns: number, gap: number) {
  const starts = new Map<number, number>()
  let top = MARGIN
  for (const piece of pieces) {
    if ('space' in piece) {
      top += piece.space + gap
      continue
    }
    for (let item = piece.from; item < piece.to; item += columns) {
      starts.set(item / columns, top)
      top += (heights[item / columns] ?? 0) + gap
    }
  }
  return { starts, end: top - gap }
}

describe('The pieces of a long list', () => {
  test('are the rows that are there and the space of those that are not', () => {
    const rows = rowsOf([100, 100, 100, 100, 100], 20)
    const end = rows.at(-1)?.end ?? 0
    const frame = { columns: 2, count: 9, gap: 20, start: MARGIN, end }
    expect(piecesOf(rows, frame)).toEqual([{ from: 0, to: 9 }])
    expect(piecesOf(rows.slice(2, 4), frame)).toEqual([{ space: 220 }, { from: 4, to: 8 }, { space: 100 }])
    expect(
      piecesOf(
        [rows[0], rows[3]].filter((row) => row !== undefined),
        frame,
      ),
    ).toEqual([{ from: 0, to: 2 }, { space: 220 }, { from: 6, to: 8 }, { space: 100 }])
  })

  test('keep the position of every row and of the end', () => {
    const height = fc.integer({ min: 1, max: 400 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(height, fc.boolean()), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 0, max: 30 }),
        fc.nat(6),
        (drawn, columns, gap, missing) => {
          const heights = drawn.map(([px]) => px)
          const rows = rowsOf(heights, gap)
          const count = heights.length * columns - (missing % columns)
          const end = rows.at(-1)?.end ?? 0
          const there = rows.filter((_, index) => drawn[index]?.[1])
          const pieces = piecesOf(there, { columns, count, gap, start: MARGIN, end })
          const laid = layOut(pieces, heights, columns, gap)
          expect([...laid.starts]).toEqual(there.map(({ index, start }) => [index, start]))
          expect(laid.end).toBe(end)
        },
      ),
    )
  })

  test('are the same when they differ by less than can be seen', () => {
    expect(equalPieces([{ space: 10 }, { from: 2, to: 4 }], [{ space: 10.001 }, { from: 2, to: 4 }])).toBe(true)
    expect(equalPieces([{ space: 10 }], [{ space: 11 }])).toBe(false)
    expect(equalPieces([{ from: 0, to: 4 }], [{ from: 0, to: 6 }])).toBe(false)
    expect(equalPieces([{ from: 0, to: 4 }], [])).toBe(false)
  })
})
