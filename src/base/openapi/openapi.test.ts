import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { KEY_SCOPES } from '#base/auth/api-key/key-scope.schema.ts'
import { auth } from '#base/auth/better-auth/auth.server.ts'
import { checkedRequest } from '#base/auth/better-auth/checked-request.server.ts'
import { CLOSED_PATHS } from '#base/auth/better-auth/closed-paths.server.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { openApiText } from '#openapi-text.server.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import type { JsonSchema, OpenApi, Operation, Parameter } from './openapi-types.ts'

useDatabase()

const FILE = join(projectRoot, 'docs', 'openapi.json')
let text: string
let api: OpenApi
let operations: [string, Operation][]
beforeAll(async () => {
  text = await openApiText()
  api = JSON.parse(text)
  operations = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  )
})

describe('the document', () => {
  test('is the one in docs/openapi.json', () => {
    const isSame = readFileSync(FILE, 'utf8') === text
    expect(isSame, 'docs/openapi.json is out of date: run `npm run openapi`').toBe(true)
  })

  test('passes a public linter without a warning', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: text, absoluteRef: FILE, config })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
    const spoilt = await lintFromString({ source: text.replace('"operationId"', '"x-id"'), absoluteRef: FILE, config })
    expect(spoilt.map(({ ruleId }) => ruleId)).toEqual(['operation-operationId'])
  })

  test('describes every field, with an example', () => {
    const fields = Object.entries(api.components.schemas).flatMap(([name, schema]) => fieldsOf(schema, name))
    expect(fields.length).toBeGreaterThan(100)
    expect(fields.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([])
    const isWithout = ({ $ref, examples }: JsonSchema) => $ref === undefined && examples?.[0] === undefined
    expect(fields.filter(([, field]) => isWithout(field)).map(([name]) => name)).toEqual([])
  })

  test('bounds every text and number that is sent', () => {
    const sent = operations.flatMap(([, { requestBody }]) => {
      const name = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1)
      return name === undefined ? [] : fieldsOf(api.components.schemas[name] ?? {}, name)
    })
    const isOpen = (field: JsonSchema) =>
      [field.type].flat().includes('string') &&
      !['maxLength', 'format', 'enum', 'const', 'pattern'].some((keyword) => keyword in field)
    expect(sent.filter(([, field]) => isOpen(field)).map(([name]) => name)).toEqual(['ProviderSignIn.provider'])
  })

  test('says what a version needs, and where what was added is read', () => {
    const statusesOf = (status: string) =>
      operations.filter(([, { responses }]) => status in responses).map(([name]) => name)
    // A user is deleted, and a genre changed, without a version too.
    expect(statusesOf('412').filter((name) => !statusesOf('428').includes(name))).toEqual([
      'PATCH /api/v1/genres/{id}',
      'DELETE /api/v1/users/{id}',
    ])
    for (const [name, { responses }] of operations) {
      const added = responses['201']
      const says = added !== undefined && 'headers' in added && added.headers?.Location !== undefined
      const list = `${name.replace('POST ', 'GET ')}/{`
      if (added)
        expect([name, says]).toEqual([name, operations.some(([one]) => one.startsWith(list) && one.endsWith('}'))])
    }
  })

  test('describes every parameter and header, with an example', () => {
    const own = operations.flatMap(([name, { parameters = [] }]) =>
      parameters.flatMap((one): [string, Parameter][] => ('name' in one ? [[`${name} ${one.name}`, one]] : [])),
    )
    const all = [
      ...own,
      ...Object.entries(api.components.parameters),
      ...Object.entries(api.components.headers),
    ] as const
    expect(all.length).toBeGreaterThan(30)
    expect(all.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([])
    expect(all.filter(([, { example }]) => example === undefined).map(([name]) => name)).toEqual([])
  })

  test('names what operations take and give', () => {
    const inline = operations.flatMap(([name, { requestBody, responses }]) => {
      const contents = [requestBody, ...Object.values(responses)].map((one) => one && 'content' in one && one.content)
      const schemas = contents.flatMap((content) => Object.values(content || {}).map(({ schema }) => schema))
      return schemas.some(({ properties }) => properties) ? [name] : []
    })
    expect(inline).toEqual([])
  })

  test('refuses what an operation does not know', () => {
    const bodies = operations.flatMap(([name, { requestBody }]) =>
      name.includes('/api/v1/') && requestBody?.content['application/json']
        ? [requestBody.content['application/json'].schema.$ref ?? '']
        : [],
    )
    expect(bodies.length).toBeGreaterThanOrEqual(6)
    for (const body of bodies)
      expect([body, api.components.schemas[body.split('/').at(-1) ?? '']?.additionalProperties]).toEqual([body, false])
  })

  test('says of every operation what it is, who may, and what may go wrong', () => {
    const ids = operations.map(([, { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([])
    const tags = new Set(api.tags.map(({ name }) => name))
    for (const [name, operation] of operations) {
      const { summary, description, tags: own, security } = operation
      expect([name, Boolean(summary && description), tags.has(own[0] ?? '')]).toEqual([name, true, true])
      expect([name, security]).not.toEqual([name, undefined])
      if (name.includes('/api/v1/'))
        expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['400', '401', '403', '429']))
    }
  })

  test('names the scope of every operation that a key may call', () => {
    const ofKeys = operations.filter(([, { security = [] }]) => security.some(({ key }) => key))
    const scopes = new Set(ofKeys.map(([, operation]) => operation['x-permission']))
    expect(KEY_SCOPES.filter((scope) => !scopes.has(scope))).toEqual([])
  })

  test('shows a body for each way of sign-in, of which every field is read', async () => {
    const bodies = operations.flatMap(([name, { requestBody }]): [string, object][] => {
      const path = name.split(' /api/auth')[1]
      const { example } = requestBody?.content['application/json'] ?? {}
      return path !== undefined && typeof example === 'object' && example !== null ? [[path, example]] : []
    })
    expect(bodies.filter(([, body]) => Object.keys(body).length > 0).length).toBeGreaterThanOrEqual(10)
    for (const [path, body] of bodies) {
      const request = new Request(`http://localhost:3000/api/auth${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
      const { fields = {} } = await checkedRequest(request, path)
      expect([path, Object.keys(body).filter((field) => !(field in fields))]).toEqual([path, []])
    }
  })

  test('holds the endpoints of sign-in that are open, and no others', () => {
    // The first answers 405 to all, as this way of prolonging sessions is not on, the other 404 to all but our own procedure.
    const never = new Set(['POST /get-session', 'POST /admin/impersonate-user'])
    const installed = Object.values(auth().api).flatMap((endpoint) => {
      const { path, options } = endpoint as { path?: string; options?: { method?: string | string[] } }
      if (path === undefined || CLOSED_PATHS.includes(path)) return []
      return [options?.method ?? []].flat().map((method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    })
    expect(installed.length).toBeGreaterThan(15)
    const documented = operations
      .map(([name]) => name)
      .filter((name) => name.includes(' /api/auth/'))
      .map((name) => name.replace('/api/auth', ''))
    // Its plugin is there while the demo is on.
    const expected = [...installed.filter((name) => !never.has(name)), 'POST /sign-in/demo']
    expect(documented.toSorted()).toEqual(expected.toSorted())
  })
})

describe('GET /api/v1/openapi.json', () => {
  test('answers the document to everybody, once', async () => {
    const stranger = await as('stranger')
    const response = await stranger.request('/api/v1/openapi.json')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(await response.json()).toEqual(api)
    const etag = response.headers.get('etag') ?? ''
    const again = await stranger.request('/api/v1/openapi.json', { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('takes no other methods', async () => {
    const stranger = await as('stranger')
    const answer = async (method: string) => {
      const response = await stranger.request('/api/v1/openapi.json', { method })
      return [response.status, response.headers.get('allow'), (await response.text()).slice(0, 28)]
    }
    const allow = 'GET, HEAD, OPTIONS'
    expect(await answer('HEAD')).toEqual([200, null, ''])
    expect(await answer('OPTIONS')).toEqual([204, allow, ''])
    expect(await answer('POST')).toEqual([405, allow, '{"code":"METHOD_NOT_ALLOWED"'])
  })
})

/** Every field of a schema and of what lies in it, by its path. */
function fieldsOf(schema: JsonSchema, name: string): [string, JsonSchema][] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, part]): [string, JsonSchema][] => [
    [`${name}.${field}`, part],
    ...fieldsOf(part, `${name}.${field}`),
  ])
}
