import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'
import type en from '../messages/en.json'

export const LANGUAGES = ['en', 'fr', 'ar', 'sw'] as const
export type Language = (typeof LANGUAGES)[number]

type Values = Record<string, string | number>
/** A message with its values inserted. Throws for an unknown key. */
export type Words = (key: Exclude<keyof typeof en, '$schema'>, values?: Values) => string

interface Variants {
  declarations: string[]
  selectors: string[]
  match: Record<string, string>
}

const read = new Map<Language, Record<string, string | Variants[]>>()

function messagesOf(language: Language): Record<string, string | Variants[]> {
  const messages =
    read.get(language) ?? JSON.parse(readFileSync(join(projectRoot, 'messages', `${language}.json`), 'utf8'))
  read.set(language, messages)
  return messages
}

/** The messages of a language from messages/*.json, so that tests do not repeat labels. */
export function words(language: Language): Words {
  const messages = messagesOf(language)
  return (key, values = {}) => {
    const message = messages[key]
    if (message === undefined) throw new Error(`messages/${language}.json has no ${key}`)
    const text = typeof message === 'string' ? message : variant(message[0]!, values, language)
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
  }
}

/** All messages with variants choose by the plural of one number. */
function variant({ declarations, selectors, match }: Variants, values: Values, language: Language): string {
  const [selector] = selectors
  const [, input = ''] =
    /= (\w+): plural/.exec(declarations.find((one) => one.includes(`local ${selector} `)) ?? '') ?? []
  const plural = new Intl.PluralRules(language).select(Number(values[input]))
  const text = match[`${selector}=${plural}`]
  if (text === undefined) throw new Error(`No variant ${selector}=${plural}`)
  return text
}
