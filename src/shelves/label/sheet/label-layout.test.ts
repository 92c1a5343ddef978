import { expect, test } from 'vitest'
import { codeRoom, fittingCode, spineOf } from './label-layout.ts'
import { SHEETS, sheetOf } from './sheets.ts'

test('The number of a copy has a bar code on each sheet, no wider than its room and no narrower than readers can read', () => {
  for (const sheet of SHEETS) {
    const room = codeRoom(sheet, true)
    const code = fittingCode('10003118', room)
    expect([sheet.id, code !== undefined]).toEqual([sheet.id, true])
    expect(code?.width).toBeLessThanOrEqual(room)
    const module = (code?.width ?? 0) / (code?.modules ?? 1)
    expect(module).toBeGreaterThanOrEqual(0.19)
    // Bars begin and end on dots of a printer.
    expect((module * 600) / 25.4).toBeCloseTo(Math.round((module * 600) / 25.4), 6)
  }
})

test('A number that is too long for a label has none there', () => {
  expect(fittingCode('BIBLIOTHEQUE-CENTRALE-00012345', sheetOf('L4731').label.width)).toBeUndefined()
  expect(fittingCode('BIBLIOTHEQUE-CENTRALE-00012345', sheetOf('L7163').label.width)).toBeDefined()
})

test('A shelf mark fills the spine: its words are lines', () => {
  for (const sheet of SHEETS)
    for (const mark of ['F TOL', '823.912 TOL 1954', 'ق مح', 'A', 'R 372.21 MONTESSORI']) {
      const { lines, size } = spineOf(mark, sheet)
      expect(lines).toEqual(mark.split(' '))
      expect(size * 1.2 * lines.length).toBeLessThanOrEqual(sheet.label.height)
      expect(size).toBeGreaterThan(1.5)
    }
})
