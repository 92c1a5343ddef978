import subsetFont from 'subset-font'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'

/** A typeface, in one file for each range of characters. */
interface Face {
  family: string
  /** In node_modules/@fontsource-variable/. */
  source: string
  /** One weight, which then stands for all, or those from … to. */
  weights: number | { min: number; max: number }
  parts: readonly Part[]
}

interface Part {
  name: string
  /** The characters, as in CSS; of the source all that it has in them. */
  range: string
  /** The file of the source, where there are several. */
  from: string
}

/**
 * Letters of Arabic, Persian and Urdu with their marks, digits and punctuation, and the letter that Arabic uses for 'v':
 * a title needs the larger file only with letters of yet other languages.
 */
const ARABIC =
  'U+060C, U+061B, U+061F, U+0621-063A, U+0640-0658, U+0660-0671, U+0679, U+067E, U+0686, U+0688, U+0691, U+0698, U+06A4, U+06A9, U+06AF, U+06BA, U+06BE, U+06C0-06C3, U+06CC, U+06D2-06D5, U+06F0-06F9, U+FDF2'
const OTHER_ARABIC =
  'U+0600-060B, U+060D-061A, U+061C-061E, U+0620, U+063B-063F, U+0659-065F, U+0672-0678, U+067A-067D, U+067F-0685, U+0687, U+0689-0690, U+0692-0697, U+0699-06A3, U+06A5-06A8, U+06AA-06AE, U+06B0-06B9, U+06BB-06BD, U+06BF, U+06C4-06CB, U+06CD-06D1, U+06D6-06EF, U+06FA-06FF, U+0750-077F, U+0870-08FF, U+FB50-FDF1, U+FDF3-FDFF, U+FE70-FEFC'

const arabic = (font: string): Part[] => [
  { name: 'arabic', range: ARABIC, from: `${font}-arabic-wght-normal` },
  { name: 'other-arabic', range: OTHER_ARABIC, from: `${font}-arabic-wght-normal` },
]

/** The licence of the typefaces with the notices of their authors, which their condition 2 wants beside each copy. */
export function licence(): string {
  const texts = [...new Set(FACES.map(({ source }) => source))].map((source) =>
    readFileSync(join(projectRoot, 'node_modules', '@fontsource-variable', source, 'LICENSE'), 'utf8'),
  )
  const notices = texts.map((text) => text.slice(0, text.indexOf('\n')))
  const [rest = ''] = texts.map((text) => text.slice(text.indexOf('\n') + 1).trim())
  return `${notices.join('\n')}\n\n${rest}\n`
}

/** Only the weights that are shown: headings, covers and names have one, text in Arabic three. */
export const FACES: readonly Face[] = [
  {
    family: 'Literata',
    source: 'literata',
    weights: 600,
    // As Fontsource parts them.
    parts: [
      {
        name: 'latin',
        range:
          'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
        from: 'literata-latin-wght-normal',
      },
      {
        name: 'latin-ext',
        range:
          'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0300-0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
        from: 'literata-latin-ext-wght-normal',
      },
    ],
  },
  {
    family: 'Noto Naskh Arabic',
    source: 'noto-naskh-arabic',
    weights: 600,
    parts: arabic('noto-naskh-arabic'),
  },
  {
    family: 'Noto Sans Arabic',
    source: 'noto-sans-arabic',
    weights: { min: 400, max: 600 },
    parts: arabic('noto-sans-arabic'),
  },
]

export const fileOf = ({ source }: Face, { name }: Part): string => `${source}-${name}.woff2`

/** Cuts a part of a typeface: its characters with all ligatures and joined forms, in the weights of the face. */
export function cut({ source, weights }: Face, { from, range }: Part): Promise<Buffer> {
  const file = join(projectRoot, 'node_modules', '@fontsource-variable', source, 'files', `${from}.woff2`)
  return subsetFont(readFileSync(file), charactersOf(range), {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
  })
}

/** All characters of a CSS range. */
const charactersOf = (range: string): string =>
  range
    .split(', ')
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .slice(2)
        .split('-')
        .map((digits) => Number.parseInt(digits, 16))
      return Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset))
    })
    .join('')

/** The style sheet: a browser loads a file when one of its characters is shown. */
export const styleSheet = (): string =>
  [
    '/* Written by `npm run fonts` from scripts/font-cuts.ts. */',
    ...FACES.flatMap((face) => face.parts.map((part) => ruleFor(face, part))),
  ].join('\n\n')

const ruleFor = (face: Face, part: Part): string =>
  [
    '@font-face {',
    `  font-family: '${face.family}';`,
    '  font-display: swap;',
    `  font-weight: ${typeof face.weights === 'number' ? '200 900' : `${face.weights.min} ${face.weights.max}`};`,
    `  src: url('./${fileOf(face, part)}') format('woff2');`,
    `  unicode-range: ${part.range};`,
    '}',
  ].join('\n')
