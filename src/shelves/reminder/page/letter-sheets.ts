import type { Letter } from '../reminder.schema.ts'

/** A slip with its part of a page, in quarters. */
export interface PlacedSlip {
  letter: Letter
  quarters: number
}
/** A page of paper: slips of one class, or a letter. */
export type LetterSheet =
  | { kind: 'slips'; group: string; slips: PlacedSlip[] }
  | { kind: 'letter'; group: string; letter: Letter }

const QUARTERS = 4
/** Lines of books for which a quarter of a page has room, and each quarter more. */
const LINES = 4
const MORE_LINES = 10
/** Letters of a title that fit into one line of a slip. */
const LINE_LENGTH = 44

/** How many quarters of a page a slip needs: a long title takes two lines. */
export function quartersOf({ books }: Pick<Letter, 'books'>): number {
  const lines = books.reduce((sum, { title }) => sum + (title.length > LINE_LENGTH ? 2 : 1), 0)
  return Math.min(QUARTERS, 1 + Math.ceil(Math.max(0, lines - LINES) / MORE_LINES))
}

/** Letters as pages, in the order of the classes: a page is of one class, its slips first. */
export function sheetsOf(letters: readonly Letter[]): LetterSheet[] {
  const sheets: LetterSheet[] = []
  for (const [group, own] of Map.groupBy(letters, (one) => one.group)) {
    let room = 0
    let slips: PlacedSlip[] = []
    for (const letter of own.filter(({ kind }) => kind === 'slip')) {
      const quarters = quartersOf(letter)
      if (quarters > room) {
        slips = []
        room = QUARTERS
        sheets.push({ kind: 'slips', group, slips })
      }
      slips.push({ letter, quarters })
      room -= quarters
    }
    for (const letter of own.filter(({ kind }) => kind === 'letter')) sheets.push({ kind: 'letter', group, letter })
  }
  return sheets
}
