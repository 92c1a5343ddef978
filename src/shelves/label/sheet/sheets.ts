/** A sheet of labels, in millimetres: where the first label begins, how far it is to the next one, and how many there are. */
export interface LabelSheet {
  /** As the maker calls it. */
  id: SheetId
  /** The paper: its `@page` in `label-paper.css`. */
  paper: 'a4' | 'letter' | 'roll-54' | 'roll-62'
  page: SizeInMm
  label: SizeInMm
  columns: number
  rows: number
  /** The upper left corner of the first label. */
  first: Point
  /** From one label to the next one. */
  pitch: Point
  /** Plain paper or board that is cut: the lines are printed. */
  isCut?: true
}
export interface SizeInMm {
  width: number
  height: number
}
export interface Point {
  x: number
  y: number
}

export const SHEET_IDS = ['L7160', 'L7163', 'L4731', 'L7651', '5160', '3475', '11352', 'DK-11209', 'cards'] as const
export type SheetId = (typeof SHEET_IDS)[number]

const A4 = { width: 210, height: 297 }
const LETTER = { width: 215.9, height: 279.4 }

const roll = (id: SheetId, paper: LabelSheet['paper'], page: SizeInMm): LabelSheet => ({
  id,
  paper,
  page,
  label: page,
  columns: 1,
  rows: 1,
  first: { x: 0, y: 0 },
  pitch: { x: page.width, y: page.height },
})

/** The sheets and rolls that labels are printed on, by their published sizes and pitches; labels stand in the middle of a sheet. */
export const SHEETS: readonly LabelSheet[] = [
  sheet('L7160', 'a4', { width: 63.5, height: 38.1 }, [3, 7], { x: 66.04, y: 38.1 }),
  sheet('L7163', 'a4', { width: 99.1, height: 38.1 }, [2, 7], { x: 101.6, y: 38.1 }),
  sheet('L4731', 'a4', { width: 25.4, height: 10 }, [7, 27], { x: 27.9, y: 10 }),
  sheet('L7651', 'a4', { width: 38.1, height: 21.2 }, [5, 13], { x: 40.6, y: 21.2 }),
  sheet('5160', 'letter', { width: 66.675, height: 25.4 }, [3, 10], { x: 69.85, y: 25.4 }),
  sheet('3475', 'a4', { width: 70, height: 36 }, [3, 8], { x: 70, y: 36 }),
  roll('11352', 'roll-54', { width: 54, height: 25 }),
  roll('DK-11209', 'roll-62', { width: 62, height: 29 }),
  { ...sheet('cards', 'a4', { width: 85, height: 54 }, [2, 5], { x: 85, y: 54 }), isCut: true },
]

function sheet(
  id: SheetId,
  paper: 'a4' | 'letter',
  label: SizeInMm,
  [columns, rows]: [number, number],
  pitch: Point,
): LabelSheet {
  const page = paper === 'a4' ? A4 : LETTER
  return {
    id,
    paper,
    page,
    label,
    columns,
    rows,
    first: {
      x: (page.width - (columns - 1) * pitch.x - label.width) / 2,
      y: (page.height - (rows - 1) * pitch.y - label.height) / 2,
    },
    pitch,
  }
}

/** The sheet with an id. */
export const sheetOf = (id: SheetId): LabelSheet => {
  const found = SHEETS.find((one) => one.id === id)
  if (!found) throw new Error(`There is no sheet ${id}`)
  return found
}

/** How many labels a sheet has. */
export const labelsOfSheet = ({ columns, rows }: LabelSheet): number => columns * rows

/** Whether a library card fits on the labels of a sheet: a name, a class and a bar code. */
export const fitsCards = ({ label }: LabelSheet): boolean => label.width >= 50 && label.height >= 25

/** The upper left corner of a label, counted from 0 along the rows, from that of the page. */
export const labelPlace = ({ columns, first, pitch }: LabelSheet, at: number): Point => ({
  x: first.x + (at % columns) * pitch.x,
  y: first.y + Math.floor(at / columns) * pitch.y,
})

/** A label on its page. */
export interface Placed<Item> {
  item: Item
  at: number
}

/** Items on pages, in their order; the first one on label `begin` (from 0) of the first page. */
export function pagesOf<Item>(items: readonly Item[], of: LabelSheet, begin: number): Placed<Item>[][] {
  const room = labelsOfSheet(of)
  const start = Math.min(Math.max(begin, 0), room - 1)
  const pages: Placed<Item>[][] = []
  for (const [index, item] of items.entries()) {
    const place = start + index
    const page = (pages[Math.floor(place / room)] ??= [])
    page.push({ item, at: place % room })
  }
  return pages
}
