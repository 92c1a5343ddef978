import type { SizeInMm } from '../sheet/sheets.ts'

/** What is done to a page so that a printer puts it where it belongs: moved by millimetres, and larger or smaller. */
export interface PrinterCorrection {
  x: number
  y: number
  scaleX: number
  scaleY: number
}
export const NO_CORRECTION: PrinterCorrection = { x: 0, y: 0, scaleX: 1, scaleY: 1 }

/** Where the lines of the ruler page stand, in millimetres from the left and from the upper edge. */
export interface Ruler {
  x: readonly [number, number]
  y: readonly [number, number]
}

/** The ruler for a page: long lines show the scale best. */
export const rulerOf = ({ width, height }: SizeInMm): Ruler => ({
  x: width > 150 ? [20, 170] : [5, 45],
  y: height > 150 ? [20, 220] : [5, 20],
})

/** What was measured on the ruler page: from the edges to the first lines, and from these to the second ones. */
export const MEASURES = ['left', 'width', 'top', 'height'] as const
export type Measure = (typeof MEASURES)[number]
export type Measured = Record<Measure, number>

/** What each measure is where a printer is right. */
export const expectedOf = ({ x, y }: Ruler): Measured => ({
  left: x[0],
  width: x[1] - x[0],
  top: y[0],
  height: y[1] - y[0],
})

/** How far a measure may be off and be one: a printer that scales prints at 94 or 103 %, none at half the size. */
const SCALE_OFF = 0.15
const PLACE_OFF = 15

/** The measures that cannot be right: not a number, or too far from what is expected. */
export function wrongMeasures(measured: Measured, ruler: Ruler): Measure[] {
  const expected = expectedOf(ruler)
  return MEASURES.filter((one) => {
    const off = Math.abs(measured[one] - expected[one])
    return !(off <= (one === 'left' || one === 'top' ? PLACE_OFF : expected[one] * SCALE_OFF))
  })
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits))

/** A line at `p` was printed at `scale * p + offset`: what has to be printed instead, so that it comes out at `p`. */
function corrected(first: number, length: number, at: number, measured: number): { offset: number; scale: number } {
  const scale = measured / length
  const offset = at - scale * first
  return { offset: round(-offset / scale, 3), scale: round(1 / scale, 5) }
}

/** The correction for what was measured on a ruler page that was printed without one. */
export function correctionOf({ left, width, top, height }: Measured, ruler: Ruler): PrinterCorrection {
  const expected = expectedOf(ruler)
  const x = corrected(expected.left, expected.width, left, width)
  const y = corrected(expected.top, expected.height, top, height)
  return { x: x.offset, y: y.offset, scaleX: x.scale, scaleY: y.scale }
}
