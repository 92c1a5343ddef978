import { describe, expect, test } from 'vitest'
import { createError } from '#base/errors/create-error.server.ts'
import { locales, type Locale } from '#base/i18n/locale.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { accessError } from '#base/rpc/procedure.server.ts'
import { STATEMENTS } from './permissions.ts'

useDatabase()

describe('a refusal', () => {
  test.each<[Locale, string, string, string]>([
    ['en', 'You are not allowed to access resource: book', 'unauthorized to access resource "user"', 'Not authorized'],
    [
      'fr',
      'Vous n’êtes pas autorisé à accéder à cette ressource : livre',
      'accès non autorisé à la ressource « utilisateur »',
      'Non autorisé',
    ],
  ])('is worded in %s as section 6 of the specification has it', (locale, action, resource, rest) => {
    withLocale(locale, () => {
      expect(accessError('user', 'book:create').message).toBe(action)
      expect(accessError('user', 'user:list').message).toBe(resource)
      expect(createError('FORBIDDEN').message).toBe(rest)
    })
  })

  test('names every resource in every language, by a different word', () => {
    for (const resource of Object.keys(STATEMENTS))
      for (const code of ['ACTION_NOT_ALLOWED', 'RESOURCE_NOT_ALLOWED'] as const) {
        const said = locales.map((one) => withLocale(one, () => createError(code, { resource }).message))
        expect([resource, new Set(said).size]).toEqual([resource, locales.length])
      }
  })

  test('is translated for REST clients', async () => {
    const reader = await as('reader')
    const ask = async (headers: Record<string, string>) => {
      const response = await reader.request('/api/v1/users/01a1fc5f-3ab8-711d-bde4-965ef5d28919', { headers })
      return [response.status, await response.json()]
    }
    const code = 'RESOURCE_NOT_ALLOWED'
    expect(await ask({})).toMatchObject([403, { code, message: 'unauthorized to access resource "user"' }])
    expect(await ask({ 'accept-language': 'sw' })).toMatchObject([
      403,
      { code, message: 'huna idhini ya kufikia rasilimali “mtumiaji”' },
    ])
  })
})
