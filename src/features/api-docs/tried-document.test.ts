import { expect, test } from 'vitest'
import { triedDocument } from './tried-document.ts'

const cursor = {
  name: 'cursor',
  in: 'query',
  description: 'Where the page begins.',
  schema: { type: 'string' },
  example: 'WyJ',
}
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'a' }

test('What may be left out is not filled in, and its example is still told', () => {
  const tried = triedDocument({ paths: { '/books': { get: { parameters: [cursor, id] } } } })
  const { example: _, ...rest } = cursor
  const described = { ...rest, description: 'Where the page begins. For example `WyJ`.' }
  expect(tried).toEqual({ paths: { '/books': { get: { parameters: [described, id] } } } })
})

test('A parameter of several kinds takes any text', () => {
  const schema = {
    anyOf: [
      { type: 'string', enum: ['none'] },
      { type: 'string', format: 'uuid' },
    ],
  }
  expect(triedDocument({ genreId: { name: 'genreId', in: 'query', schema } })).toEqual({
    genreId: { name: 'genreId', in: 'query', schema: { type: 'string' }, description: '' },
  })
})

test('The session is no way to sign in that could be typed, a key is', () => {
  const session = { type: 'apiKey', in: 'cookie', name: 'session' }
  const key = { type: 'http', scheme: 'bearer' }
  expect(
    triedDocument({
      paths: { '/me': { get: { security: [{ session: [] }, { key: ['book:read'] }] } } },
      components: { securitySchemes: { session, key }, schemas: { session: { type: 'object' } } },
    }),
  ).toEqual({
    paths: { '/me': { get: { security: [{ key: ['book:read'] }] } } },
    components: { securitySchemes: { key }, schemas: { session: { type: 'object' } } },
  })
})

test.each([[null], ['text'], [[]]])('%j stays what it is', (value) => expect(triedDocument(value)).toEqual(value))
