import { encode } from 'uqr'
import type { QrCode } from './qr-code.schema.ts'

/** The white edge that readers need around a code, in modules. */
const EDGE = 4

/**
 * A text as a QR code that can be read with 15 % of it lost. Drawn here, so that browsers need no program for it: `path` is
 * that of an SVG of `size` by `size`.
 */
export function qrCodeOf(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: EDGE })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}
