import { m } from './paraglide/messages.js'
import { addWords, limit, type Params } from './words.ts'

// What may be wrong with numbers, lists and dates, and with what managers enter. Whoever asks for such imports this
// file: at the login nobody does.
addWords({
  validation_number_min: (params: Params) => m.validation_number_min(limit(params)),
  validation_number_max: (params: Params) => m.validation_number_max(limit(params)),
  validation_array_min: (params: Params) => m.validation_array_min(limit(params)),
  validation_array_max: (params: Params) => m.validation_array_max(limit(params)),
  validation_date_min: (params: Params) => m.validation_date_min(limit(params)),
  validation_date_max: (params: Params) => m.validation_date_max(limit(params)),
  validation_unknown: () => m.validation_unknown(),
  field_not_allowed: () => m.error_FIELD_NOT_ALLOWED(),
  role_required: () => m.role_required(),
  role_unknown: () => m.role_unknown(),
  title_required: () => m.title_required(),
  title_taken: () => m.title_taken(),
  genre_gone: () => m.genre_gone(),
  genre_required: () => m.genre_required(),
  genre_taken: () => m.genre_taken(),
  scope_required: () => m.scope_required(),
  cursor_invalid: () => m.cursor_invalid(),
  letter_invalid: () => m.letter_invalid(),
  letter_order: () => m.letter_order(),
})
