import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { BookCover } from './book-cover.tsx'
import { colorOf, TONES, type Tone } from './book-cover-colors.ts'
import { coverLook } from './book-cover-look.ts'

const genre = { id: '', name: 'Children', slug: 'children', names: null, hue: 5 }
const idAt = (index: number) => `01a1fc5f-3ab8-7${index.toString(16).padStart(3, '0')}-bde4-965ef5d28919`
const wordsOf = (title: string) => ({ main: title, series: '', author: 'Fatou Diome' })

/** Relative luminance of `#rrggbb` under a veil of black, 0 to 1 (WCAG 2.2). */
function luminance(hex: string, veil: number): number {
  const [red = 0, green = 0, blue = 0] = (hex.match(/[\da-f]{2}/g) ?? []).map((two) => {
    const value = (Number.parseInt(two, 16) / 255) * (1 - veil)
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string, veil: number): number {
  const [darker = 0, lighter = 0] = [luminance(one, veil), luminance(other, veil)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

describe('The colours of a cover', () => {
  const DARK_THEME_VEIL = 0.1
  const all = [...new Set(TONES)].flatMap((tone) => Array.from({ length: 360 }, (_, hue) => ({ tone, hue })))
  const worst = (veil: number, text: keyof Tone, behind: keyof Tone) =>
    Math.min(...all.map(({ tone, hue }) => contrast(colorOf(tone, text, hue), colorOf(tone, behind, hue), veil)))

  test.each([0, DARK_THEME_VEIL])('have enough contrast for text in every tone and hue, under a veil of %d', (veil) => {
    expect(worst(veil, 'ink', 'ground')).toBeGreaterThanOrEqual(4.5)
    expect(worst(veil, 'plateInk', 'plate')).toBeGreaterThanOrEqual(4.5)
  })

  test('are hexadecimal, so that old browsers show them', () => {
    const names = ['ground', 'line', 'shape', 'ink', 'plate', 'plateInk'] as const
    for (const { tone, hue } of all) for (const name of names) expect(colorOf(tone, name, hue)).toMatch(/^#[\da-f]{6}$/)
  })
})

describe('The look of a cover', () => {
  test('stays within 12 degrees of the hue of its genre, which differ by author', () => {
    const hues = Array.from({ length: 200 }, (_, index) => {
      const book = { id: idAt(index), author: `Author ${index}`, genre }
      return coverLook(book, wordsOf('Title')).hue
    })
    for (const hue of hues) expect(Math.abs(((hue - genre.hue + 540) % 360) - 180)).toBeLessThanOrEqual(12)
    expect(new Set(hues).size).toBe(25)
  })

  test('is the same for an offline catalogue, whose id is cut', () => {
    const book = { id: idAt(7), author: '', genre: null }
    expect(coverLook({ ...book, id: book.id.slice(0, 18) }, wordsOf('Nedjma'))).toEqual(
      coverLook(book, wordsOf('Nedjma')),
    )
  })

  test('takes its hue from the first author without a genre, and from the id without an author', () => {
    const hueOf = (index: number, author: string) =>
      coverLook({ id: idAt(index), author, genre: null }, wordsOf('Title')).hue
    expect(hueOf(1, 'Stephen King')).toBe(hueOf(2, 'stephen king, Peter Straub'))
    const authors = Array.from({ length: 300 }, (_, index) => hueOf(1, `Author ${index}`))
    const anonymous = Array.from({ length: 300 }, (_, index) => hueOf(index, ''))
    for (const hues of [authors, anonymous]) {
      const perSixth = Array.from({ length: 6 }, (_, sixth) => hues.filter((hue) => Math.floor(hue / 60) === sixth))
      for (const some of perSixth) expect(some.length).toBeGreaterThan(25)
    }
  })

  test('has at least twelve compositions, each known to the style sheets, for books added one after another', () => {
    const css = ['book-cover.css', 'book-cover-art.css']
      .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
      .join('')
    const looks = Array.from({ length: 400 }, (_, index) =>
      coverLook({ id: idAt(index), author: '', genre }, wordsOf('Nedjma')),
    )
    for (const { layout, art } of looks) {
      expect(css).toContain(layout.startsWith('band') ? "[data-layout^='band']" : `[data-layout='${layout}']`)
      expect(css).toContain(`[data-art='${art}']`)
    }
    const compositions = looks.map(({ layout, art }) => (layout === 'low' || layout === 'top' ? art : layout))
    expect(new Set(compositions).size).toBeGreaterThanOrEqual(12)
    const neighbours = compositions.filter((one, index) => one === compositions[index + 1])
    expect(neighbours.length).toBeLessThan(60)
  })

  test('has large drawings with short titles only', () => {
    const long = wordsOf(
      'A Short History of Nearly Everything, and of all that came after it until the day this very book was written down',
    )
    const layouts = Array.from(
      { length: 200 },
      (_, index) => coverLook({ id: idAt(index), author: '', genre }, long).layout,
    )
    expect(layouts).not.toContain('low')
    expect(layouts).not.toContain('top')
  })
})

test('A cover sets the series apart, says nothing to screen readers and is the same each time', () => {
  const book = { id: idAt(1), title: 'Dune (Dune Chronicles, #1)', author: 'Frank Herbert', genre: null }
  const html = renderToStaticMarkup(<BookCover book={book} />)
  expect(html).toContain('>Dune</span>')
  expect(html).toContain('>Dune Chronicles, #1</span>')
  expect(html).toMatch(/^<span aria-hidden="true"/)
  expect(renderToStaticMarkup(<BookCover book={book} />)).toBe(html)
  expect(html.length).toBeLessThan(700)
})

test.each([
  ['1/4 جرام', true],
  ['«موسم» Season', true],
  ['Season موسم', false],
  ['1984', false],
])('Author and series of %s are aligned as the title is', (title, isRight) => {
  const html = renderToStaticMarkup(<BookCover book={{ id: idAt(0), title, author: 'Essam Youssef', genre }} />)
  expect(html.includes('data-rtl')).toBe(isRight)
})
