/** One cookie's raw value out of a `Cookie` header. */
export function readCookie(header: string | null, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

/** The same header without that cookie; null when nothing is left. */
export function withoutCookie(header: string | null, name: string): string | null {
  const kept = (header?.split(';') ?? []).filter((part) => part.split('=')[0]?.trim() !== name)
  return kept.length === 0 ? null : kept.join(';').trim()
}
