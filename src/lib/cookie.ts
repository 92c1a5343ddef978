/** The raw value of one cookie in a `Cookie` header. */
export function readCookie(header: string | null, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

/** The `Cookie` header without that cookie; null if no other remains. */
export function withoutCookie(header: string | null, name: string): string | null {
  const others = (header?.split(';') ?? []).filter((part) => part.split('=')[0]?.trim() !== name)
  return others.length === 0 ? null : others.join(';').trim()
}
