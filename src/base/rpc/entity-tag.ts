import { createError } from '#base/errors/create-error.server.ts'

/**
 * The versions that `If-Match` accepts: any existing one, or those listed, as tags that were read or as bare versions.
 * Foreign and weak tags are ignored.
 */
export type IfMatch = '*' | readonly number[]

/** Parses `If-Match`; null without the header. Throws VALIDATION_ERROR (field `If-Match`) for an invalid list. */
export function readIfMatch(header: string | null): IfMatch | null {
  if (header === null) return null
  if (header.trim() === '*') return '*'
  const tags = readTags(header)
  if (!tags) throw createError('VALIDATION_ERROR', { fields: { 'If-Match': { key: 'validation_invalid' } } })
  return tags.map(versionOf).filter((version) => version !== undefined)
}

/** Whether `If-None-Match` names a tag, compared weakly; false for an invalid list. */
export function matchesTag(header: string | null, tag: string): boolean {
  if (header === null) return false
  return (
    header.trim() === '*' || (readTags(header)?.some((candidate) => candidate.replace(/^W\//, '') === tag) ?? false)
  )
}

// RFC 9110, 8.8.3: a tag, then a comma or the end; list elements may be empty.
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
  const digits = /^"([1-9]\d{0,9})(?:-[\w-]+)?"$/.exec(tag)?.[1]
  return digits !== undefined && Number(digits) <= LAST_VERSION ? Number(digits) : undefined
}
