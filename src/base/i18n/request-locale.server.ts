import { AsyncLocalStorage } from 'node:async_hooks'
import { baseLocale, type Locale } from './locale.ts'
import { overwriteGetLocale } from './paraglide/runtime.js'
import { kept } from '#base/lib/kept.ts'

const current = kept('locale', () => new AsyncLocalStorage<Locale>())
overwriteGetLocale(() => current.getStore() ?? baseLocale)

/** Runs `work` with `locale` as the current language; concurrent requests keep their own. */
export const withLocale = <T>(locale: Locale, work: () => T): T => current.run(locale, work)
