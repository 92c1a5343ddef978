declare module 'marc8/lib/marc8_mapping.js' {
  /** By the final byte of an escape sequence, then by the character's bytes: its Unicode, and 1 if it is combining. */
  export const CODESETS: Record<number, Record<number, [codePoint: number, isCombining: number]>>
}
