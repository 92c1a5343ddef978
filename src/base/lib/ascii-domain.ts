// Characters of a domain. Excludes look-alikes of ASCII letters and dots: full-width forms, the ideographic full stop.
const DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u

/** Whether a label mixes alphabets whose letters look alike, as forged domains do. */
const isMixed = (label: string): boolean =>
  /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label)

/**
 * An email address with its domain in the ASCII form of DNS and SMTP: `a@bücher.example` becomes
 * `a@xn--bcher-kva.example` (RFC 5891). Returns ASCII domains and invalid addresses unchanged.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).normalize('NFC')
  if (/^[ -~]*$/.test(domain) || !DOMAIN.test(domain) || domain !== domain.normalize('NFKC')) return address
  if (domain.split('.').some(isMixed)) return address
  try {
    return `${address.slice(0, at + 1)}${new URL(`http://${domain}`).hostname}`
  } catch {
    return address
  }
}
