// A list of texts as one text: in a cell of a file, in the activity.

const SEPARATOR = /\s*[;؛\n]\s*/u

/** `Algérie; Guerre`. A list of which a text would not come back is written as JSON. */
export function joinList(texts: readonly string[]): string {
  const joined = texts.join('; ')
  const isReadBack = texts.every((text) => !SEPARATOR.test(text)) && !joined.startsWith('[')
  return isReadBack ? joined : JSON.stringify(texts)
}

/** A text of each, or one where all have the same; none where that is empty. */
export function onceIfSame(texts: string[]): string[] {
  const distinct = [...new Set(texts)]
  return distinct.length > 1 ? texts : distinct.filter((text) => text !== '')
}

/** The texts of `joinList`, or of a list as other programs write it, between semicolons; without repetitions. */
export function splitList(text: string): string[] {
  const texts = listOfJson(text) ?? text.split(SEPARATOR)
  return [...new Set(texts.map((one) => one.trim()).filter((one) => one !== ''))]
}

/** A list of texts as JSON; undefined for any other text. */
export function listOfJson(text: string): string[] | undefined {
  if (!text.startsWith('["')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined
  } catch {
    return undefined
  }
}
