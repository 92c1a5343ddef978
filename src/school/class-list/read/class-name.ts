import { fold } from '#base/lib/search/fold.ts'

/** A number with its ending as an ordinal, before what tells the class: `6e A`, `6ème A`, `6th A`, `1ère S`. */
const ORDINAL = /(\d)\s*(?:emes?|eres?|er|e|th|st|nd|rd|°|º)(?=[\s._-]*[\p{L}\p{N}])/gu

/** Equal for the writings of one class: `6e A`, `6eA`, `6ème A`, `6°A` and `6 A`. */
export const classKey = (name: string): string =>
  fold(name)
    .replace(ORDINAL, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** What spreadsheets call their sheets by themselves, and lists that name no class. */
const GENERIC =
  /^(sheet|feuil|feuille|classeur|tabelle|hoja|laha|karatasi|ورقة|ورقه|export|data|donnees|liste?s?|eleves?|pupils?|students?|users?|wanafunzi|التلاميذ|الطلاب)\s*[\d\s()_-]*$/u

/** The class that the name of a sheet says, or an empty text. */
export const classOfSheet = (sheet: string | undefined): string =>
  sheet === undefined || GENERIC.test(fold(sheet)) ? '' : sheet.trim()
