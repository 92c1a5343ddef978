import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const styles = readFileSync(new URL('styles.css', import.meta.url), 'utf8')

/** The colours of a theme, as relative luminance (WCAG 2.2) by token. */
function luminances(selector: string): Map<string, number> {
  const [, block = ''] = new RegExp(`^${selector} \\{\\n([^}]*)\\}`, 'm').exec(styles) ?? []
  return new Map(
    [...block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)].map(([, token = '', ...numbers]) => [
      token,
      luminanceOf(...(numbers.map(Number) as [number, number, number])),
    ]),
  )
}

/** Relative luminance of an OKLCH colour: by OKLab and linear sRGB, as CSS Color 4 converts them. */
function luminanceOf(lightness: number, chroma: number, hue: number): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const [red, green, blue] = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map((value) => Math.min(1, Math.max(0, value))) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const TEXT = ['ink', 'muted', 'accent', 'accent-hover', 'danger', 'success', 'warning']
const GROUNDS = ['paper', 'surface', 'raised']

test.each([':root', '\\.dark'])('the colours of %s are told apart', (theme) => {
  const colors = luminances(theme)
  const contrast = (one: string, other: string): number => {
    const [darker = NaN, lighter = NaN] = [colors.get(one) ?? NaN, colors.get(other) ?? NaN].toSorted((a, b) => a - b)
    return (lighter + 0.05) / (darker + 0.05)
  }
  const least = (pairs: [string, string][]) => pairs.map(([one, other]) => [contrast(one, other), one, other] as const)
  const texts = TEXT.flatMap((text) => GROUNDS.map((ground): [string, string] => [text, ground]))
  const onColors: [string, string][] = [
    ['accent-ink', 'accent'],
    ['accent-ink', 'accent-hover'],
    ['danger-ink', 'danger'],
    ['ink', 'accent-soft'],
    ['accent', 'accent-soft'],
  ]
  expect(least([...texts, ...onColors]).filter(([value]) => !(value >= 4.5))).toEqual([])
  // Borders of controls and the ring of the focus: WCAG 2.2, 1.4.11.
  const lines = ['line-strong', 'focus'].map((line): [string, string] => [line, 'paper'])
  expect(least(lines).filter(([value]) => !(value >= 3))).toEqual([])
})
