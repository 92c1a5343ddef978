import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { locales } from '#base/i18n/locale.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { answerAppManifest, appManifest } from './app-manifest.server.ts'

const ask = async (query: string) => {
  const response = answerAppManifest(new Request(`http://localhost/manifest.webmanifest${query}`))
  return { type: response.headers.get('content-type'), body: await response.json() }
}

test('the manifest is in the language asked for, or English', async () => {
  const arabic = await ask('?lang=ar')
  expect(arabic.type).toBe('application/manifest+json')
  expect(arabic.body).toMatchObject({ lang: 'ar', dir: 'rtl', display: 'standalone', start_url: '/app', id: '/app' })
  for (const query of ['', '?lang=xx', '?lang='])
    expect((await ask(query)).body).toMatchObject({ lang: 'en', dir: 'ltr' })
})

test('each language has its own words, and every icon is there', () => {
  const all = locales.map(appManifest)
  expect(new Set(all.map(({ description }) => description)).size).toBe(locales.length)
  for (const { shortcuts, icons } of all) {
    expect(new Set(shortcuts.map(({ name }) => name)).size).toBe(2)
    expect(icons.map(({ purpose }) => purpose)).toContain('maskable')
    for (const { src } of [...icons, ...shortcuts.flatMap((one) => one.icons)])
      expect(existsSync(join(projectRoot, 'public', src)), src).toBe(true)
  }
})
