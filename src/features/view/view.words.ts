import { m } from '#i18n/paraglide/messages.js'
import type { NounWords } from '#lib/noun.ts'

export const viewWords = { one: m.resource_view } satisfies NounWords
