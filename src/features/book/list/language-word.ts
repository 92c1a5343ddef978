import { formatLanguage } from '#i18n/format.ts'

/** The language that a list is narrowed to; an address may name what is none. */
export const languageWord = (code = ''): string => (/^[a-z]{2,3}$/.test(code) ? formatLanguage(code) : code)
