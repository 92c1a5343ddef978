import { m } from '#base/i18n/paraglide/messages.js'
import type { NounWords } from '#base/lib/noun.ts'

export const viewWords = { one: m.resource_view } satisfies NounWords
