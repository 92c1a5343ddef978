// What a domain may be made of. Not what looks like a letter or a dot of ASCII: a full-width one, an ideographic stop.
const WRITTEN = /^[\p{L}\p{M}\p{N}.-]+$/u

/** Letters of two alphabets that look alike in one label are a forgery. */
const isMixed = (label: string): boolean =>
  /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label)

/**
 * An address of mail with its domain as DNS and SMTP know it: `a@bücher.example` is `a@xn--bcher-kva.example` (RFC 5891).
 * What is no address, and one that is written so already, stays as it is.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).normalize('NFC')
  if (/^[ -~]*$/.test(domain) || !WRITTEN.test(domain) || domain !== domain.normalize('NFKC')) return address
  if (domain.split('.').some(isMixed)) return address
  try {
    return `${address.slice(0, at + 1)}${new URL(`http://${domain}`).hostname}`
  } catch {
    return address
  }
}
