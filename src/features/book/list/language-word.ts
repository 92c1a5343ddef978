import { formatLanguage } from '#i18n/format.ts'

/** The name of the language by which a list is filtered; a code in the address that is not one of ISO 639 stays as it is. */
export const languageWord = (code = ''): string => (/^[a-z]{2,3}$/.test(code) ? formatLanguage(code) : code)
