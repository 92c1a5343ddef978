const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text for XML. Characters that XML does not have must have been removed. */
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter)

/** A text that came out of XML with its entities. */
export const unescapeXml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (all, name: string) => NAMED[name] ?? all)
