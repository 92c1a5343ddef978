import { fold } from '#base/lib/search/fold.ts'

/** What becomes of a class: its pupils go to the class with this id, leave the school, or stay. */
export type NextClass = 'leave' | 'stay' | (string & {})

interface Class {
  id: string
  name: string
  kind: 'class' | 'left'
  nextGroupId: string | null
}

/** Where a class stands: on which ladder, how high, and what tells it from others of its height. */
interface Step {
  ladder: string
  height: number
  section: string
}

/** The classes of French schools, from the first year of primary school to the last of secondary school. */
const FRENCH: readonly RegExp[] = [
  /^ci\b/,
  /^cp\b/,
  /^ce ?1\b/,
  /^ce ?2\b/,
  /^cm ?1\b/,
  /^cm ?2\b/,
  /^(6 ?(e|eme)\b|sixieme\b)/,
  /^(5 ?(e|eme)\b|cinquieme\b)/,
  /^(4 ?(e|eme)\b|quatrieme\b)/,
  /^(3 ?(e|eme)\b|troisieme\b)/,
  /^(2 ?(de|nde|nd)\b|seconde\b)/,
  /^(1 ?(re|ere)\b|premiere\b)/,
  /^(t(a?le|erm)\b|terminale\b)/,
]

const ARABIC: readonly RegExp[] = [
  /الاول[يى]?/u,
  /الثاني[ةه]?/u,
  /الثالث[ةه]?/u,
  /الرابع[ةه]?/u,
  /الخامس[ةه]?/u,
  /السادس[ةه]?/u,
  /السابع[ةه]?/u,
  /الثامن[ةه]?/u,
  /التاسع[ةه]?/u,
  /العاشر[ةه]?/u,
]

/** The ending of a number as an ordinal: `4th A`, `2ème année A`. */
const ORDINAL = /^\s*(?:emes?|eres?|er|e|th|st|nd|rd|°|º)(?![\p{L}\p{N}])/u

/** Letters and digits alone, of a folded text. */
const keyOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

/** Years are counted upwards, also with French ordinals: `2e année`. */
const COUNTS_YEARS = /\b(annee|an)\b/

function stepOf(name: string): Step | undefined {
  const text = fold(name).trim()
  if (!COUNTS_YEARS.test(text))
    for (const [height, pattern] of FRENCH.entries())
      if (pattern.test(text)) return { ladder: 'french', height, section: keyOf(text.replace(pattern, '')) }
  for (const [at, pattern] of ARABIC.entries())
    if (pattern.test(text)) return { ladder: 'arabic', height: at + 1, section: keyOf(text.replace(pattern, ' ')) }
  const [number] = /\d{1,2}/.exec(text) ?? []
  if (number === undefined) return undefined
  const [before = '', ...after] = text.split(number)
  return { ladder: keyOf(before), height: Number(number), section: keyOf(after.join(number).replace(ORDINAL, '')) }
}

/** `6A` of a school whose other classes are `6e B` and `5e A`. */
const BARE_FRENCH = /^([3-6]) ?(?=\p{L}?$)/u

/**
 * Where each of some classes stands. A bare number, which counts upwards, is read as the French ordinal where the year beside
 * it is there in French writing and none in bare numbers.
 */
function stepsOf(names: readonly string[]): (Step | undefined)[] {
  const steps = names.map(stepOf)
  const has = (ladder: string, height: number) =>
    steps.some((step) => step?.ladder === ladder && step.height === height)
  const isAlone = (ladder: string, height: number) => !has(ladder, height - 1) && !has(ladder, height + 1)
  return steps.map((step, at) => {
    const name = fold(names[at] ?? '').trim()
    if (step?.ladder !== '' || !BARE_FRENCH.test(name) || !isAlone('', step.height)) return step
    const french = stepOf(name.replace(BARE_FRENCH, '$1e '))
    return french?.ladder === 'french' && !isAlone('french', french.height) ? french : step
  })
}

/** The classes with the youngest first, as far as their names tell it, and those of one year in the order that is given. */
export function inOrderOfYears<One extends Pick<Class, 'name'>>(classes: readonly One[]): One[] {
  const found = stepsOf(classes.map(({ name }) => name))
  const steps = classes.map((one, at) => ({ one, step: found[at] }))
  const ladders = [...new Set(steps.map(({ step }) => step?.ladder))].toSorted(
    (a, b) => Number(a === undefined) - Number(b === undefined),
  )
  return steps
    .toSorted(
      (a, b) =>
        ladders.indexOf(a.step?.ladder) - ladders.indexOf(b.step?.ladder) ||
        (a.step?.height ?? 0) - (b.step?.height ?? 0),
    )
    .map(({ one }) => one)
}

/**
 * What becomes of each class, by its id: its next class where it has one, else the class one year on by its name, of the same
 * section or the only one there. The last class of a ladder leaves; a class of which nothing can be told stays.
 */
export function suggestNext(classes: readonly Class[]): Map<string, NextClass> {
  const ids = new Set(classes.map(({ id }) => id))
  const going = classes.filter(({ kind }) => kind === 'class')
  const found = stepsOf(going.map(({ name }) => name))
  const steps = going.flatMap(({ id }, at) => {
    const step = found[at]
    return step ? [{ id, ...step }] : []
  })
  const at = (ladder: string, height: number) =>
    steps.filter((step) => step.ladder === ladder && step.height === height)
  return new Map(
    classes.map(({ id, kind, nextGroupId }): [string, NextClass] => {
      if (kind === 'left') return [id, 'leave']
      if (nextGroupId !== null && nextGroupId !== id && ids.has(nextGroupId)) return [id, nextGroupId]
      const step = steps.find((one) => one.id === id)
      if (!step) return [id, 'stay']
      const above = at(step.ladder, step.height + 1)
      const next = above.find(({ section }) => section === step.section) ?? (above.length === 1 ? above[0] : undefined)
      if (next) return [id, next.id]
      return [id, above.length === 0 && at(step.ladder, step.height - 1).length > 0 ? 'leave' : 'stay']
    }),
  )
}
