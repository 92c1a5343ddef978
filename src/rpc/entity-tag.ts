import { createError } from '#errors/create-error.server.ts'

/** What `If-Match` asks for: any version that is there, or one of these. Tags that are not ours, and weak ones, are none. */
export type IfMatch = '*' | readonly number[]

/** The tag of a version, strong: the next version has another. */
export const entityTag = (version: number): string => `"${version}"`

/** What `If-Match` asks for; null without that header. Throws VALIDATION_ERROR at `If-Match` for what is no list of tags. */
export function readIfMatch(header: string | null): IfMatch | null {
  if (header === null) return null
  if (header.trim() === '*') return '*'
  const tags = readTags(header)
  if (!tags) throw createError('VALIDATION_ERROR', { fields: { 'If-Match': { key: 'validation_invalid' } } })
  return tags.map(versionOf).filter((version) => version !== undefined)
}

/** Whether `If-None-Match` names a tag; weak or strong makes no difference to who reads. What is no list names none. */
export function matchesTag(header: string | null, tag: string): boolean {
  if (header === null) return false
  return header.trim() === '*' || (readTags(header)?.some((one) => one.replace(/^W\//, '') === tag) ?? false)
}

// RFC 9110, 8.8.3: a tag and a comma or the end; an element of a list may be empty.
const ELEMENT = /(?:((?:W\/)?"[\u0021\u0023-\u007E\u0080-\u00FF]*")[ \t]*)?(?:,[ \t]*|$)/y

function readTags(header: string): string[] | undefined {
  const list = header.trim()
  const tags: string[] = []
  ELEMENT.lastIndex = 0
  while (ELEMENT.lastIndex < list.length) {
    const element = ELEMENT.exec(list)
    if (!element) return undefined
    if (element[1] !== undefined) tags.push(element[1])
  }
  return tags.length > 0 ? tags : undefined
}

/** PostgreSQL's largest integer. */
const LAST_VERSION = 2 ** 31 - 1

function versionOf(tag: string): number | undefined {
  const digits = /^"([1-9]\d{0,9})"$/.exec(tag)?.[1]
  return digits !== undefined && Number(digits) <= LAST_VERSION ? Number(digits) : undefined
}
