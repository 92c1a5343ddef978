import * as z from 'zod/mini'
import { useDeviceSetting } from '../device-setting.ts'
import type { LabelAbout } from '../label-search.schema.ts'
import { fitsCards, SHEET_IDS, sheetOf, SHEETS, type LabelSheet, type SheetId } from '../sheet/sheets.ts'

const lookSchema = z.object({
  copies: z.enum(SHEET_IDS),
  cards: z.enum(SHEET_IDS),
  parts: z.object({ code: z.boolean(), number: z.boolean(), shelfMark: z.boolean(), title: z.boolean() }),
})
const USUAL: z.infer<typeof lookSchema> = {
  copies: 'L7160',
  cards: 'cards',
  parts: { code: true, number: true, shelfMark: true, title: true },
}

/** The sheets for labels of copies, or for library cards. */
const sheetsFor = (about: LabelAbout): readonly LabelSheet[] =>
  about === 'cards' ? SHEETS.filter(fitsCards) : SHEETS.filter(({ isCut }) => !isCut)

/** The sheet and what stands on a label, as this device had them last. */
export function useLabelLook(about: LabelAbout) {
  const [look, set] = useDeviceSetting('label-look', lookSchema, USUAL)
  const sheets = sheetsFor(about)
  const sheet = sheets.find(({ id }) => id === look[about]) ?? sheetOf(USUAL[about])
  return {
    sheet,
    sheets,
    parts: look.parts,
    setSheet: (id: SheetId) => set({ ...look, [about]: id }),
    setParts: (parts: typeof look.parts) => set({ ...look, parts }),
  }
}
