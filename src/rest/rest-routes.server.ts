import { StandardOpenAPIMatcher } from '@orpc/openapi/standard'
import type { AnyProcedure, AnyRouter } from '@orpc/server'

export interface Route {
  procedure: AnyProcedure
  /** What stands in the path at its `{names}`. */
  params: Record<string, string>
}

export interface Routes {
  find: (method: string, path: string) => Promise<Route | undefined>
  /** The methods that a path takes, HEAD and OPTIONS among them; none for a path that there is not. */
  methodsOf: (path: string) => Promise<string[]>
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The paths of the procedures that name one: those without are for server functions alone. */
export function routesOf(router: AnyRouter): Routes {
  const matcher = new StandardOpenAPIMatcher({ filter: ({ contract }) => contract['~orpc'].route.path !== undefined })
  matcher.init(router)
  const find: Routes['find'] = async (method, path) => {
    const match = await matcher.match(method, `/${path.replaceAll(/^\/|\/$/g, '')}`)
    return match && { procedure: match.procedure, params: match.params ?? {} }
  }
  const methodsOf: Routes['methodsOf'] = async (path) => {
    const found = []
    for (const method of METHODS) if (await find(method, path)) found.push(method)
    if (found.length === 0) return []
    return [...found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS']
  }
  return { find, methodsOf }
}
