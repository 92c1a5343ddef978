/**
 * Characters that XML does not have are written as `_x000D_` (ECMA-376, 22.9.2.19), and such a text as `_x005F_x000D_`.
 */
const CODED = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_(?=x[0-9a-f]{4}_)/gi

export const escapeText = (text: string): string =>
  text.replace(CODED, (letter) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)

export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text
        .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .toWellFormed()
    : text
