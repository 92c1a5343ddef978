/** Whether text contains control characters (PostgreSQL cannot store NUL). */
export const hasControlCharacter = (text: string): boolean =>
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/.test(text)

/** Whether text contains a visible character: not only spaces, joiners, direction marks and the like. */
export const isVisible = (text: string): boolean => /[^\s\p{Default_Ignorable_Code_Point}\p{Mn}\u2800]/u.test(text)

/** Whether text can change the direction of the text around it, by an embedding, an override or an isolate. */
export const hasDirectionMark = (text: string): boolean => /[\u202A-\u202E\u2066-\u2069]/.test(text)

/** Whether text is on one line and well-formed: without tabs, line breaks and lone surrogates. */
export const isOneLine = (text: string): boolean => !/[\t\n\r\u0085\u2028\u2029]|\p{Surrogate}/u.test(text)

/** Whether text is safe to show on one line: printable, and without effect on the text around it. */
export const isPlainLine = (text: string): boolean =>
  !hasControlCharacter(text) && !hasDirectionMark(text) && isOneLine(text)

/** Whether text is safe to show on several lines. */
export const isPlainText = (text: string): boolean =>
  !hasControlCharacter(text) && !hasDirectionMark(text) && !/[\u0085\u2028\u2029]|\p{Surrogate}/u.test(text)

/** Converts a text from a file to lines: each without spaces around it, and at most one empty one between two of them. */
export const asPlainText = (text: string): string =>
  text
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .split('\n')
    .map((line) => line.replaceAll('\t', ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Converts a text from a file to one line: line breaks become spaces, and direction marks are removed. */
export const asPlainLine = (text: string): string =>
  // Nearly every text is a plain line already, and an import reads a million: the test is for speed.
  /[\t\n\r\u0085\u2028\u2029\u202A-\u202E\u2066-\u2069]/.test(text)
    ? text
        .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
        .split(/[\t\n\r\u0085\u2028\u2029]/)
        .map((line) => line.trim())
        .filter(Boolean)
        .join(' ')
    : text.trim()

/** Replaces control characters by U+FFFD, so that the text can be shown. */
export const printable = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '\uFFFD')

/** Whether text contains Arabic letters, which need a larger line height. */
export const isArabicScript = (text: string): boolean => /[\u0600-\u06FF\u0750-\u077F\u08A0-\u08FF]/.test(text)

/**
 * Initials for an avatar: of the first and the last word of the name, else the first letter of the address. One letter
 * in Arabic, where two would be joined and read as a syllable.
 */
export function initials(name: string, email: string): string {
  const all = name.trim().split(/\s+/).filter(Boolean)
  const plain = all.filter((word) => !/^\p{Ps}/u.test(word))
  const words = plain.length > 0 ? plain : all
  const [first = email] = words
  const last = words.length > 1 && !isArabicScript([...first][0] ?? '') ? words.at(-1) : undefined
  const letters = [first, last ?? '']
  return letters
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
