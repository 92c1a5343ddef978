/** An encoding that responses are sent in. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** The smallest encoding in `bodies` that `Accept-Encoding` allows (RFC 9110, 12.5.3). */
export function bestEncoding(accept: string | null, bodies: Partial<Record<Encoding, unknown>>): Encoding {
  const allowed = new Set(
    (accept ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]),
  )
  if (bodies.br && allowed.has('br')) return 'br'
  if (bodies.gzip && allowed.has('gzip')) return 'gzip'
  return 'identity'
}
