import { COPY_CONDITIONS } from '#catalogue/book/copy-condition.words.ts'
import { conditionWord } from '#catalogue/book/copy-condition.words.ts'
import type { FileRow } from '#base/formats/file-table.ts'
import { locales } from '#base/i18n/locale.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { fold } from '#base/lib/search/fold.ts'

type Condition = (typeof COPY_CONDITIONS)[number]

// What other programs and people call the states, in addition to our own words.
const WORDS: Record<Condition, string> = {
  ok: 'good, new, available, in, checked in, on shelf, in service, normal, in transit, on hold, on hold shelf, bon, bon état, neuf, disponible, en service, en rayon, en transit, réservé, mis de côté, document en bon état, verfügbar, vorgemerkt, disponibile, disponível, tersedia, جيدة, جيد, سليم, جديدة, متاحة, محجوزة, mpya, inapatikana, imehifadhiwa',
  damaged:
    'torn, poor, bad, repair, in repair, out for repair, needs repair, abîmée, endommagé, endommagée, détérioré, en réparation, à réparer, mauvais, mauvais état, document en mauvais état, document détérioré, beschädigt, dañado, danneggiato, danificado, تالف, متضررة, mbaya, imechanika',
  lost: 'missing, lost and paid, stolen, volé, perdue, manquant, manquante, égaré, disparu, introuvable, verloren, vermisst, perdido, extraviado, smarrito, مفقود, ضائعة, haipo',
  withdrawn:
    'discarded, weeded, retirée, retiré, éliminé, pilon, pilonné, mis au pilon, désherbé, ausgesondert, dado de baja, scartato, descartado, مسحوب, imefutwa, imeondolewa',
  reference:
    'reference only, for reference, no loan, non circulating, library use only, consultation sur place, exclu du prêt, non empruntable, usuel, präsenzbestand, nicht ausleihbar, solo consulta, مرجع, لا يعار, rejea',
}

/** Words by which other programs and people say that a copy is on loan. */
const LENT =
  'out, checked out, on loan, loaned, loaned out, lent, borrowed, issued, overdue, en prêt, prêté, prêtée, emprunté, sorti, en retard, entliehen, ausgeliehen, verliehen, prestado, en préstamo, in prestito, prestato, emprestado, dipinjam, sedang dipinjam, معارة, معار, مستعارة, متأخرة, imeazimwa, imekopeshwa'

/** The states by their words in any language, and as the API names them. */
const KNOWN_CONDITIONS = new Map(
  COPY_CONDITIONS.flatMap((condition) =>
    [
      condition,
      ...locales.map((locale) => withLocale(locale, () => conditionWord(condition))),
      ...WORDS[condition].split(', '),
    ].map((word) => [fold(word), condition] as const),
  ),
)
const LENT_WORDS = new Set(LENT.split(', ').map(fold))

const isOneOf = <Found>(text: string, find: (word: string) => Found | undefined): Found | undefined =>
  find(fold(text)) ?? find(fold(text.replaceAll('-', ' ')))

/** Whether a word says that a copy is on loan. It is the library's all the same, and good: who has it, no file of books says. */
export const isLent = (text: string): boolean => isOneOf(text, (word) => LENT_WORDS.has(word) || undefined) ?? false

/** The condition that a word of any of our languages, and of the programs that we know, names; undefined for an unknown word. */
export const readCondition = (text: string): Condition | undefined =>
  isOneOf(text, (word) => KNOWN_CONDITIONS.get(word)) ?? (isLent(text) ? 'ok' : undefined)

/** Columns of Koha that say a state by anything but 0, by what counts first; the last has the day on which a loan is due. */
const FLAGS: readonly (readonly [condition: string, names: RegExp])[] = [
  ['withdrawn', /^wi?thdrawn$/],
  ['lost', /^itemlost$/],
  ['reference', /^notforloan$/],
  ['damaged', /^damaged$/],
  ['on loan', /^onloan$/],
]

const isSet = (text = ''): boolean => !/^(0*|null|\\n)$/i.test(text.trim())

/**
 * A function that writes the state that the flags of a row say into the first of their columns, and empties the others; undefined
 * for a header without several such columns.
 */
export function flagReader(header: readonly string[]): ((row: FileRow) => FileRow) | undefined {
  const names = header.map((name) => name.toLowerCase().replace(/[^a-z]/g, ''))
  const flags = FLAGS.flatMap(([condition, name]) => {
    const index = names.findIndex((one) => name.test(one))
    return index < 0 ? [] : [{ condition, index }]
  })
  if (flags.length < 2) return undefined
  const first = Math.min(...flags.map(({ index }) => index))
  return ({ cells: given, ...row }) => {
    const cells = [...given]
    const said = flags.find(({ index }) => isSet(given[index]))
    for (const { index } of flags) if (index < cells.length) cells[index] = ''
    if (said) {
      while (cells.length <= first) cells.push('')
      cells[first] = said.condition
    }
    return { ...row, cells }
  }
}
