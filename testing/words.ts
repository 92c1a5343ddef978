import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { m } from '#base/i18n/paraglide/messages.js'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { withSlashes } from '#base/lib/with-slashes.server.ts'

export const LANGUAGES = ['en', 'fr', 'ar', 'sw'] as const
export type Language = (typeof LANGUAGES)[number]

/** A message whose text depends on a number: one text for each form of the plural. */
export interface Plural {
  declarations: string[]
  selectors: string[]
  match: Record<string, string>
}
export type Message = string | Plural[]
type Messages = Record<string, Message>

/**
 * The messages of a language by slice: each folder of `messages/` has those of one floor of `src`, or of `shell`, and a folder
 * in it, such as `catalogue/shelf`, those of one of its nouns.
 */
export const readSlices = (language: Language, folder = join(projectRoot, 'messages')): Map<string, Messages> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        const { $schema: _, ...messages } = JSON.parse(readFileSync(join(path, `${language}.json`), 'utf8'))
        return [withSlashes(relative(folder, path)), messages]
      }),
  )

/** The floor of a slice of messages. */
export const floorOfSlice = (slice: string): string => slice.split('/')[0] ?? ''

/** All messages of a language by their keys. */
export const readMessages = (language: Language): Messages => Object.assign({}, ...readSlices(language).values())

type Values = Record<string, string | number>
/** A message with its values inserted. Throws for an unknown key. */
export type Words = (key: keyof typeof m, values?: Values) => string

const read = new Map<Language, Messages>()

function messagesOf(language: Language): Messages {
  const messages = read.get(language) ?? readMessages(language)
  read.set(language, messages)
  return messages
}

/** The messages of a language from `messages/`, so that tests do not repeat labels. */
export function words(language: Language): Words {
  const messages = messagesOf(language)
  return (key, values = {}) => {
    const message = messages[key]
    if (message === undefined) throw new Error(`No ${language}.json of messages/ has ${key}`)
    const text = typeof message === 'string' ? message : variant(message[0]!, values, language)
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
  }
}

/** All messages with variants choose by the plural of one number. */
function variant({ declarations, selectors, match }: Plural, values: Values, language: Language): string {
  const [selector] = selectors
  const [, input = ''] =
    /= (\w+): plural/.exec(declarations.find((one) => one.includes(`local ${selector} `)) ?? '') ?? []
  const plural = new Intl.PluralRules(language).select(Number(values[input]))
  const text = match[`${selector}=${plural}`]
  if (text === undefined) throw new Error(`No variant ${selector}=${plural}`)
  return text
}
