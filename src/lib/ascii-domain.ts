/**
 * An address of mail with its domain as DNS and SMTP know it: `a@bücher.example` is `a@xn--bcher-kva.example` (RFC 5891).
 * What is no address, and one that is written so already, stays as it is.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  // What else a URL could take for a part of its own.
  if (/^[ -~]*$/.test(domain) || /[\s/\\?#:@[\]%]/.test(domain)) return address
  try {
    return `${address.slice(0, at + 1)}${new URL(`http://${domain}`).hostname}`
  } catch {
    return address
  }
}
