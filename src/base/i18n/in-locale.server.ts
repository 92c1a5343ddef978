import type { Locale } from './locale.ts'
import { withLocale } from './request-locale.server.ts'

/** Runs each step of a generator in the language `locale`, whatever the language of the caller is. */
export async function* inLocale<T>(locale: Locale, begin: () => Promise<AsyncGenerator<T>>): AsyncGenerator<T> {
  const generator = await withLocale(locale, begin)
  try {
    for (;;) {
      const { done, value } = await withLocale(locale, () => generator.next())
      if (done) return
      yield value
    }
  } finally {
    // The client has disconnected.
    await generator.return(undefined)
  }
}
