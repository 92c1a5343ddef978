import { code128, type BarCode } from './code-128.ts'
import type { LabelSheet } from './sheets.ts'

/** What stands on the label of a copy. */
export const LABEL_PARTS = ['code', 'number', 'shelfMark', 'title'] as const
export type LabelPart = (typeof LABEL_PARTS)[number]
export type LabelParts = Readonly<Record<LabelPart, boolean>>

/** A dot of a printer with 600 dots to the inch, in millimetres: bars begin and end on one. */
const DOT = 25.4 / 600
/** The narrowest bar that hand-held readers are made for, and the widest that is of any use, in millimetres. */
const NARROWEST = 0.19
const WIDEST = 0.34

/** A bar code as wide as there is room for, in millimetres with the white at its sides; undefined where it has no room. */
export function fittingCode(text: string, room: number): (BarCode & { width: number }) | undefined {
  const code = code128(text)
  if (!code) return undefined
  const module = Math.floor(Math.min(room / code.modules, WIDEST) / DOT + 1e-6) * DOT
  return module < NARROWEST ? undefined : { ...code, width: module * code.modules }
}

/** On a low label there is no room for a title, and the shelf mark stands beside the number. */
export const isLow = ({ label }: LabelSheet): boolean => label.height < 15

/** Whether the shelf mark stands beside the bar code; else below it. */
export const hasRoomBeside = ({ label }: LabelSheet): boolean => label.width >= 60

/** Whether the label is one for the spine: the shelf mark alone, large. */
export const isSpine = (parts: LabelParts): boolean => parts.shelfMark && !parts.code && !parts.number && !parts.title

/** Millimetres that a bar code may take of the width of a label. */
export const codeRoom = (sheet: LabelSheet, hasMark: boolean): number =>
  hasMark && hasRoomBeside(sheet) ? sheet.label.width * 0.64 : sheet.label.width

/** Width and height of a letter by its size: of a bold one, and of a line. */
const LETTER = 0.68
const LINE = 1.2
/** The largest letters of a spine, in millimetres. */
const LARGEST = 9

/** The lines of a shelf mark on a spine, and how large its letters can be, in millimetres. */
export function spineOf(shelfMark: string, { label }: LabelSheet): { lines: string[]; size: number } {
  const lines = shelfMark.trim().split(/\s+/)
  const longest = Math.max(...lines.map((line) => line.length))
  const room = { width: label.width - 3, height: label.height - 2 }
  return {
    lines,
    size: Math.min(LARGEST, room.height / (lines.length * LINE), room.width / (longest * LETTER)),
  }
}
