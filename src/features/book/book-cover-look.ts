import { TONES, type Tone } from './book-cover-colors.ts'
import { initialOf, isShort, type CoverWords } from './book-cover-words.ts'
import type { Book } from './book.schema.ts'

type Layout = 'band-low' | 'band-high' | 'band-top' | 'label' | 'side' | 'frame' | 'plain' | 'low' | 'top'

/** Where the words of a cover stand, and what is drawn: names that book-cover.css knows. */
interface Composition {
  layout: Layout
  art: string
}

export interface CoverLook extends Composition {
  tone: Tone
  /** In degrees, 0 to 359. */
  hue: number
}

const TILES: readonly [string, ...string[]] = [
  'stars',
  'scallops',
  'lozenges',
  'dots',
  'zigzag',
  'lines',
  'waves',
  'weave',
  'leaves',
]

/** With room for any title: a plate that grows with it, or the whole cover. */
const ROOMY: readonly [Layout, ...Layout[]] = ['band-low', 'band-high', 'band-top', 'label', 'side', 'frame', 'plain']

/** Drawings beside which a short title stands. */
const WITHOUT_INITIAL: readonly [Composition, ...Composition[]] = [
  { layout: 'low', art: 'sun' },
  { layout: 'low', art: 'medallion' },
  { layout: 'low', art: 'tree' },
  { layout: 'low', art: 'moon' },
  { layout: 'top', art: 'hills' },
  { layout: 'top', art: 'arches' },
  { layout: 'top', art: 'rays' },
  { layout: 'top', art: 'blocks' },
  { layout: 'top', art: 'sea' },
  { layout: 'top', art: 'folds' },
]

const FIGURES: typeof WITHOUT_INITIAL = [...WITHOUT_INITIAL, { layout: 'low', art: 'initial' }]

/** Degrees to both sides of a genre's hue, in which its authors differ. */
const HUE_SPREAD = 12

/** FNV-1a with the last step of MurmurHash3, 32 bits: ids that differ in one letter differ in every bit. */
function hash(text: string): number {
  let value = 2166136261
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16777619)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** The first of several authors in one field, as it is compared: the books of a series stay together. */
const firstAuthor = (author: string): string => (author.split(/[,;،]/)[0] ?? '').trim().toLowerCase()

/** The hue of a book: that of its genre, turned a little by the author; else that of the author; else one of its own. */
function hueOf({ id, author, genre }: Pick<Book, 'id' | 'author' | 'genre'>): number {
  const seed = hash(firstAuthor(author) || id)
  if (!genre) return seed % 360
  return (genre.hue + (seed % (2 * HUE_SPREAD + 1)) - HUE_SPREAD + 360) % 360
}

const pick = <Item>(items: readonly [Item, ...Item[]], seed: number): Item => items[seed % items.length] ?? items[0]

function compositionOf(seed: number, words: CoverWords): Composition {
  if ((seed & 1) === 0 && isShort(words)) return pick(initialOf(words.main) ? FIGURES : WITHOUT_INITIAL, seed >>> 1)
  const layout = pick(ROOMY, seed >>> 1)
  const art = layout === 'frame' ? 'frame' : layout === 'plain' ? 'plain' : pick(TILES, seed >>> 8)
  return { layout, art }
}

/** How a book's cover looks: always the same, on the server and in the browser. */
export function coverLook(book: Pick<Book, 'id' | 'author' | 'genre'>, words: CoverWords): CoverLook {
  const seed = hash(book.id)
  return { ...compositionOf(seed, words), tone: pick(TONES, seed >>> 18), hue: hueOf(book) }
}
