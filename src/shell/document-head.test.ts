import { expect, test } from 'vitest'
import { locales } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { documentHead } from './document-head.ts'

const headIn = (locale: (typeof locales)[number]) => withLocale(locale, () => documentHead({}, []))

test.each(locales)('the head in %s describes the application in this language', (locale) => {
  expect(headIn(locale).meta).toContainEqual({ name: 'description', content: m.app_description({}, { locale }) })
})

test.each(locales)('in %s only the faces of its own script are preloaded', (locale) => {
  const preloaded = headIn(locale).links.flatMap((link) => ('as' in link ? [link.href] : []))
  const faces = preloaded.map((href) => /\/([\w-]+?)(-[\w-]{8})?\.woff2/.exec(href)?.[1])
  expect(faces).toEqual(locale === 'ar' ? ['noto-sans-arabic-arabic', 'noto-naskh-arabic-arabic'] : ['literata-latin'])
})
