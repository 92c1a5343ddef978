import type { Route } from '@orpc/contract'
import type { DocumentedCode } from '#base/errors/codes.server.ts'
import { documentProblems } from './document-problems.server.ts'

interface Described {
  path: `/${string}`
  /** The noun in singular and plural, such as `book` and `books`. */
  one: string
  many: string
  /** The problems of what the noun's constraints refuse. */
  problems?: readonly DocumentedCode[]
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** What a change or a deletion answers that names another version than the current one, or none. */
export const OUTDATED = ['CONFLICT', 'PRECONDITION_FAILED', 'PRECONDITION_REQUIRED'] as const

/** The usual REST routes of a noun, with their words in the API's document. */
export function restRoutes({ path, one, many, problems = [] }: Described) {
  const [a, tags] = [/^[aeiou]/.test(one) ? `an ${one}` : `a ${one}`, [capital(many)]]
  const item = `${path}/{id}` as const
  const version = 'name its `version`, or its `ETag` in `If-Match`.'
  return {
    list: {
      method: 'GET',
      path,
      operationId: `list${capital(many)}`,
      summary: `List and search ${many}`,
      description: `A page of ${many}. The next one is asked for with \`nextCursor\` as \`cursor\`, and everything else as it was.`,
      successDescription: `A page of ${many}.`,
      tags,
    },
    get: {
      method: 'GET',
      path: item,
      operationId: `get${capital(one)}`,
      summary: `Read ${a}`,
      description: `One ${one}. Its \`ETag\` is for \`If-Match\` when it is changed or deleted.`,
      successDescription: `The ${one}.`,
      tags,
    },
    create: {
      method: 'POST',
      path,
      operationId: `create${capital(one)}`,
      summary: `Add ${a}`,
      description: `Adds ${a} to the library.`,
      successDescription: `The ${one} that was added.`,
      tags,
      successStatus: 201,
      spec: documentProblems(...problems),
    },
    update: {
      method: 'PATCH',
      path: item,
      operationId: `update${capital(one)}`,
      summary: `Change ${a}`,
      description: `Changes the fields that are given, if the ${one} is still as it was read: ${version}`,
      successDescription: `The ${one} as it is now.`,
      tags,
      spec: documentProblems(...problems, ...OUTDATED),
    },
    remove: {
      method: 'DELETE',
      path: item,
      operationId: `delete${capital(one)}`,
      summary: `Delete ${a}`,
      description: `Deletes ${a}, if it is still as it was read: ${version}`,
      successDescription: `The ${one} is deleted.`,
      tags,
      successStatus: 204,
      spec: documentProblems(...OUTDATED),
    },
  } as const satisfies Record<string, Route>
}
