import * as fc from 'fast-check'
import { ODD_TEXTS, withOneError, STRANGE_NAMES, valid, type Known } from './fuzz-values.ts'
import type { OpenApi, Operation, Parameter } from '../openapi.ts'

/** Who calls: a signed-out client, a browser, or a program with a key in some state. */
const CALLERS = [
  'stranger',
  'reader',
  'manager',
  'manager from elsewhere',
  'impersonator',
  'good key',
  'key of little scope',
  'expired key',
  'revoked key',
  'mistyped key',
  'key of a banned person',
  'key in the query',
] as const
export type CallerName = (typeof CALLERS)[number]

/** A generated request, in a form that a failing run can print. */
export interface FuzzRequest {
  caller: CallerName
  method: string
  /** Including the query. */
  path: string
  headers: Record<string, string>
  body: string | null
}

const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })

/** Valid requests to an operation, and requests with an error in any part. */
export function requestsTo(document: OpenApi, operation: Operation, known: Known): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      caller: fc.oneof(often(12, fc.constantFrom('manager', 'good key')), often(10, fc.constantFrom(...CALLERS))),
      method: fc.oneof(
        often(30, fc.constant(operation.method)),
        often(2, fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND')),
      ),
      path: pathsOf(document, operation, known),
      query: queriesOf(document, operation, known),
      headers: headersOf(document, operation, known),
      body: bodiesOf(document, operation, known),
      language: fc.constantFrom(undefined, 'en', 'fr', 'ar-EG, en;q=0.2', 'xx', '*', ',;=', 'q'.repeat(5000)),
    })
    .map(({ caller, method, path, query, headers, body, language }) => ({
      caller,
      method,
      path: query === '' ? path : `${path}?${query}`,
      headers: { ...headers, ...body.headers, ...(language !== undefined && { 'accept-language': language }) },
      body: method === 'GET' || method === 'HEAD' ? null : body.text,
    }))
}

const ODD_SEGMENTS = ['nonsense', '0', '%00', '%2e%2e%2f', '%E0%A4%A', '%F0%9F%93%9A', '%20', 'a%2Fb', 'x'.repeat(3000)]

function pathsOf(document: OpenApi, { path, parameters }: Operation, known: Known): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const segment = (name: string): fc.Arbitrary<string> => {
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? { type: 'string' }
    return fc.oneof(
      often(8, valid(document, schema, (field, part) => known(`${path} ${field}`, part), name).map(encoded)),
      often(1, fc.constantFrom(...ODD_SEGMENTS)),
    )
  }
  return fc
    .tuple(...names.map(segment))
    .map((values) => names.reduce((whole, name, index) => whole.replace(`{${name}}`, () => values[index] ?? ''), path))
}

/** Encodes a value for a path or a query; drops lone surrogates, which cannot be encoded. */
function encoded(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return encodeURIComponent(text.toWellFormed())
}

function queriesOf(document: OpenApi, { parameters }: Operation, known: Known): fc.Arbitrary<string> {
  const own = parameters.filter((one) => one.in === 'query')
  const joined = (pairs: string[]) => pairs.filter((one) => one !== '').join('&')
  const given = ({ required }: Parameter, pair: fc.Arbitrary<string>) =>
    required ? pair : fc.option(pair, { freq: 2, nil: '' })
  const right = (one: Parameter) =>
    valid(document, one.schema, known, one.name).map((value) => `${encodeURIComponent(one.name)}=${encoded(value)}`)
  const wrong = ({ name, ...one }: Parameter) =>
    fc.oneof(
      fc.constantFrom(...ODD_TEXTS, ...ODD_NUMBERS, 'x'.repeat(2100)).map((text) => `${name}=${encoded(text)}`),
      fc.constantFrom(`${name}=%`, `${name}=%C3`, `${name}=%ED%A0%80`, `${name}[a]=1`, `${name}[]=1`),
      right({ name, ...one }).map((pair) => `${pair}&${pair}`),
    )
  const strange = fc.constantFrom(...STRANGE_NAMES, 'a[b][c]', 'x'.repeat(1000)).map((name) => `${name}=1`)
  const allRight = fc.tuple(...own.map((one) => given(one, right(one)))).map(joined)
  const oneWrong = fc.tuple(allRight, own.length > 0 ? fc.oneof(strange, ...own.map(wrong)) : strange).map(joined)
  return fc.oneof(often(own.length > 0 ? 2 : 10, allRight), often(1, oneWrong))
}

const ODD_NUMBERS = ['-1', '0', '101', '1e9', '1.5', 'NaN', 'null', 'true']

/** Header values in Latin-1, some of them invalid for their header. */
const ODD_HEADERS = ['', '*', 'W/"1"', '"1", "2"', '1', '"', '"x', '\u00e9', 'a'.repeat(300), '"2147483648"', 'a b']

function headersOf(document: OpenApi, { parameters }: Operation, known: Known): fc.Arbitrary<Record<string, string>> {
  const own = parameters.filter((one) => one.in === 'header')
  const given = own.map(({ name, schema, required }) =>
    fc.option(
      fc.oneof(
        often(
          6,
          valid(document, schema, known, name).map((value) => latin(String(value))),
        ),
        often(1, fc.constantFrom(...ODD_HEADERS)),
      ),
      { freq: required ? 20 : 2, nil: undefined },
    ),
  )
  return fc.tuple(...given).map((values) =>
    Object.fromEntries(
      own.flatMap(({ name }, index): [string, string][] => {
        const value = values[index]
        return value === undefined ? [] : [[name, value]]
      }),
    ),
  )
}

const latin = (text: string): string => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '')

const JSON_TYPES = ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON']
const OTHER_TYPES = [
  undefined,
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/octet-stream',
  'nonsense',
  'text/xml',
]

/** A file that can be read. */
const FILE = 'title,author\nNedjma,Kateb Yacine\n'

const RAW_BODIES = [
  '',
  ' ',
  '{',
  '{"title":',
  "{'title':'a'}",
  'nonsense',
  'NaN',
  'null',
  '"text"',
  '[1,2]',
  '\uFEFF{"title":"a"}',
  '{"title":"a","title":"b"}',
  '{"__proto__":{"admin":true},"title":"a"}',
  String.raw`{"title":"\ud800"}`,
  String.raw`{"title":"\u0000"}`,
  '{"title":"a"}}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '['.repeat(100_000),
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  `{"title":"${'x'.repeat(1_000_100)}"}`,
  'title=a&author=b',
]

function bodiesOf(
  document: OpenApi,
  { body, isBodyRequired }: Operation,
  known: Known,
): fc.Arbitrary<{ text: string | null; headers: Record<string, string> }> {
  const raw = fc.constantFrom<string | null>(null, ...RAW_BODIES)
  const right = body && valid(document, body, known)
  const text = right
    ? fc.oneof(often(10, right.map(jsonOf)), often(8, withOneError(document, body, right).map(jsonOf)), often(2, raw))
    : // A body that the document does not describe is a file.
      fc.oneof(often(12, fc.constant(isBodyRequired ? FILE : null)), often(1, raw))
  const type = fc.oneof(
    often(12, fc.constant('application/json')),
    often(1, fc.constantFrom(...JSON_TYPES)),
    often(1, fc.constantFrom(...OTHER_TYPES)),
  )
  return fc.tuple(text, type).map(([sent, kind]) => ({
    text: sent,
    headers: sent === null || kind === undefined ? {} : { 'content-type': kind },
  }))
}

const jsonOf = (value: unknown): string => JSON.stringify(value) ?? 'null'
