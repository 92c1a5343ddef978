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

test('The example of an optional parameter moves to its description', () => {
  const tried = triedDocument({ paths: { '/books': { get: { parameters: [cursor, id] } } } })
  const { example: _, ...rest } = cursor
  const described = { ...rest, description: 'Where the page begins. For example `WyJ`.' }
  expect(tried).toEqual({ paths: { '/books': { get: { parameters: [described, id] } } } })
})

test('A parameter with several types accepts any text', () => {
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

test('The session cookie is removed from the security schemes, API keys stay', () => {
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

test.each([[null], ['text'], [[]]])('%j is unchanged', (value) => expect(triedDocument(value)).toEqual(value))
