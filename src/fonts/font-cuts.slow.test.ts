import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { expect, test } from 'vitest'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { cut, FACES, fileOf, licence, styleSheet } from '../../scripts/font-cuts.ts'

const folder = join(projectRoot, 'src', 'fonts')
const parts = FACES.flatMap((face) => face.parts.map((part) => ({ face, part, file: fileOf(face, part) })))

test.each(parts)('$file is what `npm run fonts` cuts', async ({ face, part, file }) => {
  expect((await cut(face, part)).equals(readFileSync(join(folder, file)))).toBe(true)
})

test('the style sheet has a rule for every file, and there is no other file', () => {
  // The formatter breaks long lines.
  const words = (text: string) => text.split(/\s+/).filter(Boolean)
  expect(words(readFileSync(join(folder, 'fonts.css'), 'utf8'))).toEqual(words(styleSheet()))
  expect(readdirSync(folder).filter((name) => name.endsWith('.woff2'))).toEqual(
    parts.map(({ file }) => file).toSorted(),
  )
})

test('the licence of the typefaces stands beside them, with the notice of each', () => {
  const text = readFileSync(join(folder, 'OFL.txt'), 'utf8')
  expect(text).toBe(licence())
  expect(text.match(/^Copyright \d/gm)).toHaveLength(new Set(FACES.map(({ source }) => source)).size)
  expect(text).toContain('SIL OPEN FONT LICENSE Version 1.1')
})

test('a page with a title in Arabic loads 62 kB of fonts at most', () => {
  const common = parts.filter(({ part }) => part.name === 'latin' || part.name === 'arabic')
  const sum = common.reduce((bytes, { file }) => bytes + readFileSync(join(folder, file)).byteLength, 0)
  expect(common).toHaveLength(3)
  expect(sum).toBeLessThan(62_000)
})

// WebKitGTK sinks a word whose last glyph is a mark, so a letter with dots must not be made of a letter and marks.
test.each(parts.filter(({ part }) => part.name === 'arabic'))('letters of $file are whole', async ({ file }) => {
  const dotted = await subsetFont(readFileSync(join(folder, file)), 'بتثجخذزشضظغفقنيةپچژ', { targetFormat: 'truetype' })
  expect(dotted.includes('fina')).toBe(true)
  expect(dotted.includes('mark')).toBe(false)
})
