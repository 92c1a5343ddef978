import { TONES, type Tone } from './book-cover-colors.ts'
import { initialOf, isShort, type CoverWords } from './book-cover-words.ts'
import type { Book } from '../../book.schema.ts'

type Layout = 'band-low' | 'band-high' | 'band-top' | 'label' | 'side' | 'frame' | 'plain' | 'low' | 'top'

/** Where a cover has its text, and its drawing: names of selectors in book-cover.css and book-cover-art.css. */
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

/** Layouts with room for any title: a plate that grows with it, or the whole cover. */
const ROOMY: readonly [Layout, ...Layout[]] = ['band-low', 'band-high', 'band-top', 'label', 'side', 'frame', 'plain']

/** Compositions with a large drawing, for short titles. */
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

/** How many degrees an author's hue may differ from the genre's. */
const HUE_SPREAD = 12

/** 32-bit FNV-1a with the finalizer of MurmurHash3, so that similar ids get unrelated hashes. */
function hash(text: string): number {
  let value = 2166136261
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16777619)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** The first author in lower case, so that the books of a series share a hue. */
const firstAuthor = (author: string): string => (author.split(/[,;،]/)[0] ?? '').trim().toLowerCase()

/** The hue of a book: of its genre, shifted by author; without a genre by author; without an author by id. */
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

/** The characters of an id that its cover is drawn by: more would change the covers that people know. */
const SEED_LENGTH = 18

/** The look of a book's cover: the same on the server, in the browser, and offline. */
export function coverLook(book: Pick<Book, 'id' | 'author' | 'genre'>, words: CoverWords): CoverLook {
  const id = book.id.slice(0, SEED_LENGTH)
  const seed = hash(id)
  return { ...compositionOf(seed, words), tone: pick(TONES, seed >>> 18), hue: hueOf({ ...book, id }) }
}
