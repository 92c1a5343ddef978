import { AsyncLocalStorage } from 'node:async_hooks'
import { baseLocale, type Locale } from './locale.ts'
import { overwriteGetLocale } from './paraglide/runtime.js'

const current = new AsyncLocalStorage<Locale>()
overwriteGetLocale(() => current.getStore() ?? baseLocale)

/** Runs `work` with every message in `locale`; requests side by side keep their own. */
export const withLocale = <T>(locale: Locale, work: () => T): T => current.run(locale, work)
