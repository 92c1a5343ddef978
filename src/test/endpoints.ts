import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isProcedure } from '@orpc/server'
import { api } from '#api.server.ts'
import { auth } from '#base/auth/better-auth/auth.server.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { definitionOf } from '#base/rpc/definition-of.ts'

/** Method and path of an endpoint. */
export interface Endpoint {
  method: string
  path: string
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  (typeof value === 'object' || typeof value === 'function') && value !== null

/** Every public endpoint of better-auth in its current configuration, including disabled ones. */
export function authEndpoints(): Endpoint[] {
  return Object.values(auth().api).flatMap((endpoint: unknown) => {
    if (!isRecord(endpoint) || typeof endpoint.path !== 'string' || !isRecord(endpoint.options)) return []
    const { method, metadata } = endpoint.options
    if (isRecord(metadata) && metadata.SERVER_ONLY === true) return []
    const path = `/api/auth${endpoint.path.replaceAll(/:\w+/g, 'x')}`
    return [method].flat().map((one) => ({ method: String(one), path }))
  })
}

/** Every procedure as a REST endpoint: by its route, else as a POST. */
export function restEndpoints(router: unknown = api, name = ''): Endpoint[] {
  if (isProcedure(router)) {
    const { method = 'POST', path = `/${name}` } = definitionOf(router).route
    return [{ method, path: `/api/v1${path.replaceAll(/\{\w+\}/g, '01a1fc5f-3ab8-711d-bde4-965ef5d28919')}` }]
  }
  if (!isRecord(router)) return []
  return Object.entries(router).flatMap(([key, part]) => restEndpoints(part, name === '' ? key : `${name}/${key}`))
}

interface ServerFunction extends Endpoint {
  /** The procedure that it calls first, such as `bookRouter.create`; undefined without one. */
  procedure: string | undefined
}

/** Every server function, by its URL. */
export async function serverFunctions(): Promise<ServerFunction[]> {
  const sources = join(projectRoot, 'src')
  const files = (await readdir(sources, { recursive: true })).filter((file) => file.endsWith('.data.ts'))
  const found = await Promise.all(
    files.map(async (file) => {
      const subject = /([\w-]+)\.data\.ts$/.exec(file)?.[1]
      const source = await readFile(join(sources, file), 'utf8')
      const functions = source.matchAll(/^(?:export )?const (\w+) = createServerFn\(\{ method: '(\w+)' \}\)/gm)
      return [...functions].map(({ 1: name = '', 2: method = '', index }) => {
        // Up to the next declaration.
        const [body = ''] = source.slice(index + 1).split(/^(?:export |const |function )/m)
        const procedure = /callProcedure\(\s*(\w+\.\w+)/.exec(body)?.[1]
        return { method, path: `/_serverFn/${subject}.${name}`, procedure }
      })
    }),
  )
  return found.flat()
}
