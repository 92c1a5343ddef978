/** Whether text holds what nobody types: control characters (PostgreSQL cannot store NUL), or U+FFFD from a broken encoding. */
export const hasControlCharacter = (text: string): boolean =>
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFD]/.test(text)

/** Whether anything of a text can be seen: more than spaces, joiners, marks of direction and the like. */
export const isVisible = (text: string): boolean => /[^\s\p{Default_Ignorable_Code_Point}\p{Mn}\u2800]/u.test(text)

/** Whether text turns the direction of what stands beside it, by an embedding, an override or an isolate. */
export const turnsDirection = (text: string): boolean => /[\u202A-\u202E\u2066-\u2069]/.test(text)

/** Whether text is whole letters on one line: no tab or line break, no half of a surrogate pair. */
export const isOneLine = (text: string): boolean => text.isWellFormed() && !/[\t\n\r\u0085\u2028\u2029]/.test(text)

/** Whether text may stand where others read it as one line: it can be printed, and turns nothing beside it. */
export const isPlainLine = (text: string): boolean =>
  !hasControlCharacter(text) && !turnsDirection(text) && isOneLine(text)

/** Text of a file as one line: line breaks become spaces, and marks that turn its direction are left out. */
export const asPlainLine = (text: string): string =>
  text
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/\s*[\t\n\r\u0085\u2028\u2029]\s*/g, ' ')
    .trim()

/** Text that can be shown: what cannot be printed becomes U+FFFD, as browsers draw what they cannot read. */
export const printable = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '\uFFFD')

/** Whether text is written in Arabic letters, which want more room between their lines. */
export const isArabicScript = (text: string): boolean => /[\u0600-\u06FF\u0750-\u077F\u08A0-\u08FF]/.test(text)

/**
 * Two capitals for a face: of the first and the last word of a name, else of the address. In Arabic letters only the
 * first: two would be joined, and read as a syllable.
 */
export function initials(name: string, email: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const [first = email] = words
  const last = words.length > 1 && !isArabicScript([...first][0] ?? '') ? words.at(-1) : undefined
  const letters = [first, last ?? '']
  return letters
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
