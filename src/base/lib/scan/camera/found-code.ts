/** What a bar code is of: the number of a copy or a card, or an ISBN, which every book has printed on its back. */
export type CodeKind = 'number' | 'isbn'

/** A bar code in a picture. */
export interface FoundCode {
  text: string
  kind: CodeKind
  /** Whether its symbology has a check sign, so that one reading is enough. */
  isSure: boolean
  /** From the middle of the picture, as a share of its size. */
  distance: number
}

interface Point {
  x: number
  y: number
}

/** The symbologies that are read, as `BarcodeDetector` names them. No QR codes: a sign-in card has one, and it is a secret. */
export const FORMATS = ['code_128', 'ean_13', 'ean_8', 'upc_a', 'code_39', 'codabar'] as const

/** A found code, from what a decoder says of it: the format by any name (`code_39`, `Code39`), and its corners in the picture. */
export function foundCode(
  text: string,
  format: string,
  corners: readonly Point[],
  size: { width: number; height: number },
): FoundCode {
  const middle = (of: (corner: Point) => number) =>
    corners.reduce((sum, corner) => sum + of(corner), 0) / Math.max(1, corners.length)
  const name = format.toLowerCase().replace(/[^a-z0-9]/g, '')
  return {
    text,
    kind: name.startsWith('ean13') && /^97[89]\d{10}$/.test(text) ? 'isbn' : 'number',
    isSure: !/^(code39|codabar)/.test(name),
    distance: Math.hypot(middle(({ x }) => x) / size.width - 0.5, middle(({ y }) => y) / size.height - 0.5),
  }
}

/** The codes that can be meant: any where a number is wanted, since a book may have no label; where an ISBN is, only one. */
export const usableCodes = (codes: readonly FoundCode[], wanted: CodeKind): FoundCode[] =>
  codes.filter(({ kind }) => wanted === 'number' || kind === 'isbn')

/** The code that is meant: a number before an ISBN where both can be, and the nearest to the middle of the picture. */
export const meantCode = (codes: readonly FoundCode[]): FoundCode | undefined =>
  codes.toSorted((a, b) => Number(a.kind === 'isbn') - Number(b.kind === 'isbn') || a.distance - b.distance)[0]
