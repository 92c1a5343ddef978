import { createError } from '#base/errors/create-error.server.ts'
import type { ProblemKey } from '#base/i18n/problem-text.ts'

/** Maximum nesting of arrays and objects; all input of Maktaba is flat. */
const MAX_DEPTH = 20

/**
 * Parses a JSON object. Throws VALIDATION_ERROR, which says so, for a text that is not one; with the field for a duplicate name or
 * `__proto__`, which JSON parsers treat differently, and for a lone surrogate.
 */
export function readJsonObject(text: string): Record<string, unknown> {
  inspect(text)
  return parseJsonObject(text)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** As `readJsonObject`, without a check of the names. */
export function parseJsonObject(text: string): Record<string, unknown> {
  const value = parse(text)
  if (!isObject(value)) throw notJson()
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notJson()
  }
}

const notJson = () => refusal('', 'body_not_json')
/** What is wrong with a field, or outside of all with the whole. */
const refusal = (field: string, key: ProblemKey) =>
  createError('VALIDATION_ERROR', { fields: { [field]: { key: field === '' ? 'body_not_json' : key } } })

/** Checks names, depth and surrogates in one pass before parsing; leaves syntax errors to the parser. */
function inspect(text: string): void {
  // The names so far of each open object; null for an array.
  const open: (Set<string> | null)[] = []
  let field = ''
  let isName = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '{' || letter === '[') {
      open.push(letter === '{' ? new Set() : null)
      if (open.length > MAX_DEPTH) throw refusal(field, 'validation_invalid')
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
      // In UTF-8 a lone surrogate can only be an escape such as `\uD800`.
      if (token.includes(String.raw`\u`) && !String(parse(token)).isWellFormed()) throw refusal(field, 'text_invalid')
      at = end
    }
  }
}

/** Index of the closing quote of the string at `start`; the length of the text without one. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(at, text.length)
}
