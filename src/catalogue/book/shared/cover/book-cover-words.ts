import type { TitleParts } from '../../page/book-title.ts'

/** Text of a cover. */
export interface CoverWords extends TitleParts {
  author: string
}

export type Size = 'l' | 'm' | 's' | 'xs' | 'xxs'

const lengthOf = (text: string): number => [...text].length

/** The font size by the length of the title and of its longest word, so that words need not break. */
export function sizeOf(title: string): Size {
  const length = lengthOf(title)
  const longest = Math.max(...title.split(/[\s-]+/).map(lengthOf))
  if (length > 64) return 'xxs'
  if (length > 30 || longest > 12) return 'xs'
  if (length > 20 || longest > 10) return 's'
  return length > 11 || longest > 8 ? 'm' : 'l'
}

/** Letters that fit in a line of the title, and its height in hundredths of the cover's width. */
const LINES: Readonly<Record<Size, { letters: number; height: number }>> = {
  l: { letters: 9, height: 18 },
  m: { letters: 12, height: 14.3 },
  s: { letters: 14, height: 12.4 },
  xs: { letters: 16, height: 10.9 },
  xxs: { letters: 18, height: 9.4 },
}
/** As LINES, for series and author. */
const SMALL_LINE = { letters: 22, height: 9 }
const GAP = 3
const PADDING = 16
/** Height that the text may take next to a drawing, of a cover's 150. */
const BESIDE_DRAWING = 72

/** Whether the text leaves room for a drawing above or below it. */
export function isShort({ main, series, author }: CoverWords): boolean {
  const { letters, height } = LINES[sizeOf(main)]
  const title = Math.ceil(lengthOf(main) / letters) * height
  const small = [series, author].filter(Boolean).map(lengthOf)
  const rest = small.map((length) => GAP + Math.min(2, Math.ceil(length / SMALL_LINE.letters)) * SMALL_LINE.height)
  return rest.reduce((sum, one) => sum + one, PADDING + title) <= BESIDE_DRAWING
}

/** The first letter or digit of a title, in upper case; undefined if it is not Latin. */
export const initialOf = (title: string): string | undefined =>
  /^[^\p{L}\p{N}]*([\p{Script=Latin}0-9])/u.exec(title)?.[1]?.toUpperCase()

/** Whether the first letter of a title belongs to a script written from right to left. */
export const isRightToLeft = (title: string): boolean => /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(title)
