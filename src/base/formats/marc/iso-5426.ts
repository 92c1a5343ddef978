/** 0xA1 to 0xBF, and 0xE1 to 0xFC; a space is none. */
const LOWER = '¡„£$¥†§′‘“«♭©℗®ʿʾ‚   ‡·″’”»♯ʹʺ¿'
const UPPER = 'ÆĐ   Ĳ ŁØŒ Þ    æđð ıĳ łøœßþ'
/** Combining marks from 0xC0 to 0xDB. */
const MARKS = [
  0x309, 0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x308, 0x30a, 0x315, 0x312, 0x30b, 0x31b, 0x30c, 0x327,
  0x31c, 0x326, 0x328, 0x325, 0x32e, 0x323, 0x324, 0x332, 0x333, 0x329, 0x32d,
]

/**
 * The right half of ISO 5426, by byte: its Unicode, and 1 if it is combining. French libraries have it, also in MARC
 * 21.
 */
export const iso5426: Readonly<Record<number, readonly [codePoint: number, isCombining: number]>> = Object.fromEntries([
  ...lettersFrom(0xa1, LOWER),
  ...lettersFrom(0xe1, UPPER),
  ...MARKS.map((mark, index) => [0xc0 + index, [mark, 1]]),
])

function lettersFrom(first: number, letters: string): [number, [number, number]][] {
  const all = Array.from(letters, (letter, index): [number, [number, number]] => [
    first + index,
    [letter.codePointAt(0) ?? 0, 0],
  ])
  return all.filter(([, [code]]) => code !== 0x20)
}

/**
 * Whether a record is in ISO 5426 instead of MARC-8: bytes 0xC1 to 0xD0 before letters are accents in ISO 5426, but
 * signs such as © in MARC-8.
 */
export function isIso5426(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  return /[\xC1-\xC3\xC8\xD0][a-z]/.test(text) && !/[\xE0-\xEF][A-Za-z]|\x1B/.test(text)
}
