import { COPY_CONDITIONS } from '#features/copy/copy-search.schema.ts'
import { conditionWord } from '#features/copy/copy.words.ts'
import type { FileRow } from '#formats/file-table.ts'
import { locales } from '#i18n/locale.ts'
import { withLocale } from '#i18n/request-locale.server.ts'
import { fold } from '#lib/search/fold.ts'

type Condition = (typeof COPY_CONDITIONS)[number]

// What other programs and people call the states, in addition to our own words. A copy that is lent is good: who has it is not read.
const WORDS: Record<Condition, string> = {
  ok: 'good, new, available, in, out, checked in, checked out, on loan, on shelf, in service, normal, bon, bon état, neuf, disponible, en service, en rayon, en prêt, prêté, document en bon état, verfügbar, entliehen, disponibile, disponível, prestado, جيدة, جيد, سليم, جديدة, متاحة, معارة, mpya, inapatikana, imeazimwa',
  damaged:
    'torn, poor, bad, in repair, needs repair, abîmée, endommagé, endommagée, détérioré, en réparation, à réparer, mauvais, mauvais état, document en mauvais état, document détérioré, beschädigt, dañado, danneggiato, danificado, تالف, متضررة, mbaya, imechanika',
  lost: 'missing, lost and paid, perdue, manquant, manquante, égaré, disparu, introuvable, verloren, vermisst, perdido, extraviado, smarrito, مفقود, ضائعة, haipo',
  withdrawn:
    'discarded, weeded, retirée, retiré, éliminé, pilon, pilonné, mis au pilon, désherbé, ausgesondert, dado de baja, scartato, descartado, مسحوب, imefutwa',
  reference:
    'reference only, for reference, no loan, non circulating, library use only, consultation sur place, exclu du prêt, non empruntable, usuel, präsenzbestand, nicht ausleihbar, solo consulta, مرجع, لا يعار, rejea',
}

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

/** The condition that a word of any of our languages, and of the programs that we know, names; undefined for an unknown word. */
export const readCondition = (text: string): Condition | undefined =>
  KNOWN_CONDITIONS.get(fold(text)) ?? KNOWN_CONDITIONS.get(fold(text.replaceAll('-', ' ')))

/** Columns of Koha that say a state by anything but 0, by what counts first. */
const FLAGS: readonly (readonly [condition: Condition, names: RegExp])[] = [
  ['withdrawn', /^wi?thdrawn$/],
  ['lost', /^itemlost$/],
  ['reference', /^notforloan$/],
  ['damaged', /^damaged$/],
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
