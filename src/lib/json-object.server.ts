import { createError } from '#errors/create-error.server.ts'

/** How deep arrays and objects may lie in one another: what Maktaba takes is flat. */
const DEEPEST = 20

/**
 * The object that a JSON text is. Throws VALIDATION_ERROR for what is no JSON, or no object; at its field for a name that
 * stands there twice or is `__proto__`, which readers of JSON understand differently, and for half a surrogate pair.
 */
export function readJsonObject(text: string): Record<string, unknown> {
  inspect(text)
  const value = parse(text)
  if (!isObject(value)) throw createError('VALIDATION_ERROR')
  return value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw createError('VALIDATION_ERROR')
  }
}

/** Goes over the text once, before anything is made of it. What is no JSON at all is left to the parser. */
function inspect(text: string): void {
  // Of each object that is open its names so far; null for an array.
  const open: (Set<string> | null)[] = []
  let field = ''
  let isName = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '{' || letter === '[') {
      open.push(letter === '{' ? new Set() : null)
      if (open.length > DEEPEST)
        throw createError('VALIDATION_ERROR', {
          fields: field === '' ? {} : { [field]: { key: 'validation_invalid' } },
        })
      isName = letter === '{'
    } else if (letter === '}' || letter === ']') {
      open.pop()
      isName = false
    } else if (letter === ',') isName = open.at(-1) instanceof Set
    else if (letter === ':') isName = false
    else if (letter === '"') {
      const end = endOfString(text, at)
      const token = text.slice(at, end + 1)
      const names = open.at(-1)
      if (isName && names) {
        const name = String(parse(token))
        if (open.length === 1) field = name
        const isUnknown = name === '__proto__'
        if (isUnknown || names.has(name))
          throw createError('VALIDATION_ERROR', {
            fields: { [field]: { key: isUnknown ? 'validation_unknown' : 'validation_invalid' } },
          })
        names.add(name)
      }
      // A text that was sent in UTF-8 has halves only where they are written as `\uD800`.
      if (token.includes(String.raw`\u`) && !String(parse(token)).isWellFormed())
        throw createError('VALIDATION_ERROR', { fields: field === '' ? {} : { [field]: { key: 'text_invalid' } } })
      at = end
    }
  }
}

/** Where the string that begins at `start` has its closing quote; the end of the text where it has none. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(at, text.length)
}
