import { StandardOpenAPIMatcher } from '@orpc/openapi/standard'
import type { AnyProcedure, AnyRouter } from '@orpc/server'
import { definitionOf } from '#base/rpc/definition-of.ts'

export interface Route {
  procedure: AnyProcedure
  /** Its path with the `{names}`. */
  pattern: string
  /** Values of the path's `{names}`. */
  params: Record<string, string>
}

export interface Routes {
  find: (method: string, path: string) => Promise<Route | undefined>
  /** The methods of a path, with HEAD and OPTIONS; empty for an unknown path. */
  methodsOf: (path: string) => Promise<string[]>
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The REST routes: procedures with a path. Procedures without one are only for server functions. */
export function routesOf(router: AnyRouter): Routes {
  const matcher = new StandardOpenAPIMatcher({
    filter: ({ contract }) => definitionOf(contract).route.path !== undefined,
  })
  matcher.init(router)
  const find: Routes['find'] = async (method, path) => {
    const match = await matcher.match(method, `/${path.replaceAll(/^\/|\/$/g, '')}`)
    if (!match) return undefined
    const { procedure, params = {} } = match
    return { procedure, params, pattern: definitionOf(procedure).route.path ?? path }
  }
  const methodsOf: Routes['methodsOf'] = async (path) => {
    const matching = []
    for (const method of METHODS) if (await find(method, path)) matching.push(method)
    if (matching.length === 0) return []
    return [...matching.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS']
  }
  return { find, methodsOf }
}
