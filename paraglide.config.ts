import { fileURLToPath } from 'node:url'
import type { CompilerOptions } from '@inlang/paraglide-js'

/**
 * The functions that messages call, in place of Paraglide's: those make new `Intl.PluralRules` for each sentence, which takes 13 µs, a
 * thirtieth of the time of Home. No message formats a number or a date itself (base/i18n/format).
 */
const REGISTRY = `
const rules = new Map()

/**
 * @param {import("./runtime.js").Locale} locale
 * @param {unknown} input
 * @param {Intl.PluralRulesOptions} [options]
 * @returns {string}
 */
export function plural(locale, input, options) {
  const key = locale + (options?.type ?? '')
  let found = rules.get(key)
  if (!found) rules.set(key, (found = new Intl.PluralRules(locale, options)))
  return found.select(Number(input))
}
`

/**
 * How the files of messages/ become typed functions. The locale comes from base/i18n/locale (cookie, then
 * Accept-Language), never from Paraglide's own strategies: server and browser must say the same.
 */
export const paraglideOptions: CompilerOptions = {
  project: fileURLToPath(new URL('./project.inlang', import.meta.url)),
  outdir: fileURLToPath(new URL('./src/base/i18n/paraglide', import.meta.url)),
  strategy: ['baseLocale'],
  additionalFiles: { 'registry.js': REGISTRY },
  emitReadme: false,
  emitPrettierIgnore: false,
  disableAsyncLocalStorage: true,
  // The command line has no bundler, and no `import.meta.env`.
  isServer: 'import.meta.env?.SSR !== false',
}
